import { TRAPS } from '../traps/traps';
import type { Trap } from '../traps/trapScenario';
import { h } from '../ui/dom';

/** Known traps, each one click away from being watched. */
export function createTraps(open: (trap: Trap) => void): HTMLElement {
  const items = TRAPS.map((trap) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          class: 'trap',
          'data-trap': trap.id,
          onclick: () => {
            open(trap);
          },
        },
        h('b', {}, trap.title),
        h('span', {}, trap.sentence),
        h('span', { class: 'aside' }, trap.source),
      ),
    ),
  );
  return h('div', { class: 'panel traps' }, h('h2', {}, 'Traps to watch'), h('ul', { class: 'trap-list' }, ...items));
}
