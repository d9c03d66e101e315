import {
  POD_STATES,
  REVISION_COLUMNS,
  STATUS_COLUMNS,
  TOTALS_COLUMNS,
  type PodState,
  type Series,
  type Timeline,
  type TimelineDecision,
  type TimelineEvent,
} from '../../../src/engine/simulation/timeline';

/** A made-up rollout: not the engine's arithmetic, only data of the right shape and of any size. */
export interface SyntheticOptions {
  readonly kind?: 'Deployment' | 'DaemonSet';
  readonly name?: string;
  readonly pods?: number;
  readonly surge?: number;
  readonly unavailable?: number;
  readonly nodes?: number;
  /** Pods of the new version never get ready. */
  readonly stalls?: boolean;
}

interface MadePod {
  readonly name: string;
  readonly revision: number;
  readonly node: number;
  readonly createdAt: number;
  readonly changes: { t: number; state: PodState }[];
}

const indexOf = (state: PodState): number => POD_STATES.indexOf(state);

/** Start-up takes 4 to 7.5 s in a fixed pattern, shut-down 3 s. */
const startSeconds = (serial: number): number => 4 + ((serial * 7) % 8) / 2;
const SHUT_DOWN_SECONDS = 3;

interface Counts {
  total: number;
  old: number;
  new: number;
  newAvailable: number;
  available: number;
  terminating: number;
}

