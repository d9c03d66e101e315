import { ASSUMED_RELEASE } from '../../model/appliedFrom';
import type { Path } from '../../manifest/source';
import type { Workload } from '../../manifest/workload';
import type { BuildPlan } from '../../render/builtManifest';
import type { Finding, Rule } from '../../rules/rule';

/** What is built of a workload, and by which plan. */
interface Built {
  readonly plan: BuildPlan;
  readonly isLeftOpen: (workload: Workload, path: Path) => boolean;
}

/** What is left to whoever installs a chart is no mistake of it, and Helm takes what kubectl does not. */
export function milderInBuild({ plan, isLeftOpen }: Built, workload: Workload, { id, group }: Rule, finding: Finding): Finding {
  if (group !== 'rejected') return finding;
  if (isLeftOpen(workload, finding.path))
    return excused(finding, 'A value here is empty, which the chart leaves to whoever installs it');
  if (plan.from.tool !== 'helm') return finding;
  if (id === 'selector-mismatch' && plan.from.release === ASSUMED_RELEASE && restsOnRelease(workload))
    return excused(finding, `“${ASSUMED_RELEASE}” is an assumed name of the release: under its own one they may be the same`);
  if (id === 'unknown-field' && plan.appliedBy?.startsWith('Application') !== true)
    return {
      ...finding,
      severity: finding.severity ?? 'warning',
      message: finding.message.replace('kubectl apply fails', 'Helm 3 leaves this out, Helm 4 and kubectl apply fail'),
    };
  return finding;
}

function excused(finding: Finding, why: string): Finding {
  return { ...finding, message: `${finding.message.replace(/\.$/, '')}. ${why}.`, severity: 'information' };
}

/** Whether each label that differs is the name of the release on one side, and something else on the other. */
function restsOnRelease({ selector, pod: { labels } }: Workload): boolean {
  const differing = Object.entries(selector?.matchLabels ?? {}).filter(([key, value]) => labels[key] !== value);
  return differing.every(([key, value]) => {
    const label = labels[key];
    return label !== undefined && `${value} ${label}`.includes(ASSUMED_RELEASE);
  });
}
