import { ENVELOPE_READS, type Rule } from './rule';
import { formula } from './rolloutEnvelope';

export const bothRoundToZero: Rule = {
  id: 'both-round-to-zero',
  group: 'surprises',
  severity: 'information',
  title: 'both bounds come to 0 and Kubernetes uses 1',
  reads: ENVELOPE_READS,
  check: ({ envelope, workload }) => {
    if (envelope?.kind !== 'Deployment' || !envelope.bothZero || envelope.desired < 2) return [];
    const { maxUnavailable: unavailable, maxSurge: surge } = envelope.bounds;
    if (unavailable.percent === undefined || unavailable.percent === 0) return [];
    return [
      {
        path: unavailable.written ? workload.maxUnavailable.path : workload.maxSurge.path,
        message: `One pod will be missing all the same: maxUnavailable is ${formula(unavailable, envelope.desired)}, maxSurge is ${String(surge.value)}; when both come to 0, Kubernetes uses 1 unavailable.`,
        short: 'both bounds come to 0, 1 is used',
        fixes: [
          {
            title: 'Set maxUnavailable to 1',
            preferred: true,
            edits: [{ op: 'set', path: workload.maxUnavailable.path, value: '1' }],
          },
          { title: 'Set maxSurge to 1', edits: [{ op: 'set', path: workload.maxSurge.path, value: '1' }] },
        ],
      },
    ];
  },
};
