import { serving } from './pods';
import type { Finding, Rule } from './rule';
import { counted, formatDuration, quote } from '../model/words';

export const livenessKillsStart: Rule = {
  id: 'liveness-kills-start',
  group: 'surprises',
  severity: 'information',
  title: 'a liveness probe that kills a slow start',
  explanation: `Without a startup probe the liveness probe counts from the container's start. One that has not answered within \`initialDelaySeconds\` + \`failureThreshold\` × \`periodSeconds\` is killed and starts again, for
ever if the start always takes longer (a migration, a cold cache): the rollout never gets past its first pods. Information where the readiness probe does not even begin before that; otherwise a hint.

A startup probe gives the start its own time and leaves the liveness probe quick.`,
  reads: ['spec.template.spec.containers', 'spec.template.spec.initContainers'],
  check: ({ workload }) => {
    const found = serving(workload.pod).flatMap(({ name, liveness, readiness, startup }): Finding[] => {
      if (liveness === undefined || startup !== undefined) return [];
      const { initialDelaySeconds, failureThreshold, periodSeconds, path } = liveness;
      const budget = initialDelaySeconds + failureThreshold * periodSeconds;
      const isContradiction = readiness !== undefined && readiness.initialDelaySeconds >= budget;
      if (!isContradiction && budget > USUAL_SECONDS) return [];
      return [
        {
          path,
          severity: isContradiction ? 'information' : 'hint',
          message: `A start of container ${quote(name)} that takes longer than about ${formatDuration(budget)} never succeeds: its liveness probe kills it (${initialDelaySeconds} s + ${failureThreshold} × ${periodSeconds} s), and there is no startup probe${isContradiction ? `; the readiness probe begins only after ${formatDuration(readiness.initialDelaySeconds)}` : ''}.`,
          short: 'liveness kills a slow start',
        },
      ];
    });
    const worst = found.find(({ severity }) => severity === 'information') ?? found[0];
    if (worst === undefined || found.length === 1) return found;
    const others = counted(found.length - 1, 'other container');
    return [{ ...worst, message: `${worst.message} The same goes for ${others}.` }];
  },
};

/** Who waits longer has thought of slow starts. */
const USUAL_SECONDS = 60;
