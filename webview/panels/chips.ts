import { roundsUp } from '../../src/model/envelope';
import type { IntOrString } from '../../src/model/intOrPercent';
import { formatDuration, grouped } from '../../src/model/words';
import { strategyOf, type TuningField } from '../model/edits';
import { shorten } from '../model/format';
import type { Shown, State } from '../model/state';
import { h } from '../ui/dom';

/** What Kubernetes takes for no deadline. */
const NO_DEADLINE = 2 ** 31 - 1;

interface Fact {
  readonly label: string;
  readonly value: string;
  /** Whole, where the value is cut. */
  readonly title?: string;
  readonly field?: TuningField;
  readonly edited?: boolean;
  /** Leads to the manifest. */
  readonly isSource?: boolean;
}

export function factsOf({ edits, session }: State, { timeline, scenario }: Shown): Fact[] {
  const { workload, envelope, nodes } = timeline;
  const { tuning } = edits;
  const isSet = (field: TuningField): boolean => tuning[field] !== undefined;
  const { maxSurge, maxUnavailable } = strategyOf(scenario.workload.after);
  const isDaemon = workload.kind === 'DaemonSet';
  const rolling = workload.strategy === 'RollingUpdate';
  const known = session?.kind === workload.kind ? session.name : workload.name;
  return [
    { label: workload.kind, value: shorten(known, 34), title: known, isSource: session?.uri !== undefined },
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
            value: workload.progressDeadlineSeconds === NO_DEADLINE ? 'none' : formatDuration(workload.progressDeadlineSeconds),
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

export function chip(
  { label, value, title: whole = value, field, edited = false, isSource = false }: Fact,
  editField: (field: TuningField) => void,
  reveal: () => void,
): HTMLElement {
  const content = [`${label} `, h('b', {}, value), edited && h('span', { class: 'edited', title: 'changed by a what-if' }, '•')];
  const run = isSource
    ? reveal
    : (): void => {
        if (field !== undefined) editField(field);
      };
  const title = isSource ? `${whole}: show the source` : `Change ${label}`;
  const isButton = isSource || field !== undefined;
  const body = isButton
    ? h('button', { class: edited ? 'chip is-edited' : 'chip', title, onclick: run }, ...content)
    : h('span', { class: 'chip' }, ...content);
  return h('span', { role: 'listitem' }, body);
}
