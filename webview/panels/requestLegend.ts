import { percentText } from '../../src/model/words';
import { LOSS_CAUSES } from '../../src/engine/traffic/losses';
import { CAUSE_NAMES } from '../../src/engine/traffic/trafficText';
import { amount, causesAt, causesThatCount } from '../model/requests';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

/** What the colors of the lane are, and how many requests fail at this moment. */
export function createRequestLegend(store: Store): View & { readonly element: HTMLElement } {
  const failing = h('b', {});
  const items = LOSS_CAUSES.map((cause) => {
    const value = h('b', {});
    const swatch = h('span', { class: 'swatch', 'aria-hidden': 'true' });
    return { cause, value, item: h('li', { 'data-cause': cause }, swatch, `${CAUSE_NAMES[cause]} `, value) };
  });
  const why = h(
    'button',
    {
      class: 'link',
      onclick: () => {
        store.dispatch({ type: 'panelShown', panel: 'why' });
        requestAnimationFrame(() => {
          requestAnimationFrame(() => document.querySelector('.why-requests')?.scrollIntoView({ block: 'start' }));
        });
      },
    },
    'why?',
  );
  const element = h(
    'ul',
    { class: 'legend', 'aria-label': 'Requests that fail at this moment' },
    h('li', {}, 'failing ', failing, why),
    ...items.map(({ item }) => item),
  );
  return {
    element,
    update: ({ shown, playback }) => {
      const view = shown?.traffic;
      if (view === undefined) return false;
      const causes = causesAt(view, playback.time);
      const counted = causesThatCount(view);
      const share = causes.reduce((sum, { now }) => sum + now, 0) / view.load.requestsPerSecond;
      setText(failing, percentText(share < 1e-4 ? 0 : share));
      items.forEach(({ cause, value, item }, index) => {
        setHidden(item, !counted.includes(cause));
        setText(value, `${amount(causes[index]?.now ?? 0)} / s`);
      });
      return false;
    },
  };
}
