import { describeStep } from '../../src/engine/simulation/describeDecision';
import type { Timeline, TimelineDecision } from '../../src/engine/simulation/timeline';
import { countUntil, podLife } from '../../src/engine/simulation/timelineQueries';
import { formatDuration } from '../../src/engine/simulation/words';
import { clock, grouped } from '../model/format';
import { fillFormula, isTelling } from '../model/happenings';
import type { State } from '../model/state';
import { watchRowsAt } from '../model/watch';
import { decisionsBefore, holdAt, podIndex } from '../model/why';
import { STATE_WORDS } from '../model/words';
import { button } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface WhyView extends View {
  readonly element: HTMLElement;
}

const DECISIONS_SHOWN = 5;
const EVENTS_SHOWN = 200;
const WATCH_LINES = 8;
const PODS_LINKED = 12;

/** Why things are as they are at this moment: decisions, what holds the rollout back, events, conditions, kubectl's view. */
export function createWhy(store: Store): WhyView {
  const title = h('h2', {});
  const life = h('div', { class: 'life', hidden: true });
  const decisions = h('ol', { class: 'decisions', 'aria-label': 'Decisions, the latest first' });
  const hold = h('div', { class: 'hold' });
  const events = h('ol', { class: 'events', 'aria-label': 'Kubernetes events', tabindex: '0' });
  const conditions = h('ul', { class: 'conditions' });
  const watch = h('div', { class: 'watch', tabindex: '0', role: 'region', 'aria-label': 'As kubectl shows it' });
  const element = h(
    'div',
    { class: 'panel why' },
    life,
    title,
    decisions,
    h('h2', {}, 'What holds it back'),
    hold,
    h('h2', {}, 'Events'),
    events,
    h('h2', {}, 'Conditions'),
    conditions,
    h('h2', {}, 'As kubectl shows it'),
    watch,
  );
  const shownParts = { decision: '', hold: '', events: -1, conditions: -1, watch: '', life: '' };
  let timeline: Timeline | undefined;
  const seek = (t: number): void => {
    store.dispatch({ type: 'seeked', time: t });
  };
  const selectPod = (pod: number | undefined): void => {
    store.dispatch({ type: 'podSelected', pod });
  };

  /** Each part is made anew only when what it shows differs from what it showed. */
  const update = (state: State): undefined => {
    if (state.shown === undefined || state.panel !== 'why') return undefined;
    const t = state.playback.time;
    if (timeline !== state.shown.timeline) {
      timeline = state.shown.timeline;
      Object.assign(shownParts, { decision: '', hold: '', events: -1, conditions: -1, watch: '', life: '' });
      events.replaceChildren(...timeline.events.slice(0, EVENTS_SHOWN).map((event) => eventItem(event, seek)));
    }
    setText(title, t < 0 ? 'Why, before the change' : `Why, at ${clock(t, true)}`);
    showDecisions(timeline, t);
    showHold(timeline, t);
    showEvents(timeline, t);
    showConditions(timeline, t);
    showWatch(timeline, t);
    showLife(state, timeline);
    return undefined;
  };

  const showDecisions = (shown: Timeline, t: number): void => {
    const latest = decisionsBefore(shown, t, DECISIONS_SHOWN);
    const key = latest.map((decision) => shown.decisions.indexOf(decision)).join();
    if (key === shownParts.decision && decisions.childElementCount > 0) return;
    shownParts.decision = key;
    decisions.replaceChildren(
      ...latest.map((decision, index) => decisionItem(shown, decision, index === 0, seek, selectPod)),
      ...(latest.length === 0 ? [h('li', { class: 'empty' }, 'No decision yet. Press play, or step to the first one.')] : []),
    );
  };
  const showHold = (shown: Timeline, t: number): void => {
    const { lines, remedies, next, stuck } = holdAt(shown, t);
    const key = JSON.stringify([lines, next, stuck]);
    if (key === shownParts.hold) return;
    shownParts.hold = key;
    hold.className = stuck ? 'hold is-stuck' : 'hold';
    hold.replaceChildren(
      ...lines.map((line) => h('p', {}, line)),
      ...remedies.map((remedy) => h('p', { class: 'remedy' }, `What would help: ${remedy}`)),
      ...(next === undefined
        ? []
        : [
            link(`next change: ${clock(next, true)}`, () => {
              seek(next);
            }),
          ]),
    );
  };
  const showEvents = (shown: Timeline, t: number): void => {
    const past = countUntil(shown.events, t);
    if (past === shownParts.events) return;
    shownParts.events = past;
    [...events.children].forEach((item, index) => {
      item.classList.toggle('is-future', index >= past);
      item.classList.toggle('is-current', index === past - 1);
    });
    const current = events.children[Math.max(0, Math.min(past, EVENTS_SHOWN) - 1)] as HTMLElement | undefined;
    if (current !== undefined) events.scrollTop = current.offsetTop - events.offsetTop - events.clientHeight / 2;
  };
  const showConditions = (shown: Timeline, t: number): void => {
    const past = countUntil(shown.conditions, t);
    if (past === shownParts.conditions) return;
    shownParts.conditions = past;
    const latest = new Map(shown.conditions.slice(0, past).map((condition) => [condition.type, condition]));
    const items = [...latest.values()].filter(({ status }) => status !== 'Removed');
    conditions.replaceChildren(
      ...items.map(({ type, status, reason, message }) =>
        h('li', { title: message }, h('b', {}, `${type}=${status}`), ` ${reason}`),
      ),
      ...(items.length === 0 ? [h('li', { class: 'empty' }, 'None.')] : []),
    );
  };
  const showWatch = (shown: Timeline, t: number): void => {
    const [head = '', ...rows] = watchRowsAt(shown, t, WATCH_LINES);
    const key = rows.join('\n');
    if (key === shownParts.watch) return;
    shownParts.watch = key;
    watch.replaceChildren(h('pre', {}, [head, ...rows].join('\n')));
  };
  const showLife = ({ selectedPod }: State, shown: Timeline): void => {
    const key = selectedPod === undefined ? '' : String(selectedPod);
    if (key === shownParts.life) return;
    shownParts.life = key;
    setHidden(life, selectedPod === undefined);
    if (selectedPod !== undefined) life.replaceChildren(...lifeOf(shown, selectedPod, seek, selectPod));
  };
  return { element, update };
}

