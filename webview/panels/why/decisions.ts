import { sentenceOf } from '../../../src/engine/simulation/words/describeDecision';
import type { Timeline, TimelineDecision } from '../../../src/engine/simulation/timeline/timeline';
import { formatMoment, grouped } from '../../../src/model/words';
import { isNotable, metConflict, type DecisionGroup, type Step } from '../../model/happenings';
import { decisionsBefore, podIndex } from '../../model/why';
import { h } from '../../ui/dom';
import { link, sentenceCase, stepBlock, type WhyActions, type WhyPart } from './parts';

const DECISIONS_SHOWN = 6;
const EARLIER_SHOWN = 3;
const PODS_LINKED = 12;

/** What was decided at this moment in full, and what was decided before in a line each. */
export function createDecisions(actions: WhyActions): WhyPart {
  const element = h('ol', { class: 'decisions', 'aria-label': 'Decisions, the latest first' });
  return {
    element,
    key: (timeline, t) => {
      const [current] = decisionsBefore(timeline, t, 1);
      return current === undefined ? 'none' : `${current.from} ${current.decisions.length}`;
    },
    draw: (timeline, t) => {
      const [current, ...earlier] = decisionsBefore(timeline, t, EARLIER_SHOWN + 1);
      const now = current?.decisions ?? [];
      const rest = now.length - DECISIONS_SHOWN;
      element.replaceChildren(
        ...now.slice(0, DECISIONS_SHOWN).map((decision) => decisionItem(timeline, decision, actions)),
        ...(rest > 0 ? [h('li', { class: 'aside' }, `and ${rest} more at this moment`)] : []),
        ...earlier.map((group) => earlierItem(group, actions)),
        ...(now.length > 0
          ? []
          : [h('li', { class: 'empty' }, `${nothingYet(timeline)} Press play, or step to the first decision.`)]),
      );
    },
  };
}

function nothingYet({ workload }: Timeline): string {
  return workload.wasUnderWay === true ? 'What was decided before is in no snapshot.' : 'Nothing decided yet.';
}

function decisionItem(timeline: Timeline, decision: TimelineDecision, actions: WhyActions): HTMLElement {
  const { t, controller, steps, error } = decision;
  const seek = (): void => {
    actions.seek(t);
  };
  return h(
    'li',
    { class: 'decision is-current' },
    h(
      'div',
      { class: 'decision-head' },
      link(formatMoment(t, true), seek),
      h('span', { class: 'aside' }, `${controller} controller`),
    ),
    ...steps.filter(isNotable).map((step) => stepBlock(step, podLinks(timeline, step, actions))),
    error !== undefined && endOfSync(decision, error),
  );
}

function endOfSync(decision: TimelineDecision, error: string): HTMLElement {
  return metConflict(decision)
    ? h('p', { class: 'aside', title: error }, 'Another write came first; the sync is tried again at once, as usual.')
    : h('p', { class: 'error-text' }, `The sync ended with: ${error}`);
}

/** An earlier moment in one line: its first step that changed something. */
function earlierItem({ to, decisions }: DecisionGroup, { seek }: WhyActions): HTMLElement {
  const step = decisions.flatMap(({ steps }) => steps).find(isNotable);
  const text = step === undefined ? (decisions[0]?.error ?? '') : sentenceCase(sentenceOf(step));
  const go = link(formatMoment(to, true), () => {
    seek(to);
  });
  return h('li', { class: 'decision earlier' }, go, h('span', {}, text));
}

/** The pods that a step touched; each leads to its life. */
function podLinks(timeline: Timeline, { subjects = [] }: Step, { selectPod }: WhyActions): HTMLElement | false {
  const index = podIndex(timeline);
  const pods = subjects.flatMap(({ kind, name, role }) => {
    const pod = kind === 'Pod' ? index.get(name) : undefined;
    return pod === undefined ? [] : [{ pod, name, role }];
  });
  if (pods.length === 0) return false;
  const buttons = pods.slice(0, PODS_LINKED).map(({ pod, name, role }) => {
    const select = (): void => {
      selectPod(pod);
    };
    return h('button', { class: 'link mono', title: `${role} ${name}: show its life`, onclick: select }, name.split('-').at(-1));
  });
  const rest = pods.length - buttons.length;
  return h('p', { class: 'pod-links' }, ...buttons, rest > 0 && `and ${grouped(rest)} more`);
}
