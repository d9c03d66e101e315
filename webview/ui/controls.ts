import { DesignToken } from '@microsoft/fast-foundation';
import { vsCodeButton } from '@vscode/webview-ui-toolkit';
import { h } from './dom';

type Registry = ReturnType<typeof vsCodeButton>;
type Context = Parameters<Registry['register']>[1];

/**
 * The seam to the library of standard controls: the only importer of it (docs/adr). Everything else asks for a button, not
 * for a tag, so that the library can be exchanged here.
 */
export function registerControls(): void {
  // One element needs no design system with its containers, which is a tenth of the page: it is defined as that would do it.
  const context = { elementPrefix: 'vscode', tryDefineElement: defineElement } as unknown as Context;
  DesignToken.registerRoot();
  vsCodeButton().register({} as never, context);
}

interface Definition {
  readonly name: string;
  readonly type: { define(type: unknown, definition: object): void };
  readonly callback: (context: object) => void;
}

function defineElement({ name, type, callback }: Definition): void {
  let presentation = {};
  callback({
    definePresentation: (given: object) => {
      presentation = given;
    },
    defineElement: (definition: object) => {
      const { template, styles } = presentation as Readonly<Record<string, unknown>>;
      type.define(type, { ...definition, name, template, styles });
    },
  });
}

export interface ButtonOptions {
  readonly label: string;
  readonly onClick: () => void;
  readonly appearance?: 'primary' | 'secondary' | 'icon';
  /** Said instead of the label, where the label is a glyph. */
  readonly title?: string;
  readonly id?: string;
}

export interface ButtonControl extends HTMLElement {
  disabled: boolean;
}

export function button({ label, onClick, appearance = 'secondary', title, id }: ButtonOptions): ButtonControl {
  return h('vscode-button', { appearance, title, 'aria-label': title ?? label, id, onclick: onClick }, label) as ButtonControl;
}

export interface SelectOptions<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export interface ValueControl extends HTMLElement {
  value: string;
}

/** The browser's own: it takes the keys that everybody knows, and its list goes over the edge of the page. */
export function select<T extends string>({ label, options, value, onChange }: SelectOptions<T>): ValueControl {
  const items = options.map((option) => h('option', { value: option.value, selected: option.value === value }, option.label));
  const element = h('select', { 'aria-label': label, class: 'choice' }, ...items);
  element.addEventListener('change', () => {
    onChange(element.value as T);
  });
  return element;
}

export interface TextFieldOptions {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

/** A field that reports when it is left or Enter is pressed. */
export function textField({ label, value, placeholder, onChange }: TextFieldOptions): ValueControl {
  const element = h('input', { type: 'text', class: 'entry', 'aria-label': label, value, placeholder, spellcheck: 'false' });
  element.addEventListener('change', () => {
    onChange(element.value);
  });
  return element;
}

export interface CheckboxControl {
  readonly element: HTMLElement;
  set(checked: boolean): void;
}

export function checkbox(label: string, onChange: (checked: boolean) => void): CheckboxControl {
  const box = h('input', { type: 'checkbox' });
  box.addEventListener('change', () => {
    onChange(box.checked);
  });
  return {
    element: h('label', { class: 'check' }, box, label),
    set: (value) => {
      box.checked = value;
    },
  };
}

export function progressRing(label: string): HTMLElement {
  return h('span', { role: 'progressbar', 'aria-label': label, class: 'ring' });
}
