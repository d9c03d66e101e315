import { loadText } from '../../src/engine/traffic/trafficText';
import { amount, causesAt, failingText } from '../model/requests';
import type { Shown } from '../model/state';
import { h, setHidden } from '../ui/dom';

export interface RequestTable {
  readonly element: HTMLElement;
  show(shown: Shown, t: number): void;
}

/** The lane of the requests as a table. */
export function createRequestTable(): RequestTable {
  const table = h('table', {});
  const text = h('p', { class: 'aside' });
  const element = h('div', { hidden: true }, h('h2', {}, 'Requests that fail'), table, text);
  return {
    element,
    show: ({ traffic }, t) => {
      setHidden(element, traffic === undefined);
      if (traffic === undefined) return;
      const rows = causesAt(traffic, t).map(({ name, now, inAll }) =>
        h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, amount(now)), h('td', {}, amount(inAll))),
      );
      table.replaceChildren(
        h('caption', { class: 'sr-only' }, `Requests to Service ${traffic.service} that fail`),
        h('thead', {}, h('tr', {}, ...['cause', 'per second', 'in all'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', {}, ...rows),
      );
      text.replaceChildren(failingText(traffic, t), ' ', loadText(traffic.load));
    },
  };
}
