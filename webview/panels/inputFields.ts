import type { IntOrString } from '../../src/model/intOrPercent';
import { grouped } from '../../src/model/words';
import { textField, type ValueControl } from '../ui/controls';
import { h, setAttribute, setHidden, setMessage } from '../ui/dom';

/** A what-if value: a slider for playing, a field for exactness, a cross that gives back what the manifest says. */
export interface Field {
  readonly element: HTMLElement;
  /** Shows the value in force, and whether it differs from what was given. */
  show(value: IntOrString | undefined, tuned: boolean, limits?: { readonly max: number }): void;
  focus(): void;
}

export interface FieldOptions {
  readonly label: string;
  readonly unit?: string;
  readonly min: number;
  readonly max: number;
  /** Large ranges: equal ratios take equal lengths of the slider. */
  readonly logarithmic?: boolean;
  /** Takes percentages too. */
  readonly percent?: boolean;
  /** Takes 2.5 too. */
  readonly fractions?: boolean;
  readonly onInput: (value: IntOrString, dragging: boolean) => void;
  readonly onReset: () => void;
}

const STEPS = 100;

export function createField(options: FieldOptions): Field {
  const { label, unit, percent = false, min, logarithmic = false, onInput, onReset } = options;
  let max = options.max;
  let current: IntOrString | undefined;
  const range = h('input', { type: 'range', min: 0, max: STEPS, step: 1, 'aria-label': label });
  const exact = createExact(options, (value) => {
    if (value !== current) onInput(value, false);
  });
  const reset = h(
    'button',
    { class: 'reset', title: `As given: ${label}`, 'aria-label': `Give back ${label}`, hidden: true },
    '↺',
  );
  exact.onRejected = () => {
    setHidden(reset, false);
  };
  reset.addEventListener('click', () => {
    exact.forget();
    exact.show(current);
    setHidden(reset, true);
    onReset();
  });
  range.addEventListener('input', () => {
    exact.forget();
    if (percent && typeof current === 'string') onInput(`${Number(range.value)}%`, true);
    else onInput(fromPosition(Number(range.value), min, max, logarithmic), true);
  });
  const title = h('span', { class: 'field-label' }, label, unit !== undefined && h('span', { class: 'aside' }, ` ${unit}`));
  const element = h('div', { class: 'field' }, title, range, exact.element, reset, exact.complaint);
  return {
    element,
    show: (value, tuned, limits) => {
      max = limits?.max ?? options.max;
      const shown = value ?? min;
      if (value !== current) exact.forget();
      current = value;
      setHidden(reset, !tuned && !exact.isRejected());
      element.classList.toggle('is-tuned', tuned);
      exact.show(value);
      // An arrow key must lead to another value than the one it was rounded to.
      range.step = typeof shown === 'string' ? '5' : '1';
      const place = typeof shown === 'string' ? Number(shown.replace('%', '')) : toPosition(shown, min, max, logarithmic);
      if (document.activeElement !== range || Number(range.value) !== Math.round(place))
        range.value = String(Math.round(Math.min(STEPS, Math.max(0, place))));
      setAttribute(range, 'aria-valuetext', unit === undefined ? textOf(shown) : `${textOf(shown)} ${unit}`);
    },
    focus: () => {
      exact.element.focus();
    },
  };
}

interface Exact {
  readonly element: ValueControl;
  readonly complaint: HTMLElement;
  onRejected: () => void;
  isRejected(): boolean;
  forget(): void;
  show(value: IntOrString | undefined): void;
}

/** A field for exactness. Text that is no value stays to be corrected, and is said to be none. */
function createExact(options: FieldOptions, onValue: (value: IntOrString) => void): Exact {
  const { label, unit } = options;
  const complaint = h('p', { class: 'error-text', role: 'alert', hidden: true });
  const judge = (rejected: string | undefined): void => {
    setAttribute(element, 'aria-invalid', rejected === undefined ? undefined : 'true');
    setMessage(complaint, rejected === undefined ? undefined : `“${rejected.trim()}” is not used: ${expected(options)}`);
  };
  const element = textField({
    label: unit === undefined ? label : `${label} in ${unit}`,
    value: '',
    onChange: (text) => {
      const value = readValue(text, options);
      judge(value === undefined ? text : undefined);
      if (value === undefined) exact.onRejected();
      else onValue(value);
    },
  });
  const exact: Exact = {
    element,
    complaint,
    onRejected: () => undefined,
    isRejected: () => complaint.hidden === false,
    forget: () => {
      judge(undefined);
    },
    show: (value) => {
      const text = textOf(value);
      if (!exact.isRejected() && document.activeElement !== element && element.value !== text) element.value = text;
    },
  };
  return exact;
}

/** Numbers as they stand elsewhere on the page, and as they are typed. */
function textOf(value: IntOrString | undefined): string {
  return typeof value === 'number' && Number.isInteger(value) ? grouped(value) : String(value ?? '');
}

function readValue(text: string, { percent, fractions, min }: FieldOptions): IntOrString | undefined {
  const trimmed = text.trim();
  if (percent === true && /^\d{1,4}%$/.test(trimmed)) return trimmed;
  const digits = /^\d{1,3}(?:,\d{3})+$/.test(trimmed) ? trimmed.replaceAll(',', '') : trimmed;
  const isNumber = fractions === true ? /^\d{1,10}(?:\.\d{1,3})?$/.test(digits) : /^\d{1,10}$/.test(digits);
  return isNumber && Number(digits) >= min ? Number(digits) : undefined;
}

function expected({ percent, fractions, min }: FieldOptions): string {
  const number = fractions === true ? 'a number such as 2.5' : 'a whole number';
  return `${number}${min > 0 ? ` from ${min}` : ''}${percent === true ? ' or a percentage such as 25%' : ''} is expected here.`;
}

function toPosition(value: number, min: number, max: number, logarithmic: boolean): number {
  const share = logarithmic ? Math.log1p(value - min) / Math.log1p(max - min) : (value - min) / (max - min);
  return share * STEPS;
}

function fromPosition(position: number, min: number, max: number, logarithmic: boolean): number {
  const share = position / STEPS;
  return Math.round(logarithmic ? min + Math.expm1(share * Math.log1p(max - min)) : min + share * (max - min));
}
