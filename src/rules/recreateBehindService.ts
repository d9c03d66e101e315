import { hasCertainTimes } from '../manifest/workload';
import { isForMetrics } from './noReadiness';
import { maybeOnce } from './maybeOnce';
import { whyOldPodGoesFirst } from './oneAtATime';
import type { Rule } from './rule';
import { servicesOf } from './selecting';
import { formatDuration, quote } from '../model/words';

export const recreateBehindService: Rule = {
  id: 'recreate-behind-service',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  needsUsers: true,
  title: 'Recreate behind a Service',
  reads: ['strategy', 'spec.template.metadata'],
  check: (context) => {
    const { workload, facts, envelope } = context;
    if (workload.kind !== 'Deployment' || workload.strategyType.value !== 'Recreate' || envelope?.desired === 0) return [];
    const services = servicesOf(facts, workload);
    const called = services.find((other) => !isForMetrics(other, workload));
    const service = called ?? services[0];
    if (service === undefined) return [];
    const blocked = whyOldPodGoesFirst(context);
    const once = maybeOnce(context);
    const isBest = blocked !== undefined || once !== '';
    // Of a single pod everybody knows what that means; of several it is easily overlooked.
    const isFleet = envelope !== undefined && envelope.desired > 1;
    const seconds =
      envelope === undefined || !hasCertainTimes(workload)
        ? ''
        : `, about ${formatDuration(envelope.duration.seconds)} without any`;
    return [
      {
        severity: blocked !== undefined ? 'hint' : isBest || called === undefined || !isFleet ? 'information' : 'warning',
        path: workload.strategyType.path,
        message: `Every rollout is an outage of Service ${quote(service.name)}: Recreate removes all pods before it starts new ones${seconds}.${why(blocked, once)}`,
        short: `Service ${quote(service.name)} has no pods in between`,
        fixes: isBest
          ? []
          : [
              {
                title: 'Set type to RollingUpdate',
                edits: [{ op: 'set', path: workload.strategyType.path, value: 'RollingUpdate' }],
              },
            ],
      },
    ];
  },
};

function why(blocked: string | undefined, once: string): string {
  if (blocked !== undefined) return ` A rolling update would stall (${blocked}), so this is the least bad way.`;
  return once === '' ? '' : ` If one pod at a time can have ${once}, there is no better way.`;
}
