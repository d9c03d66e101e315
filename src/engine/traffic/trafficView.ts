/** Ours: what the simulator shows of the requests of a rollout: plain data that goes from its worker to its page. */
import { DATA_PLANES, type DataPlane } from '../../model/dataPlanes';
import { graceSecondsOf } from '../../model/defaults';
import { secondsToStop } from '../../model/podDelays';
import type { Scenario } from '../simulation/scenario/scenario';
import type { Timeline } from '../simulation/timeline/timeline';
import { failuresBySecond, type FailuresBySecond } from './failuresBySecond';
import { lostShare } from './losses';
import type { PodLife, Run } from './podLives';
import { trafficOf } from './trafficReport';
import type { TrafficCounts } from './trafficText';

/** The numbers only: the words are made where they are read. */
export interface TrafficView extends TrafficCounts, FailuresBySecond, Pick<DataPlane, 'learns' | 'registers'> {
  /** Share of the requests that fail; 0: none, as far as the model can tell. */
  readonly lost: number;
  readonly ends: readonly PodEnd[];
  readonly early: readonly EarlyPod[];
}

/** How a pod that requests were sent to comes to its end. */
export interface PodEnd {
  /** Index into the timeline's pods. */
  readonly pod: number;
  /** Its endpoint is no longer ready: it is deleted, or found to have ended. */
  readonly leftAt: number;
  /** Absent: it ended by itself. */
  readonly signalAt: number | undefined;
  /** Takes nothing new from here on. */
  readonly closedAt: number;
  /** What is not finished then is lost. */
  readonly endedAt: number;
  /** When it would be killed; absent: it ended by itself. */
  readonly killAt: number | undefined;
}

/** A pod that is sent requests before it answers. */
export interface EarlyPod {
  readonly pod: number;
  readonly readyAt: number;
  readonly answersAt: number;
}

/** Undefined: nobody asked, or no Service sends anything. */
export function trafficViewOf(timeline: Timeline, scenario: Scenario): TrafficView | undefined {
  const report = trafficOf(timeline, scenario);
  if (report === undefined) return undefined;
  const { rows, lives, ...kept } = report;
  const own = lives.filter(({ pod }) => pod >= 0);
  const { learns, registers } = DATA_PLANES[report.load.dataPlane];
  return {
    ...kept,
    learns,
    registers,
    lost: lostShare(report),
    ...failuresBySecond(rows, timeline.end),
    ends: own.flatMap((life) => endsOf(life, timeline, scenario)),
    early: own.flatMap(earlyOf),
  };
}

function endsOf({ pod, ready, runs }: PodLife, timeline: Timeline, scenario: Scenario): PodEnd[] {
  return runs.flatMap((run) => {
    const known = ready.findLast(({ from }) => from <= run.until);
    if (run.until === Infinity || known === undefined) return [];
    const { signalAt, until: closedAt, cutAt: endedAt } = run;
    const leftAt = known.until;
    return [{ pod, leftAt, signalAt, closedAt, endedAt, killAt: killOf(run, leftAt, pod, timeline, scenario) }];
  });
}

function killOf(
  { signalAt }: Run,
  leftAt: number,
  pod: number,
  { revisions, pods }: Timeline,
  { workload }: Scenario,
): number | undefined {
  if (signalAt === undefined) return undefined;
  const isOlder = (revisions[pods.revision[pod] as number]?.createdAt ?? 0) < 0;
  const { spec } = (isOlder ? workload.before : undefined) ?? workload.after;
  return signalAt + secondsToStop(graceSecondsOf(spec.template.spec), signalAt - leftAt);
}

function earlyOf({ pod, ready, runs: [first] }: PodLife): EarlyPod[] {
  const [span] = ready;
  if (first === undefined || span === undefined || !(span.from < first.answersAt)) return [];
  return [{ pod, readyAt: span.from, answersAt: first.answersAt }];
}
