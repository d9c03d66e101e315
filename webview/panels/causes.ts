import type { Cause } from '../../src/engine/simulation/batch/causes';
import { causesSentence, causeWords } from '../../src/engine/simulation/words/manyText';
import { percentText } from '../../src/model/words';
import { h, setHidden, setText } from '../ui/dom';

export interface CausesPart {
  readonly element: HTMLElement;
  show(causes: readonly Cause[] | undefined): void;
}

/** Which assumption the duration hangs on: each moved alone from its tenth to its ninetieth percentile. */
export function createCauses(): CausesPart {
  const sentence = h('p', {});
  const list = h('ul', { class: 'odds-causes' });
  const element = h('div', { hidden: true }, h('h2', {}, 'What matters most'), sentence, list);
  let drawn: readonly Cause[] | undefined;
  return {
    element,
    show: (causes) => {
      setHidden(element, causes === undefined);
      if (causes === undefined || causes === drawn) return;
      drawn = causes;
      const text = causesSentence(causes);
      setText(sentence, `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
      list.replaceChildren(...causes.map((cause) => causeItem(cause, scaleOf(causes))));
    },
  };
}

interface Scale {
  readonly from: number;
  readonly to: number;
}

function scaleOf(causes: readonly Cause[]): Scale {
  const ends = causes.flatMap(({ low, high }) => [low, high]).filter((end) => end !== undefined);
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return { from, to: Math.max(to, from + 1) };
}

/** An end that no rollout reaches is at the edge. */
function causeItem(cause: Cause, { from, to }: Scale): HTMLElement {
  const { name, range } = causeWords(cause);
  const [a, b] = [cause.low ?? to, cause.high ?? to];
  const bar = h('span', { class: 'odds-cause', 'aria-hidden': 'true' });
  bar.style.left = `${(((Math.min(a, b) - from) / (to - from)) * 100).toFixed(2)}%`;
  bar.style.width = `${((Math.abs(b - a) / (to - from)) * 100).toFixed(2)}%`;
  const words = h('div', {}, h('b', {}, name), ` ${percentText(cause.share)} · ${range}`);
  return h('li', {}, words, h('div', { class: 'odds-track' }, bar));
}
