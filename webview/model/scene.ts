import {
  POD_STATES,
  type PodState,
  type PodTable,
  type RevisionInfo,
  type Timeline,
} from '../../src/engine/simulation/timeline/timeline';
import { counted } from '../../src/model/words';
import { linearAxis, quietAxis, type TimeAxis } from './axis';
import { appliedRevision, numberAt } from './versions';

const GONE = POD_STATES.indexOf('Gone');
const TERMINATING = POD_STATES.indexOf('Terminating');
const AVAILABLE = POD_STATES.indexOf('Available');

/** Everything about a timeline that the pictures need and that does not change with time, size or theme. */
export interface Scene {
  readonly timeline: Timeline;
  readonly axis: TimeAxis;
  readonly lanes: readonly Lane[];
  /** Number of places where a pod can be drawn: lane by lane for a Deployment, two per node for a DaemonSet. */
  readonly cellCount: number;
  readonly cellOfPod: Int32Array;
  /** Lane of each cell. */
  readonly laneOfCell: Int32Array;
  readonly changes: SceneChanges;
  readonly story: readonly StoryGroup[];
  readonly kind: 'lanes' | 'nodes';
}

export interface Lane {
  /** For a lane that is not one of the revisions. */
  readonly label: string;
  readonly detail: string;
  /** Index into the timeline's revisions; −1 for a lane that is not one of them. */
  readonly revision: number;
  readonly firstCell: number;
  readonly cells: number;
}

/** All changes of all pods in the order of time. */
export interface SceneChanges {
  readonly times: Float64Array;
  readonly pods: Int32Array;
  readonly states: Uint8Array;
}

/** The pods of one revision, one line each, in the order that makes a staircase. */
export interface StoryGroup {
  readonly revision: number;
  readonly pods: Int32Array;
}

export interface AxisOptions {
  readonly shortenQuiet: boolean;
}

export function buildScene(timeline: Timeline, options: AxisOptions): Scene {
  const { pods } = timeline;
  const phases = podPhases(pods);
  const isNodes = timeline.workload.kind === 'DaemonSet';
  const { lanes, cellOfPod, cellCount } = isNodes ? nodeCells(timeline) : laneCells(timeline, phases);
  const laneOfCell = new Int32Array(cellCount);
  lanes.forEach((lane, index) => laneOfCell.fill(index, lane.firstCell, lane.firstCell + lane.cells));
  return {
    timeline,
    axis: buildAxis(timeline, options),
    lanes,
    cellCount,
    cellOfPod,
    laneOfCell,
    changes: sortedChanges(pods),
    story: storyGroups(timeline, phases),
    kind: isNodes ? 'nodes' : 'lanes',
  };
}

/** A little of the time before 0 is shown, where the old version is complete; a little after the end likewise. */
function buildAxis(timeline: Timeline, { shortenQuiet }: AxisOptions): TimeAxis {
  const happenings = [...timeline.pods.changeTimes, ...timeline.markers.map(({ t }) => t)];
  for (const { t } of timeline.conditions) happenings.push(t);
  const sorted = Float64Array.from([0, ...happenings.filter((t) => t > 0 && t <= timeline.end), timeline.end]).sort();
  const busy = shortenQuiet ? quietAxis(0, Math.max(timeline.end, 1), sorted) : linearAxis(0, timeline.end);
  const lead = busy.length * 0.03;
  const start = busy.start - lead;
  const end = busy.end + lead / 3;
  const body = shortenQuiet ? quietAxis(start, end, sorted) : linearAxis(start, end);
  return body;
}

interface Phases {
  readonly terminatedAt: Float64Array;
  readonly goneAt: Float64Array;
  readonly availableAt: Float64Array;
}

