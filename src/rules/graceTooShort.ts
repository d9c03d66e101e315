import { STOP_READS, usersService } from './asked';
import { gracePath, serving } from './pods';
import type { Finding, Rule, RuleContext } from './rule';
import { quote } from '../model/words';

export const graceTooShort: Rule = {
  id: 'grace-too-short',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  needsUsers: true,
  title: 'the grace period is over before the pod can shut down',
  reads: STOP_READS,
  check: (context) => {
    const { pod } = context.workload;
    for (const container of serving(pod)) {
      const sleep = container.preStop?.sleepSeconds;
      if (sleep === undefined || container.preStop === undefined || sleep < pod.graceSeconds || sleep === 0) continue;
      const path = gracePath(pod);
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
  const { graceSeconds, graceWritten } = workload.pod;
  if (!graceWritten || graceSeconds > HARDLY_ANY_SECONDS) return [];
  const service = usersService(workload, facts);
  if (service === undefined) return [];
  const when = graceSeconds === 0 ? 'at once' : `after ${graceSeconds} s`;
  const at = gracePath(workload.pod);
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
