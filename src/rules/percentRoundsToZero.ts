import { ENVELOPE_READS, type Rule } from './rule';
import { formula } from './rolloutEnvelope';

export const percentRoundsToZero: Rule = {
  id: 'percent-rounds-to-zero',
  group: 'surprises',
  severity: 'information',
  title: 'maxUnavailable rounds down to 0',
  reads: ENVELOPE_READS,
  check: ({ envelope, workload }) => {
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.bothZero || envelope.desired < 2)
      return [];
    const { maxUnavailable: unavailable } = envelope.bounds;
    if (!unavailable.written || (unavailable.percent ?? 0) === 0 || unavailable.rounded > 0) return [];
    return [
      {
        path: workload.maxUnavailable.path,
        message: `No pod may be missing: maxUnavailable is ${formula(unavailable, envelope.desired)}. Where there is no room for an extra pod the rollout stalls.`,
        short: 'maxUnavailable rounds to 0',
      },
    ];
  },
};
