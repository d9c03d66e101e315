import { h, setAttribute, setHidden } from './dom';

export interface TabsControl {
  readonly element: HTMLElement;
  show(id: string): void;
}

export interface TabOptions {
  readonly id: string;
  readonly label: string;
  readonly content: HTMLElement;
}

/** Tabs as the ARIA practices have them: one of them takes the focus, arrows go around, Home and End to the ends. */
export function tabs(label: string, items: readonly TabOptions[], shown: string, onShow: (id: string) => void): TabsControl {
  const buttons = items.map(({ id, label: name }) =>
    h(
      'button',
      {
        role: 'tab',
        id: `tab-${id}`,
        'aria-controls': `view-${id}`,
        onclick: () => {
          onShow(id);
        },
      },
      name,
    ),
  );
  const views = items.map(({ id, content }) =>
    h('div', { role: 'tabpanel', id: `view-${id}`, 'aria-labelledby': `tab-${id}` }, content),
  );
  const list = h('div', { role: 'tablist', 'aria-label': label }, ...buttons);
  let current: string | undefined;
  const show = (wanted: string): void => {
    if (current === wanted) return;
    current = wanted;
    items.forEach(({ id }, index) => {
      const [button, view] = [buttons[index], views[index]];
      if (button === undefined || view === undefined) return;
      setAttribute(button, 'aria-selected', String(id === wanted));
      button.tabIndex = id === wanted ? 0 : -1;
      setHidden(view, id !== wanted);
      if (id === wanted) button.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    });
  };
  list.addEventListener('keydown', (event) => {
    const at = items.findIndex(({ id }) => id === current);
    const targets: Readonly<Record<string, number>> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: items.length - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const next = (target + items.length) % items.length;
    onShow(items[next]?.id ?? shown);
    buttons[next]?.focus();
  });
  show(shown);
  return { element: h('div', { class: 'tabs' }, list, ...views), show };
}
