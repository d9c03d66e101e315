import { countUntil } from '../../../src/engine/simulation/timeline/timelineQueries';
import { formatMoment } from '../../../src/model/words';
import { watchRowsAt } from '../../model/watch';
import { holdAt, holdingSteps } from '../../model/why';
import { h } from '../../ui/dom';
import { link, sentenceCase, stepBlock, type WhyActions, type WhyPart } from './parts';

const WATCH_LINES = 8;

/** What keeps the rollout from going on at this moment, and when something happens next. */
export function createHold({ seek }: WhyActions): WhyPart {
  const element = h('div', { class: 'hold' });
  return {
    element,
    key: (timeline, t) => {
      const hold = holdAt(timeline, t);
      return JSON.stringify([hold, hold.stuck ? [] : holdingSteps(timeline, t)]);
    },
    draw: (timeline, t) => {
      const { lines, remedies, next, stuck } = holdAt(timeline, t);
      const steps = stuck ? [] : holdingSteps(timeline, t);
      element.className = stuck ? 'hold is-stuck' : 'hold';
      element.replaceChildren(
        ...steps.map((step) => stepBlock(step)),
        ...lines.map((line) => h('p', {}, sentenceCase(line))),
        ...remedies.map((remedy) => h('p', { class: 'remedy' }, `What would help: ${remedy}`)),
      );
      if (next === undefined) return;
      const go = link(`next change: ${formatMoment(next, true)}`, () => {
        seek(next);
      });
      element.append(go);
    },
  };
}

/** The conditions as they are at this moment. */
export function createConditions(): WhyPart {
  const element = h('ul', { class: 'conditions' });
  return {
    element,
    key: (timeline, t) => String(countUntil(timeline.conditions, t)),
    draw: (timeline, t) => {
      const past = timeline.conditions.slice(0, countUntil(timeline.conditions, t));
      const latest = new Map(past.map((condition) => [condition.type, condition]));
      const items = [...latest.values()]
        .filter(({ status }) => status !== 'Removed')
        .map(({ type, status, reason, message }) => h('li', { title: message }, h('b', {}, `${type}=${status}`), ` ${reason}`));
      element.replaceChildren(...(items.length === 0 ? [h('li', { class: 'empty' }, 'None.')] : items));
    },
  };
}

/** The last lines that `kubectl get -w` had printed. */
export function createWatch(): WhyPart {
  const text = h('pre', {});
  return {
    element: h('div', { class: 'watch', tabindex: '0', role: 'region', 'aria-label': 'As kubectl shows it' }, text),
    key: (timeline, t) => watchRowsAt(timeline, t, WATCH_LINES).join('\n'),
    draw: (timeline, t) => {
      text.textContent = watchRowsAt(timeline, t, WATCH_LINES).join('\n');
    },
  };
}