/** Rolls step by step: whenever something became available or went away, new pods are made and old ones let go. */
export function syntheticTimeline(options: SyntheticOptions = {}): Timeline {
  const {
    kind = 'Deployment',
    pods: desired = 10,
    surge = Math.ceil(desired / 4),
    unavailable = Math.floor(desired / 4),
    stalls = false,
  } = options;
  const nodeCount = options.nodes ?? (kind === 'DaemonSet' ? desired : 3);
  const name = options.name ?? 'web';
  const made: MadePod[] = [];
  const decisions: TimelineDecision[] = [];
  const events: TimelineEvent[] = [];
  const rows: number[][] = [];
  const counts: Counts = { total: desired, old: desired, new: 0, newAvailable: 0, available: desired, terminating: 0 };
  const floor = desired - unavailable;
  const ceiling = desired + surge;
  const agenda: { t: number; run: () => void }[] = [];
  const at = (t: number, run: () => void): void => {
    agenda.push({ t, run });
  };
  const oldPods: MadePod[] = [];
  for (let index = 0; index < desired; index++) {
    const pod: MadePod = {
      name: `${name}-64f9d-${suffix(index)}`,
      revision: 0,
      node: index % nodeCount,
      createdAt: -3600,
      changes: [],
    };
    pod.changes.push({ t: -3600, state: 'Available' });
    made.push(pod);
    oldPods.push(pod);
  }
  const freed: number[] = [];
  let oldLeft = desired;
  const note = (t: number): void => {
    const { total, old, new: fresh, available, terminating } = counts;
    rows.push([t, total, old, fresh, available, available, terminating, desired, floor, ceiling]);
  };
  const letGo = (t: number, amount: number): MadePod[] => {
    const victims = oldPods.splice(0, amount);
    for (const pod of victims) {
      counts.total--;
      counts.old--;
      counts.available--;
      counts.terminating++;
      pod.changes.push({ t, state: 'Terminating' });
      at(t + SHUT_DOWN_SECONDS, () => {
        counts.terminating--;
        pod.changes.push({ t: t + SHUT_DOWN_SECONDS, state: 'Gone' });
        freed.push(pod.node);
      });
    }
    oldLeft -= victims.length;
    return victims;
  };
  let serial = 0;
  const create = (t: number, amount: number): MadePod[] => {
    const born: MadePod[] = [];
    for (let index = 0; index < amount; index++) {
      const node = kind === 'DaemonSet' ? serial % nodeCount : (serial * 5) % nodeCount;
      const pod: MadePod = {
        name: `${name}-58477-${suffix(serial + 1000)}`,
        revision: 1,
        node,
        createdAt: t,
        changes: [{ t, state: 'Unscheduled' }],
      };
      const ready = t + startSeconds(serial++);
      pod.changes.push({ t: t + 0.2, state: 'Creating' }, { t: t + 1.5, state: 'Running' });
      if (!stalls) {
        pod.changes.push({ t: ready, state: 'Available' });
        at(ready, () => {
          counts.available++;
          counts.newAvailable++;
        });
      }
      made.push(pod);
      born.push(pod);
    }
    counts.total += amount;
    counts.new += amount;
    return born;
  };
  const sync = (t: number): void => {
    const room = Math.min(ceiling - counts.total, desired - counts.new);
    const steps: TimelineDecision['steps'][number][] = [];
    if (room > 0) {
      const born = create(t, room);
      events.push(scaled(t, name, `Scaled up replica set ${name}-58477 from ${counts.new - room} to ${counts.new}`));
      steps.push({
        step: 'NewRSNewReplicas',
        formula: 'scaleUp = maxTotalPods − currentPods',
        inputs: { maxTotalPods: ceiling, currentPods: counts.total - room },
        outcome: room,
        verdict: 'scaledUp',
        subjects: born.map((pod) => ({ kind: 'Pod', name: pod.name, role: 'created' })),
      });
    }
    const newUnavailable = counts.new - counts.newAvailable;
    const most = Math.min(counts.total - floor - newUnavailable, oldLeft);
    if (most > 0) {
      const all = counts.total;
      const victims = letGo(t, most);
      events.push(scaled(t, name, `Scaled down replica set ${name}-64f9d from ${oldLeft + victims.length} to ${oldLeft}`));
      steps.push({
        step: 'reconcileOldReplicaSets',
        formula: 'maxScaledDown = allPods − minAvailable − newRSUnavailable',
        inputs: { allPods: all, minAvailable: floor, newRSUnavailable: newUnavailable },
        outcome: most,
        verdict: 'scaledDown',
        subjects: victims.map((pod) => ({ kind: 'Pod', name: pod.name, role: 'deleted' })),
      });
    }
    if (steps.length > 0) decisions.push({ t, controller: 'deployment', key: `default/${name}`, steps });
  };
  rows.push([-5, desired, desired, 0, desired, desired, 0, desired, floor, ceiling]);
  sync(0);
  note(0);
  let now = 0;
  while (agenda.length > 0) {
    agenda.sort((a, b) => a.t - b.t);
    now = (agenda[0] as { t: number }).t;
    while (agenda[0]?.t === now) agenda.shift()?.run();
    sync(now);
    note(now);
  }
  const end = stalls ? 600 : now + 1;
  return assemble({ kind, name, desired, surge, unavailable, nodeCount, made, rows, decisions, events, end, stalls });
}

function suffix(index: number): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  let rest = index * 7919 + 13;
  let text = '';
  for (let place = 0; place < 5; place++) {
    text += letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length) + place * 31;
  }
  return text;
}

const scaled = (t: number, name: string, message: string): TimelineEvent => ({
  t,
  type: 'Normal',
  reason: 'ScalingReplicaSet',
  kind: 'Deployment',
  name,
  message,
});

interface Parts {
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly name: string;
  readonly desired: number;
  readonly surge: number;
  readonly unavailable: number;
  readonly nodeCount: number;
  readonly made: readonly MadePod[];
  readonly rows: readonly number[][];
  readonly decisions: readonly TimelineDecision[];
  readonly events: readonly TimelineEvent[];
  readonly end: number;
  readonly stalls: boolean;
}

function series<C extends string>(
  columns: readonly C[],
  rows: readonly number[][],
  pick: (row: number[]) => number[],
): Series<C> {
  return {
    columns,
    times: Float64Array.from(rows, (row) => row[0] as number),
    values: Int32Array.from(rows.flatMap(pick)),
    versions: Int32Array.from(rows, (_, index) => index),
  };
}