function podPhases(pods: PodTable): Phases {
  const terminatedAt = new Float64Array(pods.count).fill(Infinity);
  const goneAt = new Float64Array(pods.count).fill(Infinity);
  const availableAt = new Float64Array(pods.count).fill(Infinity);
  for (let pod = 0; pod < pods.count; pod++) {
    for (let index = pods.changeOffsets[pod] as number; index < (pods.changeOffsets[pod + 1] as number); index++) {
      const t = pods.changeTimes[index] as number;
      const state = pods.changeStates[index] as number;
      if (state === AVAILABLE) availableAt[pod] = Math.min(availableAt[pod] as number, t);
      if (state === TERMINATING || state === GONE) terminatedAt[pod] = Math.min(terminatedAt[pod] as number, t);
      if (state === GONE) goneAt[pod] = t;
    }
  }
  return { terminatedAt, goneAt, availableAt };
}

interface Cells {
  readonly lanes: readonly Lane[];
  readonly cellOfPod: Int32Array;
  readonly cellCount: number;
}

/**
 * One lane per revision that ever has a pod. Pods of before take the first places so that the last to die is leftmost
 * and the lane empties from its right end; later pods take the first place that is free.
 */
function laneCells(timeline: Timeline, { terminatedAt, goneAt }: Phases): Cells {
  const { pods, revisions } = timeline;
  const cellOfPod = new Int32Array(pods.count).fill(-1);
  const lanes: Lane[] = [];
  let firstCell = 0;
  const order = revisions
    .map((_, index) => index)
    .sort((a, b) => (revisions[a]?.createdAt ?? 0) - (revisions[b]?.createdAt ?? 0));
  for (const revision of order) {
    const members = podsOf(pods, revision);
    if (members.length === 0) continue;
    const early = members.filter((pod) => (pods.createdAt[pod] as number) <= 0);
    const late = members.filter((pod) => (pods.createdAt[pod] as number) > 0);
    early.sort((a, b) => compare(terminatedAt[b] as number, terminatedAt[a] as number) || a - b);
    const freeFrom: number[] = [];
    for (const pod of [...early, ...late]) {
      const place = firstFree(freeFrom, pods.createdAt[pod] as number);
      freeFrom[place] = goneAt[pod] as number;
      cellOfPod[pod] = firstCell + place;
    }
    const { image } = revisions[revision] as RevisionInfo;
    lanes.push({
      label: '',
      detail: image,
      revision,
      firstCell,
      cells: freeFrom.length,
    });
    firstCell += freeFrom.length;
  }
  return { lanes, cellOfPod, cellCount: firstCell };
}

/** What a lane shows, as it is called at t. */
export function laneName({ timeline }: Scene, { label, revision }: Lane, t: number): string {
  const info = timeline.revisions[revision];
  return info === undefined ? label : `revision ${numberAt(info, t)}`;
}

const compare = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);

function firstFree(freeFrom: readonly number[], at: number): number {
  for (let place = 0; place < freeFrom.length; place++) {
    if ((freeFrom[place] as number) <= at && at > 0) return place;
  }
  return freeFrom.length;
}

function podsOf(pods: PodTable, revision: number): number[] {
  const members: number[] = [];
  for (let pod = 0; pod < pods.count; pod++) if (pods.revision[pod] === revision) members.push(pod);
  return members;
}

/** Two cells per node, the left for other revisions, the right for the applied one; pods on no node get a lane of their own. */
function nodeCells(timeline: Timeline): Cells {
  const { pods, revisions, nodes } = timeline;
  const cellOfPod = new Int32Array(pods.count);
  const applied = appliedRevision(revisions);
  let unbound = 0;
  for (let pod = 0; pod < pods.count; pod++) {
    const node = pods.node[pod] as number;
    const half = pods.revision[pod] === applied ? 1 : 0;
    cellOfPod[pod] = node >= 0 ? node * 2 + half : nodes.length * 2 + unbound++;
  }
  const lanes: Lane[] = [
    {
      label: counted(nodes.length, 'node'),
      detail: 'left: old · right: new',
      revision: -1,
      firstCell: 0,
      cells: nodes.length * 2,
    },
  ];
  if (unbound > 0) lanes.push({ label: 'on no node', detail: '', revision: -1, firstCell: nodes.length * 2, cells: unbound });
  return { lanes, cellOfPod, cellCount: nodes.length * 2 + unbound };
}

