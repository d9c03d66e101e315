/** What a scenario says, for whoever reads one and checks none. */
import { CLIENT_LIMITS, type ClientLimits } from '../../../model/assumptions';
import { parseTime, type Time } from '../../../model/time';
import type { FailedPodDeleted } from '../../../model/failedPodDeleted';
import type { RolloutState, Scenario } from './scenario';

/** The moment from which the simulation goes on. */
export function momentOf({ now }: RolloutState): Time {
  return parseTime(now) ?? 0;
}

export function failedPodsDeleted({ state }: Scenario): readonly FailedPodDeleted[] | undefined {
  return state?.failedPodsDeleted?.map(({ node, at }) => ({ node, at: parseTime(at) ?? 0 }));
}

/** What the client of each controller may send. Without latency all comes at once, requests too. */
export function clientLimitsOf({ clientLimits, latencyMs }: Scenario): ClientLimits {
  return clientLimits ?? (latencyMs === 0 ? { qps: 0, burst: 1 } : CLIENT_LIMITS);
}
