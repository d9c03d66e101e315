import type { TourName } from '../../src/shared/tours';
import { TRAPS } from '../traps/traps';
import type { Trap } from '../traps/trapScenario';
import { h } from '../ui/dom';

/** Known traps, each one click away from being watched; of some there is a tour that shows the controllers at it. */
export function createTraps(open: (trap: Trap) => void, take: (tour: TourName) => void): HTMLElement {
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
      ...(trap.tour === undefined ? [] : [tourLink(trap, trap.tour, take)]),
    ),
  );
  return h('div', { class: 'panel traps' }, h('h2', {}, 'Traps to watch'), h('ul', { class: 'trap-list' }, ...items));
}

function tourLink({ title }: Trap, tour: TourName, take: (tour: TourName) => void): HTMLElement {
  const onclick = (): void => {
    take(tour);
  };
  // What is seen stands in what is heard: a user of speech says it.
  const seen = 'Inside the controllers: the tour';
  return h('button', { class: 'link trap-tour', 'data-tour': tour, 'aria-label': `${seen}, ${title}`, onclick }, seen);
}
