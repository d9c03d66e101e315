import { ON_TERM_TEXTS, trafficSentence } from '../../src/engine/traffic/trafficText';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { TuningField } from '../model/edits';
import { h, setHidden, setText } from '../ui/dom';

export interface RequestLine {
  readonly element: HTMLElement;
  show(traffic: TrafficView | undefined): void;
}

/** How many requests fail, and the assumption that decides it, one click away. */
export function createRequestLine(editField: (field: TuningField) => void): RequestLine {
  const text = h('span', {});
  const assumed = h('button', {
    class: 'link',
    title: 'Change what is assumed',
    onclick: () => {
      editField('onTerm');
    },
  });
  const element = h('p', { class: 'requests', hidden: true }, text, ' ', h('span', { class: 'aside' }, 'Assumed: '), assumed);
  return {
    element,
    show: (traffic) => {
      setHidden(element, traffic === undefined);
      if (traffic === undefined) return;
      setText(text, trafficSentence(traffic));
      setText(assumed, ON_TERM_TEXTS[traffic.load.onTerm]);
    },
  };
}
