import type { RuleContext } from './rule';
import { stallAntiAffinity } from './stallAntiAffinity';
import { stallCapacity } from './stallCapacity';
import { stallHostPort } from './stallHostPort';
import { stallPlacement } from './stallPlacement';
import { stallQuota } from './stallQuota';
import { stallVolume } from './stallVolume';

/** What would stall if the new pod were to start before the old one goes; undefined: nothing that is known. */
export function whyOldPodGoesFirst(context: RuleContext): string | undefined {
  const { envelope } = context;
  if (envelope === undefined) return undefined;
  const surging: RuleContext = { ...context, envelope: { ...envelope, strategy: 'RollingUpdate', surge: 1, unavailable: 0 } };
  for (const rule of [stallVolume, stallHostPort, stallAntiAffinity, stallQuota, stallCapacity, stallPlacement]) {
    const [stall] = rule.check(surging);
    // Of a volume another rule tells more, no less.
    if (stall !== undefined && (stall.severity === undefined || rule === stallVolume)) return stall.short;
  }
  return undefined;
}
