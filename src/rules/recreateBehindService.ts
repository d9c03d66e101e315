import { claimNamed } from './facts';
import { hasCertainTimes, isCertainAt } from '../manifest/workload';
import { whyOldPodGoesFirst } from './oneAtATime';
import type { Rule } from './rule';
import { servicesOf } from './selecting';
import { formatDuration, quote } from '../model/words';

export const recreateBehindService: Rule = {
  id: 'recreate-behind-service',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  title: 'Recreate behind a Service',
  reads: ['strategy', 'spec.template.metadata'],
  check: (context) => {
    const { workload, facts, envelope } = context;
    if (workload.kind !== 'Deployment' || workload.strategyType.value !== 'Recreate' || envelope?.desired === 0) return [];
    const [service] = servicesOf(facts, workload);
    if (service === undefined) return [];
    const blocked = whyOldPodGoesFirst(context);
    const unknown = workload.pod.claims.find(({ claimName }) => claimNamed(facts, workload, claimName) === undefined);
    const isChosen = blocked !== undefined || unknown !== undefined || !isCertainAt(workload, VOLUMES);
    const seconds =
      envelope === undefined || !hasCertainTimes(workload)
        ? ''
        : `, about ${formatDuration(envelope.duration.seconds)} without any`;
    return [
      {
        severity: blocked !== undefined ? 'hint' : isChosen ? 'information' : 'warning',
        path: workload.strategyType.path,
        message: `Every rollout is an outage of Service ${quote(service.name)}: Recreate removes all pods before it starts new ones${seconds}.${why(blocked, unknown?.claimName || undefined)}`,
        short: `Service ${quote(service.name)} has no pods in between`,
        fixes: isChosen
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

const VOLUMES = ['spec', 'template', 'spec', 'volumes'];

function why(blocked: string | undefined, claimName: string | undefined): string {
  if (blocked !== undefined) return ` A rolling update would stall (${blocked}), so this is the least bad way.`;
  return claimName === undefined ? '' : ` If one pod at a time can have claim ${quote(claimName)}, there is no better way.`;
}
