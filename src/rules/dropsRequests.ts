import { lostSeconds, sufficientSleep } from '../model/load';
import { formatDuration, quote } from '../model/words';
import { askedWhileRolling, knowsText, ON_TERM_WORDS, sleepEdits, STOP_READS } from './asked';
import { ENVELOPE_READS, type Rule } from './rule';

export const dropsRequests: Rule = {
  id: 'drops-requests',
  group: 'takes down',
  claims: 'nothing',
  severity: 'information',
  needsUsers: true,
  title: 'pods stop while requests are still sent to them',
  reads: [...ENVELOPE_READS, ...STOP_READS],
  check: (context) => {
    const asked = askedWhileRolling(context);
    if (asked === undefined || asked.container.preStop !== undefined) return [];
    const { service, container, load } = asked;
    const [lost, sleep] = [lostSeconds(load, 0), sufficientSleep(load)];
    if (lost === 0 || sleep === undefined) return [];
    return [
      {
        path: [...container.path, 'name'],
        ...(context.facts.isSample || context.facts.isUnused || context.facts.isGenerated ? { severity: 'hint' } : {}),
        message: `Requests of Service ${quote(service.name)} fail while pods are replaced: without a preStop hook a pod is told to stop at once, and ${knowsText(load)}. A rollout loses about as many as come in ${formatDuration(lost)} (assumed: ${ON_TERM_WORDS[load.onTerm]}).`,
        short: `loses requests for ${formatDuration(lost)}`,
        fixes: [
          {
            title: `Wait ${sleep} s before stopping (preStop): ${formatDuration(lost)} of requests lost → 0 s`,
            edits: sleepEdits(context.workload, container, sleep),
          },
        ],
      },
    ];
  },
};