function link(text: string, run: () => void): HTMLElement {
  return h('button', { class: 'link', onclick: run }, text);
}

function eventItem({ t, type, reason, message, name }: Timeline['events'][number], seek: (t: number) => void): HTMLElement {
  return h(
    'li',
    { class: type === 'Warning' ? 'is-warning' : undefined },
    link(clock(Math.max(0, t)), () => {
      seek(t);
    }),
    h(
      'span',
      {},
      type === 'Warning' ? '! ' : '',
      h('b', {}, reason),
      ` ${message}`,
      reason === 'ScalingReplicaSet' ? '' : h('span', { class: 'aside' }, ` ${name}`),
    ),
  );
}

function decisionItem(
  timeline: Timeline,
  decision: TimelineDecision,
  isFirst: boolean,
  seek: (t: number) => void,
  selectPod: (pod: number) => void,
): HTMLElement {
  const telling = decision.steps.filter(({ verdict, subjects }) => isTelling(verdict, subjects));
  const steps = isFirst && telling.length > 0 ? telling : telling.slice(0, 2);
  return h(
    'li',
    { class: isFirst ? 'decision is-current' : 'decision' },
    h(
      'div',
      { class: 'decision-head' },
      link(clock(decision.t, true), () => {
        seek(decision.t);
      }),
      h('span', { class: 'aside' }, `${decision.controller} controller`),
    ),
    ...steps.map((step) => stepBlock(timeline, step, isFirst, selectPod)),
    decision.error !== undefined && h('p', { class: 'error-text' }, `The sync ended with: ${decision.error}`),
  );
}

function stepBlock(
  timeline: Timeline,
  step: TimelineDecision['steps'][number],
  isFull: boolean,
  selectPod: (pod: number) => void,
): HTMLElement {
  const { title, sentence } = describeStep(step);
  return h(
    'div',
    { class: 'step' },
    h('code', { class: 'step-name' }, title),
    step.formula !== undefined && isFull && formulaLine(step.formula, step.inputs, step.outcome),
    h('p', {}, `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`),
    isFull && podLinks(timeline, step.subjects ?? [], selectPod),
  );
}

function formulaLine(
  formula: string,
  inputs: TimelineDecision['steps'][number]['inputs'],
  outcome: string | number | boolean,
): HTMLElement {
  const { target, parts, outcome: result } = fillFormula(formula, inputs, outcome);
  return h(
    'code',
    { class: 'formula' },
    target !== undefined && `${target} = `,
    ...parts.flatMap((part) => ('text' in part ? [part.text] : [`${part.name} `, h('b', {}, part.value)])),
    ' = ',
    h('b', { class: 'outcome' }, result),
  );
}

function podLinks(
  timeline: Timeline,
  subjects: NonNullable<TimelineDecision['steps'][number]['subjects']>,
  selectPod: (pod: number) => void,
): HTMLElement | false {
  const index = podIndex(timeline);
  const pods = subjects.flatMap(({ kind, name, role }) => {
    const pod = kind === 'Pod' ? index.get(name) : undefined;
    return pod === undefined ? [] : [{ pod, name, role }];
  });
  if (pods.length === 0) return false;
  const shown = pods.slice(0, PODS_LINKED);
  return h(
    'p',
    { class: 'pod-links' },
    ...shown.map(({ pod, name, role }) =>
      h(
        'button',
        {
          class: 'link mono',
          title: `${role} ${name}: show its life`,
          onclick: () => {
            selectPod(pod);
          },
        },
        name.split('-').slice(-1).join(''),
      ),
    ),
    pods.length > shown.length && `and ${grouped(pods.length - shown.length)} more`,
  );
}

function lifeOf(
  timeline: Timeline,
  pod: number,
  seek: (t: number) => void,
  selectPod: (pod: number | undefined) => void,
): HTMLElement[] {
  const { pods, nodes, revisions } = timeline;
  const name = pods.names[pod] ?? '';
  const changes = podLife(pods, pod);
  const node = nodes[pods.node[pod] as number]?.name ?? 'no node';
  const restarts = pods.restarts[pod] as number;
  const revision = revisions[pods.revision[pod] as number]?.revision ?? '?';
  return [
    h(
      'div',
      { class: 'decision-head' },
      h('h2', { class: 'mono' }, name),
      button({
        label: '✕',
        title: 'Close the life of this pod',
        appearance: 'icon',
        onClick: () => {
          selectPod(undefined);
        },
      }),
    ),
    h('p', { class: 'aside' }, `revision ${revision} · ${node}${restarts > 0 ? ` · restarted ${restarts} ×` : ''}`),
    h(
      'ol',
      { class: 'life-steps' },
      ...changes.map(({ t, state }, index) => {
        const until = changes[index + 1]?.t;
        const lasted = until === undefined || t < 0 ? '' : ` for ${formatDuration(until - t)}`;
        return h(
          'li',
          {},
          link(t < 0 ? 'before' : clock(t, true), () => {
            seek(t);
          }),
          h('span', {}, h('b', {}, STATE_WORDS[state]), state === 'Gone' ? '' : h('span', { class: 'aside' }, lasted)),
        );
      }),
    ),
  ];
}
