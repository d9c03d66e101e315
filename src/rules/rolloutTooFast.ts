import { serving } from './pods';
import { waitFix } from './probeFixes';
import { ENVELOPE_READS, ofContainers, type Rule } from './rule';
import { servicesOf } from './selecting';
import { counted, quote } from '../model/words';

/** Behind fewer pods than these a rollout is short anyway. */
const MANY = 5;

export const rolloutTooFast: Rule = {
  id: 'rollout-too-fast',
  group: 'surprises',
  severity: 'hint',
  title: 'a whole fleet is replaced faster than the data path follows',
  reads: [
    ...ENVELOPE_READS,
    'spec.minReadySeconds',
    'spec.template.metadata',
    ...ofContainers('lifecycle', 'readinessProbe', 'startupProbe'),
  ],
  check: ({ workload, envelope, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.desired < MANY) return [];
    const { minReadySeconds, pod } = workload;
    if (minReadySeconds.value > 0 || serving(pod).some(({ preStop }) => preStop !== undefined)) return [];
    const [service] = servicesOf(facts, workload);
    if (service === undefined || envelope.duration.probeSeconds > 0) return [];
    return [
      {
        path: minReadySeconds.path,
        message: `The rollout may be too fast for Service ${quote(service.name)}: ${counted(envelope.desired, 'pod')} are replaced as fast as they start, and nothing waits until requests go to the new ones (minReadySeconds 0, no preStop hook).`,
        short: 'replaced as fast as pods start',
        fixes: [waitFix(workload)],
      },
    ];
  },
};
