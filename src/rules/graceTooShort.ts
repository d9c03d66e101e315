import { isForMetrics, isIdle } from './noReadiness';
import { serving } from './pods';
import { ofContainers, type Finding, type Rule, type RuleContext } from './rule';
import { servicesOf } from './selecting';
import { quote } from '../model/words';

export const graceTooShort: Rule = {
  id: 'grace-too-short',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'the grace period is over before the pod can shut down',
  reads: [
    'spec.template.metadata',
    'spec.template.spec.terminationGracePeriodSeconds',
    ...ofContainers('name', 'lifecycle', 'ports', 'command', 'args'),
  ],
  check: (context) => {
    const { pod } = context.workload;
    for (const container of serving(pod)) {
      const sleep = container.preStop?.sleepSeconds;
      if (sleep === undefined || container.preStop === undefined || sleep < pod.graceSeconds || sleep === 0) continue;
      const path = [...pod.path, 'spec', 'terminationGracePeriodSeconds'];
      const enough = Math.ceil(sleep) + 30;
      return [
        {
          path: pod.graceWritten ? path : container.preStop.path,
          message: `Container ${quote(container.name)} is killed before it can shut down: its preStop hook sleeps ${sleep} s of a grace period of ${pod.graceSeconds} s${pod.graceWritten ? '' : ' (the default)'}.`,
          short: 'preStop uses up the grace period',
          fixes: [
            { title: `Set terminationGracePeriodSeconds to ${enough}`, edits: [{ op: 'set', path, value: String(enough) }] },
          ],
        },
      ];
    }
    return hardlyAny(context);
  },
};

/** Too little for a request that is under way, whatever the process does. */
const HARDLY_ANY_SECONDS = 2;

function hardlyAny({ workload, facts }: RuleContext): Finding[] {
  const { graceSeconds, graceWritten, path } = workload.pod;
  if (!graceWritten || graceSeconds > HARDLY_ANY_SECONDS || isIdle(workload)) return [];
  const service = servicesOf(facts, workload).find((other) => !isForMetrics(other, workload));
  if (service === undefined) return [];
  const when = graceSeconds === 0 ? 'at once' : `after ${graceSeconds} s`;
  const at = [...path, 'spec', 'terminationGracePeriodSeconds'];
  return [
    {
      path: at,
      severity: graceSeconds === 0 ? 'warning' : 'information',
      message: `Each pod that is replaced cuts off the requests of Service ${quote(service.name)} that are under way: its grace period is ${graceSeconds} s, it is killed ${when}.`,
      short: `grace period of ${graceSeconds} s behind a Service`,
      fixes: [{ title: 'Set terminationGracePeriodSeconds to 30', edits: [{ op: 'set', path: at, value: '30' }] }],
    },
  ];
}
