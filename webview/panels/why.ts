import { describeStep } from '../../src/engine/simulation/describeDecision';
import type { Timeline, TimelineDecision } from '../../src/engine/simulation/timeline';
import { countUntil, podLife } from '../../src/engine/simulation/timelineQueries';
import { formatDuration } from '../../src/engine/simulation/words';
import { clock, grouped } from '../model/format';
import { fillFormula, isTelling, type DecisionGroup, type Step } from '../model/happenings';
import type { State } from '../model/state';
import { watchRowsAt } from '../model/watch';
import { decisionsBefore, holdAt, holdingSteps, podIndex } from '../model/why';
import { STATE_WORDS } from '../model/words';
import { button, checkbox } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface WhyView extends View {
  readonly element: HTMLElement;
}

const DECISIONS_SHOWN = 6;
const EARLIER_SHOWN = 3;
const EVENTS_SHOWN = 60;
const WATCH_LINES = 8;
const PODS_LINKED = 12;

/** Why things are as they are at this moment: decisions, what holds the rollout back, events, conditions, kubectl's view. */
export function createWhy(store: Store): WhyView {
  const title = h('h2', {});
  const life = h('div', { class: 'life', hidden: true });
  const decisions = h('ol', { class: 'decisions', 'aria-label': 'Decisions, the latest first' });
  const hold = h('div', { class: 'hold' });
  const events = h('ol', { class: 'events', 'aria-label': 'Kubernetes events', tabindex: '0' });
  const everything = checkbox("pods' events too", false, (checked) => {
    allEvents = checked;
    store.refresh();
  });
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
    h('div', { class: 'decision-head section' }, h('h2', {}, 'Events'), everything),
    events,
    h('h2', {}, 'Conditions'),
    conditions,
    h('h2', {}, 'As kubectl shows it'),
    watch,
  );
  let allEvents = false;
  const shownParts = { decision: '', hold: '', events: '', conditions: -1, watch: '', life: '' };
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
      Object.assign(shownParts, { decision: '', hold: '', events: '', conditions: -1, watch: '', life: '' });
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
    const [current, ...earlier] = decisionsBefore(shown, t, EARLIER_SHOWN + 1);
    const key = `${current?.from} ${current?.decisions.length}`;
    if (key === shownParts.decision && decisions.childElementCount > 0) return;
    shownParts.decision = key;
    const now = current?.decisions ?? [];
    decisions.replaceChildren(
      ...now.slice(0, DECISIONS_SHOWN).map((decision) => decisionItem(shown, decision, seek, selectPod)),
      ...(now.length > DECISIONS_SHOWN
        ? [h('li', { class: 'aside' }, `and ${now.length - DECISIONS_SHOWN} more at this moment`)]
        : []),
      ...earlier.map((group) => earlierItem(group, seek)),
      ...(now.length === 0
        ? [h('li', { class: 'empty' }, 'Nothing decided yet. Press play, or step to the first decision.')]
        : []),
    );
  };
  const showHold = (shown: Timeline, t: number): void => {
    const { lines, remedies, next, stuck } = holdAt(shown, t);
    const steps = stuck ? [] : holdingSteps(shown, t);
    const key = JSON.stringify([lines, next, stuck, steps]);
    if (key === shownParts.hold) return;
    shownParts.hold = key;
    hold.className = stuck ? 'hold is-stuck' : 'hold';
    hold.replaceChildren(
      ...steps.map((step) =>
        h(
          'div',
          { class: 'step' },
          h('code', { class: 'step-name' }, step.step),
          step.formula !== undefined && formulaLine(step.formula, step.inputs, step.outcome),
          h('p', {}, `${sentenceCase(describeStep(step).sentence)}.`),
        ),
      ),
      ...lines.map((line) => h('p', {}, sentenceCase(line))),
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
  /** Only a window around the moment is in the page: a large rollout has tens of thousands of events. */
  const showEvents = (shown: Timeline, t: number): void => {
    const list = eventsOf(shown, allEvents);
    const past = countUntil(list, t);
    const key = `${allEvents} ${past}`;
    if (key === shownParts.events) return;
    shownParts.events = key;
    const first = Math.max(0, past - EVENTS_SHOWN);
    const window = list.slice(first, past + EVENTS_SHOWN);
    events.replaceChildren(
      ...window.map((event, index) => eventItem(event, seek, first + index >= past, first + index === past - 1)),
      ...(window.length === 0 ? [h('li', { class: 'empty' }, 'None.')] : []),
    );
    const current = events.children[Math.max(0, past - first - 1)] as HTMLElement | undefined;
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

const workloadEvents = new WeakMap<Timeline, Timeline['events']>();

/** Without those of single pods, unless they warn: 1,000 pods were each created, assigned, pulled and started. */
function eventsOf(timeline: Timeline, all: boolean): Timeline['events'] {
  if (all) return timeline.events;
  const known =
    workloadEvents.get(timeline) ??
    timeline.events.filter(({ type, kind, reason }) => type === 'Warning' || (kind !== 'Pod' && !/^Successful/.test(reason)));
  workloadEvents.set(timeline, known);
  return known;
}

function eventItem(
  { t, type, reason, message, name, kind }: Timeline['events'][number],
  seek: (t: number) => void,
  isFuture: boolean,
  isCurrent: boolean,
): HTMLElement {
  const isWarning = type === 'Warning';
  return h(
    'li',
    { class: [isWarning && 'is-warning', isFuture && 'is-future', isCurrent && 'is-current'].filter(Boolean).join(' ') },
    link(clock(Math.max(0, t)), () => {
      seek(t);
    }),
    h(
      'span',
      {},
      isWarning ? '! ' : '',
      h('b', {}, reason),
      ` ${message}`,
      kind === 'Pod' && h('span', { class: 'aside' }, ` ${name}`),
    ),
  );
}

function decisionItem(
  timeline: Timeline,
  decision: TimelineDecision,
  seek: (t: number) => void,
  selectPod: (pod: number) => void,
): HTMLElement {
  return h(
    'li',
    { class: 'decision is-current' },
    decisionHead(decision.t, `${decision.controller} controller`, seek),
    ...decision.steps.filter(isTelling).map((step) => stepBlock(timeline, step, selectPod)),
    decision.error !== undefined && h('p', { class: 'error-text' }, `The sync ended with: ${decision.error}`),
  );
}

function decisionHead(t: number, who: string, seek: (t: number) => void): HTMLElement {
  return h(
    'div',
    { class: 'decision-head' },
    link(clock(t, true), () => {
      seek(t);
    }),
    h('span', { class: 'aside' }, who),
  );
}

/** An earlier moment in one line: its first step that changed something. */
function earlierItem({ to, decisions }: DecisionGroup, seek: (t: number) => void): HTMLElement {
  const step = decisions.flatMap(({ steps }) => steps).find(isTelling);
  const text = step === undefined ? (decisions[0]?.error ?? '') : sentenceCase(describeStep(step).sentence);
  return h(
    'li',
    { class: 'decision earlier' },
    link(clock(to, true), () => {
      seek(to);
    }),
    h('span', {}, text),
  );
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function stepBlock(timeline: Timeline, step: Step, selectPod: (pod: number) => void): HTMLElement {
  const { title, sentence } = describeStep(step);
  return h(
    'div',
    { class: 'step' },
    h('code', { class: 'step-name' }, title),
    step.formula !== undefined && formulaLine(step.formula, step.inputs, step.outcome),
    h('p', {}, `${sentenceCase(sentence)}.`),
    podLinks(timeline, step.subjects ?? [], selectPod),
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
