/** Ours: what the senders are told of each pod, and what its process really does, as far as requests are concerned. */
import type { PodSpec, Service, StringMap } from '../../model/apiTypes';
import { namespaceOf } from '../../model/meta';
import { getEndpointPorts } from '../controllers/endpointslice/endpointPorts';
import { selects } from '../controllers/endpointslice/podServices';
import type { Scenario, Workload } from '../simulation/scenario/scenario';
import type { Load } from '../../model/load';
import { POD_STATES, type PodState, type PodTable, type Timeline } from '../simulation/timeline/timeline';
import { PROCESS_CHANGES, type ProcessTable } from '../simulation/timeline/processTable';
import { podLife, type PodChange } from '../simulation/timeline/timelineQueries';

/** From `from` until just before `until`, in seconds of the timeline; ±Infinity: since ever, for good. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** One run of the process that answers the requests. */
export interface Run {
  readonly from: number;
  readonly answersAt: number;
  /** Takes nothing new from here on. */
  readonly until: number;
  /** What is not finished then is lost. */
  readonly cutAt: number;
  /** It is told to stop. Absent: it has not been, or ends by itself. */
  readonly signalAt?: number;
}

export interface PodLife {
  /** Index into the timeline's pods; −1: a pod of another workload. */
  readonly pod: number;
  /** Its endpoint is ready: new requests go there. */
  readonly ready: readonly Span[];
  /** It is on its way out and still serves: new requests go there if no endpoint is ready. */
  readonly terminating: readonly Span[];
  readonly runs: readonly Run[];
}

/** All pods that the Service sends requests to, in the course of a rollout. */
export function podLives(timeline: Timeline, scenario: Scenario, service: Service, onTerm: Load['onTerm']): readonly PodLife[] {
  const { before: older, after } = scenario.workload;
  const isSent = timeline.revisions.map(({ createdAt }) => isSentTo(service, createdAt < 0 ? (older ?? after) : after));
  const publishes = service.spec?.publishNotReadyAddresses === true;
  const processes = new ProcessesOfPods(timeline);
  const lives: PodLife[] = [];
  for (let pod = 0; pod < timeline.pods.count; pod++) {
    if (isSent[timeline.pods.revision[pod] as number] !== true) continue;
    const { ready, terminating } = memberships(timeline.pods, pod, publishes);
    lives.push({ pod, ready, terminating, runs: processes.runsOf(pod, onTerm) });
  }
  const known = publishes
    ? lives
    : withoutNodes(
        lives.map((life) => untilNodeFails(timeline, life)),
        timeline,
      );
  return [...known, ...othersLives(timeline, scenario, service)];
}

/** When a node is found silent its pods are no longer ready, those on their way out included. */
function untilNodeFails({ nodeChanges, pods }: Timeline, life: PodLife): PodLife {
  const [span] = life.terminating;
  if (span === undefined || nodeChanges.length === 0) return life;
  const node = pods.node[life.pod];
  const fails = nodeChanges.find((change) => change.node === node && change.change === 'notReady' && change.t >= span.from);
  return fails === undefined ? life : { ...life, terminating: before(life.terminating, fails.t) };
}

const before = (spans: readonly Span[], t: number): readonly Span[] =>
  spans.flatMap(({ from, until }) => (from < t ? [{ from, until: Math.min(until, t) }] : []));

/** A pod whose node is no longer there is left out of the slices from the next sync on, which the next change of a pod brings. */
function withoutNodes(lives: readonly PodLife[], { nodes, pods }: Timeline): readonly PodLife[] {
  if (nodes.every(({ goneAt }) => goneAt === undefined)) return lives;
  const changes = lives.flatMap(({ pod }) => changesToSlices(podLife(pods, pod)));
  return lives.map((life) => {
    const gone = nodes[pods.node[life.pod] as number]?.goneAt;
    if (gone === undefined) return life;
    const left = Math.min(...changes.filter((t) => t >= gone));
    return { ...life, ready: before(life.ready, left), terminating: before(life.terminating, left) };
  });
}

/** A new pod is one; that it is bound, or counts as available, is none. */
function changesToSlices(life: readonly PodChange[]): readonly number[] {
  const isWrite = ({ state }: PodChange, index: number): boolean =>
    state !== 'Creating' && !(state === 'Available' && life[index - 1]?.state === 'Ready');
  return life.filter(isWrite).map(({ t }) => t);
}

function isSentTo(service: Service, { spec: { template } }: Workload): boolean {
  return selects(service, template.metadata?.labels) && hasPort(service, template.spec, template.metadata?.labels);
}

/** A pod that has none of the ports is in a slice without ports: nobody sends anything there. */
function hasPort(service: Service, spec: PodSpec, labels: StringMap | undefined): boolean {
  const { ports = [] } = service.spec ?? {};
  return ports.length === 0 || getEndpointPorts(service, { metadata: { name: '', labels }, spec }).length > 0;
}

