/** Ours: what becomes of the requests to a Service while its pods are replaced. Reads the timeline, writes nothing into it. */
import type { Scenario } from '../simulation/scenario/scenario';
import { servicesOfScenario, trafficService } from '../simulation/scenario/trafficService';
import type { Timeline } from '../simulation/timeline/timeline';
import { DATA_PLANES } from '../../model/dataPlanes';
import { isHeadless, loadOf, type Load } from '../../model/load';
import { failuresBySecond } from './failuresBySecond';
import { lossRows, type FluidInput, type LossRow } from './fluidModel';
import { LOSS_CAUSES, noLosses, type Losses } from './losses';
import { podLives, type PodLife } from './podLives';

/** Plain data, as the timeline is. */
export interface TrafficReport {
  readonly service: string;
  /** Other Services that send to the same pods. */
  readonly otherServices: readonly string[];
  /** The Service sends to pods of the same node only: what nodes without one lose is not counted. */
  readonly staysOnNode: boolean;
  readonly load: Load;
  /** Requests from 0 to the end of the timeline. */
  readonly requests: number;
  /** Those that fail. */
  readonly losses: Losses;
  readonly failed: number;
  /** When, in the order of time. */
  readonly rows: readonly LossRow[];
  /** The second in which the largest share fails; undefined: none does. */
  readonly worst: { readonly t: number; readonly share: number } | undefined;
  /** The pods as the senders know them, and as they are. */
  readonly lives: readonly PodLife[];
}

/** Undefined: nobody asked, or no Service sends anything. */
export function trafficOf(timeline: Timeline, scenario: Scenario): TrafficReport | undefined {
  const service = trafficService(scenario);
  if (service === undefined || scenario.traffic === undefined) return undefined;
  const load = loadOf(scenario.traffic, isHeadless(service.spec?.clusterIP));
  const lives = podLives(timeline, scenario, service, load.onTerm);
  const { learns, registers } = DATA_PLANES[load.dataPlane];
  const input: FluidInput = { ...load, lives, learns, registers, end: timeline.end };
  const rows = lossRows(input);
  const losses = sumOf(rows);
  const { name } = service.metadata;
  return {
    service: name,
    otherServices: servicesOfScenario(scenario).flatMap(({ metadata }) => (metadata.name === name ? [] : [metadata.name])),
    staysOnNode: [service.spec?.externalTrafficPolicy, service.spec?.internalTrafficPolicy].includes('Local'),
    load,
    requests: load.requestsPerSecond * timeline.end,
    losses,
    failed: failedOf(losses),
    rows,
    worst: worstSecond(rows, timeline, load),
    lives,
  };
}

function failedOf(losses: Losses): number {
  return LOSS_CAUSES.reduce((sum, cause) => sum + losses[cause], 0);
}

function sumOf(rows: readonly LossRow[]): Losses {
  const sum = noLosses();
  for (const { losses } of rows) for (const cause of LOSS_CAUSES) sum[cause] += losses[cause];
  return sum;
}

function worstSecond(rows: readonly LossRow[], { end }: Timeline, { requestsPerSecond }: Load): TrafficReport['worst'] {
  const { times, rates } = failuresBySecond(rows, end);
  let worst: TrafficReport['worst'];
  for (let at = 0; at + 1 < times.length; at++) {
    const share = rates.reduce((sum, rate) => sum + (rate[at] as number), 0) / requestsPerSecond;
    // The first of those that are alike, whatever the last digits say.
    if (share > (worst?.share ?? 0) + 1e-9) worst = { t: times[at] as number, share };
  }
  return worst;
}