function podTable(made: readonly MadePod[]): Timeline['pods'] {
  const offsets = [0];
  for (const pod of made) offsets.push((offsets.at(-1) as number) + pod.changes.length);
  const changes = made.flatMap((pod) => pod.changes);
  return {
    count: made.length,
    names: made.map((pod) => pod.name),
    revision: Int32Array.from(made, (pod) => pod.revision),
    node: Int32Array.from(made, (pod) => pod.node),
    createdAt: Float64Array.from(made, (pod) => pod.createdAt),
    restarts: new Int32Array(made.length),
    changeOffsets: Int32Array.from(offsets),
    changeTimes: Float64Array.from(changes, ({ t }) => t),
    changeStates: Uint8Array.from(changes, ({ state }) => indexOf(state)),
  };
}

function assemble(parts: Parts): Timeline {
  const { desired, surge, unavailable, rows, end, name, stalls } = parts;
  const available = rows.map((row) => row[5] as number);
  const totals = rows.map((row) => row[1] as number);
  const envelope = { desired, surge, unavailable, floor: desired - unavailable, ceiling: desired + surge };
  const stallText = 'New pods never get ready: readiness probe fails';
  return {
    version: 1,
    workload: {
      kind: parts.kind,
      namespace: 'default',
      name,
      image: 'nginx:1.9.3',
      strategy: 'RollingUpdate',
      minReadySeconds: 0,
      progressDeadlineSeconds: 600,
      terminationGracePeriodSeconds: 30,
      origin: 1_700_000_000_000,
    },
    envelope,
    end,
    outcome: stalls
      ? {
          kind: 'stalled',
          at: 12,
          sentence: stallText,
          blockers: [{ rule: 'neverReady', sentence: stallText, pods: [] }],
          deadlineExceededAt: 600,
        }
      : { kind: 'complete', at: end - 1, sentence: 'Completes', blockers: [], deadlineExceededAt: undefined },
    facts: {
      duration: stalls ? undefined : end - 1,
      desired,
      minAvailable: Math.min(...available),
      minAvailableAt: 0,
      maxPods: Math.max(...totals),
      maxPodsAt: 0,
      maxPodsWithTerminating: Math.max(...rows.map((row) => (row[1] as number) + (row[6] as number))),
      maxUnavailable: desired - Math.min(...available),
      secondsBelowFloor: 0,
      extraCpuMilli: surge * 250,
      extraMemoryBytes: surge * 512 * 1024 * 1024,
      podsCreated: parts.made.length - desired,
      restarts: 0,
    },
    revisions: [
      {
        name: `${name}-64f9d`,
        hash: '64f9d',
        revision: 1,
        image: 'nginx:1.8',
        createdAt: -3600,
        goneAt: undefined,
        current: false,
      },
      { name: `${name}-58477`, hash: '58477', revision: 2, image: 'nginx:1.9.3', createdAt: 0, goneAt: undefined, current: true },
    ],
    nodes: Array.from({ length: parts.nodeCount }, (_, index) => ({
      name: `node-${index + 1}`,
      addedAt: -3600,
      goneAt: undefined,
    })),
    pods: podTable(parts.made),
    status: series(
      STATUS_COLUMNS,
      rows,
      (row) => [1, desired, row[1], row[3], row[4], row[5], desired - (row[5] ?? 0), row[6], 0] as number[],
    ),
    revisionCounts: [
      series(REVISION_COLUMNS, rows, (row) => [row[2], row[2], row[2], row[2], row[6]] as number[]),
      series(
        REVISION_COLUMNS,
        rows,
        (row) => [row[3], row[3], (row[5] ?? 0) - (row[2] ?? 0), (row[5] ?? 0) - (row[2] ?? 0), 0] as number[],
      ),
    ],
    totals: series(TOTALS_COLUMNS, rows, (row) => row.slice(1)),
    conditions: [
      {
        t: 0,
        type: 'Progressing',
        status: 'True',
        reason: 'ReplicaSetUpdated',
        message: `ReplicaSet "${name}-58477" is progressing.`,
      },
    ],
    events: parts.events,
    decisions: parts.decisions,
    markers: [],
    nodeChanges: [],
    omissions: [],
  };
}