function sortedChanges(pods: PodTable): SceneChanges {
  const total = pods.changeTimes.length;
  const podOfChange = new Int32Array(total);
  for (let pod = 0; pod < pods.count; pod++) {
    podOfChange.fill(pod, pods.changeOffsets[pod], pods.changeOffsets[pod + 1]);
  }
  const order = Int32Array.from({ length: total }, (_, index) => index);
  order.sort((a, b) => compare(pods.changeTimes[a] as number, pods.changeTimes[b] as number) || a - b);
  return {
    times: Float64Array.from(order, (index) => pods.changeTimes[index] as number),
    pods: Int32Array.from(order, (index) => podOfChange[index] as number),
    states: Uint8Array.from(order, (index) => pods.changeStates[index] as number),
  };
}

function storyGroups(timeline: Timeline, { terminatedAt, availableAt }: Phases): StoryGroup[] {
  const { pods, revisions } = timeline;
  const order = revisions
    .map((_, index) => index)
    .sort((a, b) => (revisions[a]?.createdAt ?? 0) - (revisions[b]?.createdAt ?? 0));
  return order
    .map((revision) => {
      const members = podsOf(pods, revision);
      const created = (pod: number): number => Math.max(0, pods.createdAt[pod] as number);
      members.sort(
        (a, b) =>
          compare(created(a), created(b)) ||
          compare(terminatedAt[a] as number, terminatedAt[b] as number) ||
          compare(availableAt[a] as number, availableAt[b] as number) ||
          a - b,
      );
      return { revision, pods: Int32Array.from(members) };
    })
    .filter((group) => group.pods.length > 0);
}

/** What is in each cell at a moment: the pod and its state, or −1 where the cell is empty. */
export interface CellStates {
  readonly pods: Int32Array;
  readonly states: Int8Array;
  /** How many of the scene's changes have been applied. */
  cursor: number;
}

export function emptyCells(scene: Scene): CellStates {
  return { pods: new Int32Array(scene.cellCount).fill(-1), states: new Int8Array(scene.cellCount).fill(-1), cursor: 0 };
}

/**
 * Brings the cells to time t and calls `changed` for each cell that became different. Going forward costs what happened in
 * between; going back starts over, without telling.
 */
export function advanceCells(
  scene: Scene,
  cells: CellStates,
  t: number,
  changed?: (cell: number) => void,
): 'forward' | 'rewound' {
  const { times } = scene.changes;
  const rewound = cells.cursor > 0 && (times[cells.cursor - 1] as number) > t;
  if (rewound) {
    cells.pods.fill(-1);
    cells.states.fill(-1);
    cells.cursor = 0;
  }
  while (cells.cursor < times.length && (times[cells.cursor] as number) <= t) {
    const cell = applyChange(scene, cells, cells.cursor);
    cells.cursor++;
    if (!rewound && cell >= 0) changed?.(cell);
  }
  return rewound ? 'rewound' : 'forward';
}

function applyChange(scene: Scene, cells: CellStates, index: number): number {
  const pod = scene.changes.pods[index] as number;
  const state = scene.changes.states[index] as number;
  const cell = scene.cellOfPod[pod] as number;
  if (state === GONE) {
    // Another pod may have taken the place already; it stays.
    if (cells.pods[cell] !== pod) return -1;
    cells.pods[cell] = -1;
    cells.states[cell] = -1;
    return cell;
  }
  cells.pods[cell] = pod;
  cells.states[cell] = state;
  return cell;
}

export const stateName = (index: number): PodState => POD_STATES[index] as PodState;
