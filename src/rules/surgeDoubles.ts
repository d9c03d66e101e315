import { formatQuantity } from '../model/quantity';
import { counted } from '../model/words';
import { requestsOf } from './podSizes';
import { ENVELOPE_READS, REQUEST_READS, type Rule } from './rule';

export const surgeDoubles: Rule = {
  id: 'surge-doubles',
  group: 'surprises',
  severity: 'information',
  title: 'the surge doubles what the pods ask for',
  reads: [...ENVELOPE_READS, ...REQUEST_READS],
  check: ({ envelope, workload, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.desired < 2) return [];
    const { maxSurge } = envelope.bounds;
    if (!maxSurge.written || (maxSurge.percent ?? 0) < 100) return [];
    const extra = [...requestsOf(facts, workload)]
      .filter(([, { nanos }]) => nanos > 0n)
      .map(([name, { nanos, format }]) => `${formatQuantity({ nanos: nanos * BigInt(envelope.surge), format })} ${name}`);
    if (extra.length === 0) return [];
    return [
      {
        path: workload.maxSurge.path,
        message: `The rollout doubles the requests while it lasts: maxSurge ${String(maxSurge.value)} starts ${counted(envelope.surge, 'extra pod')} at once, which ask for ${extra.join(' and ')}. Without room for that on the nodes they stay Pending.`,
        short: 'the surge doubles the requests',
      },
    ];
  },
};
