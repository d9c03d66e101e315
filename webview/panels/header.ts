import { isRollout, verdict, type Verdict } from '../../src/engine/simulation/verdict/verdict';
import { roundsUp } from '../../src/model/envelope';
import { counted, formatDuration, grouped } from '../../src/model/words';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { IntOrString } from '../../src/model/intOrPercent';
import { strategyOf, type Tuning, type TuningField } from '../model/edits';
import { shorten } from '../model/format';
import type { Pinned, Shown, State } from '../model/state';
import { button } from '../ui/controls';
import { h, setAttribute, setHidden, setText } from '../ui/dom';
import type { View } from '../ui/store';

export interface HeaderView extends View {
  readonly element: HTMLElement;
}

const MARKS: Readonly<Record<Verdict['tone'], readonly [glyph: string, word: string]>> = {
  good: ['✓', 'Good'],
  warning: ['!', 'Take care'],
  bad: ['✕', 'Problem'],
};

/** The verdict in words, the facts it rests on, and what is compared with it. */
export function createHeader(
  editField: (field: TuningField) => void,
  reveal: () => void,
  tune: (tuning: Tuning) => void,
): HeaderView {
  const mark = h('span', { class: 'mark', 'aria-hidden': 'true' });
  const title = h('h1', {});
  const remedy = h('p', { class: 'remedy', hidden: true });
  const chips = h('div', { class: 'chips', role: 'list', 'aria-label': 'Facts of this rollout' });
  const compared = h('p', { class: 'compared', hidden: true });
  const notes = h('p', { class: 'notes', hidden: true });
  const offers = createOffers(tune);
  const verdictLine = h('div', { class: 'verdict' }, mark, title);
  const element = h('header', { class: 'header' }, verdictLine, remedy, offers, compared, chips, notes);
  let drawn: Pick<State, 'shown' | 'pinned' | 'edits' | 'notes'> | undefined;
  return {
    element,
    update: (state) => {
      if (drawn !== undefined && drawn.shown === state.shown && drawn.pinned === state.pinned && drawn.edits === state.edits)
        return false;
      drawn = state;
      if (state.shown === undefined) return false;
      const { timeline } = state.shown;
      showVerdict(element, mark, title, verdict(timeline));
      showRemedy(remedy, timeline);
      setHidden(offers, !isOffered(state, timeline));
      showComparison(compared, timeline, state.pinned);
      setHidden(notes, state.notes.length === 0);
      setText(notes, state.notes.join(' '));
      chips.replaceChildren(...factsOf(state, state.shown).map((fact) => chip(fact, editField, reveal)));
      return false;
    },
  };
}

/** An edit that replaces no pod leaves the question open what a rollout under it would be like. */
function createOffers(tune: (tuning: Tuning) => void): HTMLElement {
  const offer = (label: string, id: string, replaced: NonNullable<Tuning['replaced']>): HTMLElement =>
    button({
      label,
      id,
      onClick: () => {
        tune({ replaced });
      },
    });
  return h(
    'div',
    { class: 'offers actions', hidden: true },
    offer('Simulate a restart', 'simulate-restart', 'restart'),
    offer('Simulate a new image', 'simulate-new-image', 'newImage'),
  );
}

function isOffered({ edits, session }: State, timeline: Timeline): boolean {
  const isDone = timeline.outcome.kind === 'complete' || timeline.outcome.kind === 'nothingToDo';
  return session?.origin === 'manifest' && edits.tuning.replaced === undefined && isDone && !isRollout(timeline);
}

