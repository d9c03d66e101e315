import type { IntOrString } from '../../src/model/intOrPercent';
import { textField, type ValueControl } from '../ui/controls';
import { h, setAttribute, setHidden } from '../ui/dom';

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
  readonly onInput: (value: IntOrString, dragging: boolean) => void;
  readonly onReset: () => void;
}

const STEPS = 100;

export function createField(options: FieldOptions): Field {
  const { label, unit, percent = false, onInput, onReset } = options;
  let max = options.max;
  let current: IntOrString = options.min;
  const range = h('input', { type: 'range', min: 0, max: STEPS, step: 1, 'aria-label': label });
  const exact: ValueControl = textField({
    label: unit === undefined ? label : `${label} in ${unit}`,
    value: '',
    onChange: (text) => {
      const value = readValue(text, options);
      setAttribute(exact, 'aria-invalid', value === undefined ? 'true' : undefined);
      if (value !== undefined && value !== current) onInput(value, false);
    },
  });
  const reset = h(
    'button',
    { class: 'reset', title: `As given: ${label}`, 'aria-label': `Give back ${label}`, hidden: true, onclick: onReset },
    '↺',
  );
  const position = (value: number): number => toPosition(value, options.min, max, options.logarithmic === true);
  range.addEventListener('input', () => {
    const isPercent = percent && typeof current === 'string';
    const value = isPercent
      ? Math.round(Number(range.value) / 5) * 5
      : fromPosition(Number(range.value), options.min, max, options.logarithmic === true);
    onInput(isPercent ? `${value}%` : value, true);
  });
  const element = h(
    'div',
    { class: 'field' },
    h('span', { class: 'field-label' }, label, unit !== undefined && h('span', { class: 'aside' }, ` ${unit}`)),
    range,
    exact,
    reset,
  );
  return {
    element,
    show: (value, tuned, limits) => {
      max = limits?.max ?? options.max;
      const shown = value ?? options.min;
      current = shown;
      setHidden(reset, !tuned);
      element.classList.toggle('is-tuned', tuned);
      const text = value === undefined ? '' : String(shown);
      if (document.activeElement !== exact && exact.value !== text) exact.value = text;
      const place = typeof shown === 'string' ? Number(shown.replace('%', '')) : position(shown);
      if (document.activeElement !== range || Number(range.value) !== Math.round(place))
        range.value = String(Math.round(Math.min(STEPS, Math.max(0, place))));
      setAttribute(range, 'aria-valuetext', unit === undefined ? String(shown) : `${shown} ${unit}`);
    },
    focus: () => {
      exact.focus();
    },
  };
}

function readValue(text: string, { percent, min }: FieldOptions): IntOrString | undefined {
  const trimmed = text.trim();
  if (percent === true && /^\d{1,4}%$/.test(trimmed)) return trimmed;
  const number = Number(trimmed);
  return trimmed !== '' && Number.isFinite(number) && number >= min && (Number.isInteger(number) || min === 0)
    ? number
    : undefined;
}

function toPosition(value: number, min: number, max: number, logarithmic: boolean): number {
  const share = logarithmic ? Math.log1p(value - min) / Math.log1p(max - min) : (value - min) / (max - min);
  return share * STEPS;
}

function fromPosition(position: number, min: number, max: number, logarithmic: boolean): number {
  const share = position / STEPS;
  return Math.round(logarithmic ? min + Math.expm1(share * Math.log1p(max - min)) : min + share * (max - min));
}
