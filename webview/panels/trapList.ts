import { TRAPS } from '../traps/traps';
import type { Trap } from '../traps/trapScenario';
import { button } from '../ui/controls';
import { h } from '../ui/dom';

/** Known traps, each one click away from being watched. */
export function createTraps(
  open: (trap: Trap) => void,
  back: () => void,
): { readonly element: HTMLElement; showBack(shown: boolean): void } {
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
  const backButton = button({ label: '← Back to my workload', id: 'back-to-source', onClick: back });
  backButton.hidden = true;
  const element = h(
    'div',
    { class: 'panel traps' },
    h('h2', {}, 'Traps to watch'),
    backButton,
    h('ul', { class: 'trap-list' }, ...items),
  );
  return {
    element,
    showBack: (shown) => {
      backButton.hidden = !shown;
    },
  };
}