function showVerdict(element: HTMLElement, mark: HTMLElement, title: HTMLElement, { tone, headline, details }: Verdict): void {
  const [glyph, word] = MARKS[tone];
  setAttribute(element, 'data-tone', tone);
  setText(mark, glyph);
  title.replaceChildren(
    h('span', { class: 'sr-only' }, `${word}: `),
    h('strong', {}, headline),
    ...details.flatMap((detail) => {
      const [main = '', aside] = detail.split(/ (?=\()/);
      return [
        h('span', { class: 'dot', 'aria-hidden': 'true' }, ' · '),
        main,
        aside !== undefined && h('span', { class: 'aside' }, ` ${aside}`),
      ].filter((part): part is HTMLElement | string => part !== false);
    }),
  );
}

function showRemedy(element: HTMLElement, { outcome }: Timeline): void {
  const remedies = outcome.blockers.flatMap(({ remedy }) => (remedy === undefined ? [] : [remedy]));
  setHidden(element, remedies.length === 0);
  setText(element, remedies.length === 0 ? '' : `What would help: ${[...new Set(remedies)].slice(0, 2).join('; or ')}`);
}

function showComparison(element: HTMLElement, now: Timeline, pinned: Pinned | undefined): void {
  setHidden(element, pinned === undefined);
  if (pinned === undefined) return;
  const { timeline } = pinned;
  const differences = [
    durationDifference(now, timeline),
    difference(now.facts.minAvailable - timeline.facts.minAvailable, 'available at the lowest'),
    difference(now.facts.maxPods - timeline.facts.maxPods, 'pod at the peak', 'pods at the peak'),
  ].filter((text) => text !== '');
  element.replaceChildren(
    h('span', { class: 'ghost-key', 'aria-hidden': 'true' }),
    `Pinned (${pinned.label}): ${verdict(timeline).headline}. `,
    h('b', {}, differences.length === 0 ? 'This run is the same.' : `This run: ${differences.join(', ')}.`),
  );
}

function difference(amount: number, one: string, many = one): string {
  const way = amount > 0 ? 'more' : 'fewer';
  return amount === 0 ? '' : counted(Math.abs(amount), `${way} ${one}`, `${way} ${many}`);
}

function durationDifference(now: Timeline, pinned: Timeline): string {
  const a = now.facts.duration;
  const b = pinned.facts.duration;
  if (a === undefined || b === undefined)
    return a === b ? '' : a === undefined ? 'does not complete' : `completes in ${formatDuration(a)}`;
  const seconds = a - b;
  return Math.abs(seconds) < 0.05 ? '' : `${formatDuration(Math.abs(seconds))} ${seconds > 0 ? 'longer' : 'shorter'}`;
}

interface Fact {
  readonly label: string;
  readonly value: string;
  readonly field?: TuningField;
  readonly edited?: boolean;
  /** Leads to the manifest. */
  readonly isSource?: boolean;
}

function factsOf({ edits, session }: State, { timeline, scenario }: Shown): Fact[] {
  const { workload, envelope, nodes } = timeline;
  const { tuning } = edits;
  const isSet = (field: TuningField): boolean => tuning[field] !== undefined;
  const { maxSurge, maxUnavailable } = strategyOf(scenario.workload.after);
  const isDaemon = workload.kind === 'DaemonSet';
  const rolling = workload.strategy === 'RollingUpdate';
  const known = session?.kind === workload.kind ? session.name : workload.name;
  return [
    { label: workload.kind, value: shorten(known, 34), isSource: session?.uri !== undefined },
    isDaemon
      ? { label: 'nodes', value: grouped(envelope.desired), field: 'nodeCount', edited: isSet('nodeCount') }
      : { label: 'replicas', value: grouped(envelope.desired), field: 'replicas', edited: isSet('replicas') },
    ...(rolling
      ? [
          {
            label: 'maxSurge',
            value: resolved(maxSurge, envelope.surge, roundsUp(workload.kind, 'maxSurge')),
            field: 'maxSurge',
            edited: isSet('maxSurge'),
          } as const,
          {
            label: 'maxUnavailable',
            value: resolved(maxUnavailable, envelope.unavailable, roundsUp(workload.kind, 'maxUnavailable')),
            field: 'maxUnavailable',
            edited: isSet('maxUnavailable'),
          } as const,
        ]
      : [{ label: 'strategy', value: workload.strategy }]),
    ...(rolling
      ? [
          { label: 'floor', value: grouped(envelope.floor) },
          { label: 'ceiling', value: grouped(envelope.ceiling) },
        ]
      : []),
    {
      label: 'min ready',
      value: formatDuration(workload.minReadySeconds),
      field: 'minReadySeconds',
      edited: isSet('minReadySeconds'),
    },
    ...(workload.progressDeadlineSeconds === undefined
      ? []
      : [
          {
            label: 'deadline',
            value: formatDuration(workload.progressDeadlineSeconds),
            field: 'progressDeadlineSeconds',
            edited: isSet('progressDeadlineSeconds'),
          } as const,
        ]),
    ...(isDaemon
      ? []
      : [{ label: 'nodes', value: grouped(nodes.length), field: 'nodeCount', edited: isSet('nodeCount') } as const]),
  ];
}

/** `25% → 3 ↑`: as written, as counted, and which way it was rounded. */
function resolved(written: IntOrString | undefined, amount: number, up: boolean): string {
  if (typeof written !== 'string') return grouped(amount);
  return `${written} → ${grouped(amount)} ${up ? '↑' : '↓'}`;
}

function chip(
  { label, value, field, edited = false, isSource = false }: Fact,
  editField: (field: TuningField) => void,
  reveal: () => void,
): HTMLElement {
  const content = [`${label} `, h('b', {}, value), edited && h('span', { class: 'edited', title: 'changed by a what-if' }, '•')];
  const run = isSource
    ? reveal
    : (): void => {
        if (field !== undefined) editField(field);
      };
  const title = isSource ? 'Show the source' : `Change ${label}`;
  const isButton = isSource || field !== undefined;
  const body = isButton
    ? h('button', { class: edited ? 'chip is-edited' : 'chip', title, onclick: run }, ...content)
    : h('span', { class: 'chip' }, ...content);
  return h('span', { role: 'listitem' }, body);
}
