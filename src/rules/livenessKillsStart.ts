import type { ContainerFacts } from '../manifest/podFacts';
import { aroundSeconds } from '../model/assumptions';
import { serving } from './pods';
import { startupFix } from './probeFixes';
import { ofContainers, type Finding, type Rule } from './rule';
import { counted, formatDuration, quote } from '../model/words';

export const livenessKillsStart: Rule = {
  id: 'liveness-kills-start',
  group: 'surprises',
  claims: 'stall',
  severity: 'information',
  title: 'a liveness probe that kills a slow start',
  reads: ofContainers('name', 'livenessProbe', 'readinessProbe', 'startupProbe'),
  check: ({ workload, assumptions }) => {
    const around = aroundSeconds(assumptions.podWarmUpSeconds);
    const slowest = typeof around === 'number' ? around : around.max;
    const killed: ContainerFacts[] = [];
    const found = serving(workload.pod).flatMap((container): Finding[] => {
      const { liveness, readiness, startup } = container;
      const probe = startup ?? liveness;
      if (probe === undefined) return [];
      const { initialDelaySeconds, failureThreshold, periodSeconds, path } = probe;
      const budget = initialDelaySeconds + failureThreshold * periodSeconds;
      // The first look may come at once: the kubelet does not count from the container's start.
      const isSoon = initialDelaySeconds + (failureThreshold - 1) * periodSeconds < slowest;
      const late = readiness !== undefined && readiness.initialDelaySeconds >= budget ? readiness : undefined;
      const isContradiction = startup === undefined && late !== undefined;
      if (!isSoon && !isContradiction && (startup !== undefined || budget > USUAL_SECONDS)) return [];
      if (startup === undefined) killed.push(container);
      const doubt = isSoon
        ? `; up to ${formatDuration(slowest)} are assumed here, so that it may do so at every start`
        : isContradiction
          ? `; the readiness probe begins only after ${formatDuration(late.initialDelaySeconds)}`
          : '';
      return [
        {
          path,
          isConditional: true,
          severity: isSoon || isContradiction ? 'information' : 'hint',
          message: `${startTooLong(container, budget)} kills it (${initialDelaySeconds} s + ${failureThreshold} × ${periodSeconds} s)${startup === undefined ? ', and there is no startup probe' : ''}${doubt}.`,
          short: `${startup === undefined ? 'liveness' : 'startup probe'} kills a slow start`,
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

function startTooLong({ name, startup }: ContainerFacts, budget: number): string {
  const probe = startup === undefined ? 'liveness' : 'startup';
  return `A start of container ${quote(name)} that takes longer than about ${formatDuration(budget)} never succeeds: its ${probe} probe`;
}

/** Who waits longer has thought of slow starts. */
const USUAL_SECONDS = 60;
