import { LOSS_CAUSES, type LossCause } from '../../src/engine/traffic/losses';
import { CAUSE_NAMES } from '../../src/engine/traffic/trafficText';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import { grouped, percentText } from '../../src/model/words';

/** What becomes of the requests of a cause: now, and in all. */
export interface CauseAt {
  readonly cause: LossCause;
  readonly name: string;
  /** Requests per second. */
  readonly now: number;
  readonly inAll: number;
}

/** In the second that t is in. */
export function causesAt({ times, rates, losses }: TrafficView, t: number): readonly CauseAt[] {
  const next = times.findIndex((time) => time > t);
  return LOSS_CAUSES.map((cause, index) => ({
    cause,
    name: CAUSE_NAMES[cause],
    now: next <= 0 ? 0 : (rates[index]?.[next - 1] ?? 0),
    inAll: losses[cause],
  }));
}

/** Those of which anything is lost at any time; the first one most. */
export const causesThatCount = (view: TrafficView): readonly LossCause[] =>
  view.lost === 0 ? [] : LOSS_CAUSES.filter((cause) => view.losses[cause] > view.failed / 1000);

/** `5.5`, `120`: what is computed is an expected number, and seldom whole. */
export function amount(requests: number): string {
  return requests < 9.95 ? String(Math.round(requests * 10) / 10) : grouped(Math.round(requests));
}

/** `6 % of the requests to Service web fail.`; empty: none does. */
export function failingText(view: TrafficView, t: number): string {
  const now = causesAt(view, t).reduce((sum, cause) => sum + cause.now, 0);
  const share = now / view.load.requestsPerSecond;
  return view.lost === 0 || share < 1e-4 ? '' : `${percentText(share)} of the requests to Service ${view.service} fail.`;
}

export interface ShareSteps {
  /** Seconds of the timeline. */
  readonly times: Float64Array;
  /** Share of the requests that fails for this cause or one before it: what is drawn on top of each other. */
  readonly stacks: readonly { readonly cause: LossCause; readonly shares: Float64Array }[];
}

export function shareSteps(view: TrafficView): ShareSteps {
  const { times, rates, load } = view;
  const counted = causesThatCount(view);
  let below = new Float64Array(times.length);
  const stacks = counted.map((cause) => {
    const own = rates[LOSS_CAUSES.indexOf(cause)];
    below = below.map((share, at) => share + (own?.[at] ?? 0) / load.requestsPerSecond);
    return { cause, shares: below };
  });
  return { times, stacks };
}
