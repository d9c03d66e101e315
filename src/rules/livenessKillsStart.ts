import type { ContainerFacts } from '../manifest/podFacts';
import { serving } from './pods';
import { startupFix } from './probeFixes';
import { ofContainers, type Finding, type Rule } from './rule';
import { counted, formatDuration, quote } from '../model/words';

export const livenessKillsStart: Rule = {
  id: 'liveness-kills-start',
  group: 'surprises',
  severity: 'information',
  title: 'a liveness probe that kills a slow start',
  reads: ofContainers('name', 'livenessProbe', 'readinessProbe', 'startupProbe'),
  check: ({ workload }) => {
    const killed: ContainerFacts[] = [];
    const found = serving(workload.pod).flatMap((container): Finding[] => {
      const { name, liveness, readiness, startup } = container;
      if (liveness === undefined || startup !== undefined) return [];
      const { initialDelaySeconds, failureThreshold, periodSeconds, path } = liveness;
      const budget = initialDelaySeconds + failureThreshold * periodSeconds;
      const isContradiction = readiness !== undefined && readiness.initialDelaySeconds >= budget;
      if (!isContradiction && budget > USUAL_SECONDS) return [];
      killed.push(container);
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
    if (worst === undefined) return [];
    const others = found.length === 1 ? '' : ` The same goes for ${counted(found.length - 1, 'other container')}.`;
    const fix = startupFix(killed, workload);
    return [{ ...worst, message: `${worst.message}${others}`, fixes: fix === undefined ? [] : [fix] }];
  },
};

/** Who waits longer has thought of slow starts. */
const USUAL_SECONDS = 60;
