import { button } from './controls';
import { h, setAttribute, setHidden, setText } from './dom';

export interface MenuItem {
  readonly label: string;
  readonly id: string;
  readonly run: () => void;
  /** How it stands, asked when the menu opens. */
  readonly now?: () => { readonly label?: string; readonly isDisabled?: boolean; readonly isChecked?: boolean };
}

interface Entry extends MenuItem {
  readonly element: HTMLButtonElement;
}

/** A button that opens a list of commands: arrows move, Enter runs, Escape closes and gives the focus back. */
export function menu(label: string, items: readonly MenuItem[]): HTMLElement {
  const list = h('div', { role: 'menu', class: 'menu', hidden: true, 'aria-label': label });
  const opener = button({
    label: `${label} ▾`,
    title: label,
    onClick: () => {
      show(list.hidden !== false);
    },
  });
  setAttribute(opener, 'aria-haspopup', 'menu');
  setAttribute(opener, 'aria-expanded', 'false');
  const entries = items.map((item): Entry => {
    const run = (): void => {
      show(false);
      opener.focus();
      item.run();
    };
    return { ...item, element: h('button', { role: 'menuitem', tabindex: '-1', 'data-id': item.id, onclick: run }, item.label) };
  });
  const elements = entries.map(({ element }) => element);
  list.append(...elements);
  const anchor = h('div', { class: 'menu-anchor' }, opener, list);

  function show(open: boolean): void {
    if (open) for (const entry of entries) refresh(entry);
    setHidden(list, !open);
    setAttribute(opener, 'aria-expanded', String(open));
    if (open) elements.find(({ disabled }) => !disabled)?.focus();
  }
  anchor.addEventListener('keydown', (event) => {
    if (list.hidden !== false) return;
    const usable = elements.filter(({ disabled }) => !disabled);
    const index = usable.findIndex((element) => element === document.activeElement);
    const target: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: usable.length - 1,
    };
    const next = target[event.key];
    if (next !== undefined) usable[(next + usable.length) % usable.length]?.focus();
    else if (event.key === 'Escape') {
      show(false);
      opener.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  anchor.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !anchor.contains(relatedTarget)) show(false);
  });
  return anchor;
}

function refresh({ element, label, now }: Entry): void {
  const { label: text = label, isDisabled = false, isChecked } = now?.() ?? {};
  setText(element, text);
  element.disabled = isDisabled;
  setAttribute(element, 'role', isChecked === undefined ? 'menuitem' : 'menuitemcheckbox');
  setAttribute(element, 'aria-checked', isChecked === undefined ? undefined : String(isChecked));
}
