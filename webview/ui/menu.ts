import { button } from './controls';
import { h, setAttribute, setHidden } from './dom';

export interface MenuItem {
  readonly label: string;
  readonly id: string;
  readonly run: () => void;
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
  const entries = items.map(({ label: text, id, run }) =>
    h(
      'button',
      {
        role: 'menuitem',
        tabindex: '-1',
        'data-id': id,
        onclick: () => {
          show(false);
          opener.focus();
          run();
        },
      },
      text,
    ),
  );
  list.append(...entries);
  const element = h('div', { class: 'menu-anchor' }, opener, list);

  function show(open: boolean): void {
    setHidden(list, !open);
    setAttribute(opener, 'aria-expanded', String(open));
    if (open) entries[0]?.focus();
  }
  element.addEventListener('keydown', (event) => {
    if (list.hidden !== false) return;
    const index = entries.findIndex((entry) => entry === document.activeElement);
    const target: Readonly<Record<string, number>> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: entries.length - 1,
    };
    const next = target[event.key];
    if (next !== undefined) entries[(next + entries.length) % entries.length]?.focus();
    else if (event.key === 'Escape') {
      show(false);
      opener.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !element.contains(relatedTarget)) show(false);
  });
  return element;
}