/** Pods of other workloads behind the same Service: what becomes of their requests is a question about them. */
function othersLives({ others = [] }: Timeline, scenario: Scenario, service: Service): readonly PodLife[] {
  return others.flatMap(({ pods, namespace, name, kind }) => {
    const is = (workload: Workload | undefined): boolean =>
      workload?.kind === kind && workload.metadata.name === name && namespaceOf(workload) === namespace;
    const other = scenario.others?.find(({ before, after }) => is(after) || is(before));
    const workload = other?.after ?? other?.before;
    if (workload === undefined || !isSentTo(service, workload)) return [];
    return livesOfOther(pods);
  });
}

function livesOfOther(pods: PodTable): PodLife[] {
  return Array.from({ length: pods.count }, (_, pod) => {
    const { ready, terminating } = memberships(pods, pod, false);
    return { pod: -1, ready, terminating, runs: [SINCE_EVER] };
  });
}

const codeOf = (state: PodState): number => POD_STATES.indexOf(state);
const READY: ReadonlySet<number> = new Set((['Ready', 'Available'] as const).map(codeOf));
/** It has an address, and has not ended. */
const LISTED: ReadonlySet<number> = new Set((['Running', 'Ready', 'Available', 'CrashLoop'] as const).map(codeOf));
const TERMINATING = codeOf('Terminating');

/** What the EndpointSlice controller says of a pod, over time. On its way out it stays what it was, but is no longer ready. */
function memberships(pods: PodTable, pod: number, publishes: boolean): Pick<PodLife, 'ready' | 'terminating'> {
  const member = publishes ? LISTED : READY;
  const ready: Span[] = [];
  const terminating: Span[] = [];
  let readySince: number | undefined;
  let terminatingSince: number | undefined;
  let wasMember = false;
  const first = pods.changeOffsets[pod] as number;
  const end = pods.changeOffsets[pod + 1] as number;
  for (let index = first; index < end; index++) {
    const state = pods.changeStates[index] as number;
    const t = index === first && (pods.createdAt[pod] as number) < 0 ? -Infinity : (pods.changeTimes[index] as number);
    const isLeaving: boolean = state === TERMINATING && wasMember;
    const isReady: boolean = member.has(state) || (publishes && isLeaving);
    if (readySince !== undefined && !isReady) {
      closed(ready, readySince, t);
      readySince = undefined;
    }
    if (terminatingSince !== undefined) {
      closed(terminating, terminatingSince, t);
      terminatingSince = undefined;
    }
    if (isReady) readySince ??= t;
    if (isLeaving && !publishes) terminatingSince = t;
    wasMember = isReady;
  }
  if (readySince !== undefined) closed(ready, readySince, Infinity);
  if (terminatingSince !== undefined) closed(terminating, terminatingSince, Infinity);
  return { ready, terminating };
}

function closed(spans: Span[], from: number, until: number): void {
  if (from < until) spans.push({ from, until });
}

const SINCE_EVER: Run = { from: -Infinity, answersAt: -Infinity, until: Infinity, cutAt: Infinity };

/** The rows of the table, by pods. */
class ProcessesOfPods {
  readonly #table: ProcessTable | undefined;
  readonly #pods: PodTable;
  /** Per pod its first row, and per row the next one of the same pod; −1: there is none. */
  readonly #first: Int32Array;
  readonly #next: Int32Array;

  constructor({ processes, pods }: Timeline) {
    this.#table = processes;
    this.#pods = pods;
    const count = processes?.count ?? 0;
    this.#first = new Int32Array(pods.count).fill(-1);
    this.#next = new Int32Array(count).fill(-1);
    for (let row = count - 1; row >= 0; row--) {
      const pod = processes?.pod[row] as number;
      this.#next[row] = this.#first[pod] as number;
      this.#first[pod] = row;
    }
  }

  runsOf(pod: number, onTerm: Load['onTerm']): readonly Run[] {
    const runs: Run[] = [];
    let row = this.#first[pod] as number;
    const isOlder = (this.#pods.createdAt[pod] as number) < 0;
    if (isOlder && (row < 0 || this.#table?.change[row] !== CHANGE.run)) runs.push(SINCE_EVER);
    for (; row >= 0; row = this.#next[row] as number) {
      const { change, from: froms, until: untils } = this.#table as ProcessTable;
      const [from, until] = [froms[row] as number, untils[row] as number];
      const last = runs.at(-1);
      if (change[row] === CHANGE.run) runs.push({ from, answersAt: until, until: Infinity, cutAt: Infinity });
      else if (last !== undefined && last.until === Infinity) {
        const end = change[row] === CHANGE.stop ? ENDS[onTerm](from, until) : { until: from, cutAt: from };
        runs[runs.length - 1] = { from: last.from, answersAt: last.answersAt, ...end };
      }
    }
    return runs;
  }
}

const CHANGE = { run: PROCESS_CHANGES.indexOf('run'), stop: PROCESS_CHANGES.indexOf('stop') };

/** What comes of the stop signal, and of the end. */
const ENDS: Readonly<Record<Load['onTerm'], (signal: number, end: number) => Pick<Run, 'until' | 'cutAt' | 'signalAt'>>> = {
  exits: (signal) => ({ until: signal, cutAt: signal, signalAt: signal }),
  drains: (signal, end) => ({ until: signal, cutAt: end, signalAt: signal }),
  serves: (signal, end) => ({ until: end, cutAt: end, signalAt: signal }),
};
