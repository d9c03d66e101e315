import { serving } from './pods';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const graceTooShort: Rule = {
  id: 'grace-too-short',
  group: 'takes down',
  claims: 'nothing',
  severity: 'warning',
  title: 'the preStop hook sleeps away the grace period',
  explanation: `The grace period covers the preStop hook *and* the shutdown of the process. If the hook sleeps as long as the whole period, the process is killed the moment it is asked
to stop (after at most two extra seconds) and open requests break, on every rollout.

Make \`terminationGracePeriodSeconds\` the sleep plus what the process needs.`,
  reads: ['spec.template.spec'],
  check: ({ workload }) => {
    const { pod } = workload;
    for (const container of serving(pod)) {
      const sleep = container.preStop?.sleepSeconds;
      if (sleep === undefined || container.preStop === undefined || sleep < pod.graceSeconds || sleep === 0) continue;
      const path = [...pod.path, 'spec', 'terminationGracePeriodSeconds'];
      const enough = Math.ceil(sleep) + 30;
      return [
        {
          path: pod.graceWritten ? path : container.preStop.path,
          message: `Container ${quote(container.name)} is killed before it can shut down: its preStop hook sleeps ${sleep} s of a grace period of ${pod.graceSeconds} s${pod.graceWritten ? '' : ' (the default)'}.`,
          short: 'grace period shorter than preStop',
          fixes: [
            { title: `Set terminationGracePeriodSeconds to ${enough}`, edits: [{ op: 'set', path, value: String(enough) }] },
          ],
        },
      ];
    }
    return [];
  },
};
