import { nodeAt } from '../manifest/source';
import type { Field } from '../manifest/workload';
import type { IntOrString } from '../model/intOrPercent';
import type { Bound, Envelope } from '../rules/envelope';
import { counted } from '../model/words';
import { formula } from '../rules/wording';
import type { Analysis, PlacedWorkload } from './analysis';

export interface InlayHintData {
  readonly offset: number;
  readonly label: string;
  readonly tooltip: string;
}

/** `maxSurge: 25%` → 3 pods, behind the value. Restricted to a range where one is given. */
export function computeInlayHints(analysis: Analysis, from = 0, to = Number.POSITIVE_INFINITY): InlayHintData[] {
  if (!analysis.surroundings.settings.inlayHints) return [];
  return analysis.workloads
    .filter(({ placed }) => placed.start <= to && placed.end >= from)
    .flatMap(hintsFor)
    .filter(({ offset }) => offset >= from && offset <= to);
}

function hintsFor({ workload, placed, assessment: { envelope } }: PlacedWorkload): InlayHintData[] {
  if (envelope?.strategy !== 'RollingUpdate') return [];
  const hint = (field: Field<IntOrString>, bound: Bound): InlayHintData[] => {
    const node = field.written ? nodeAt(workload.resource.source, field.path) : undefined;
    const label = labelOf(bound, envelope);
    if (node === undefined || label === undefined) return [];
    return [{ offset: placed.start + node.end, label: `→ ${label}`, tooltip: formula(bound, envelope.total) }];
  };
  return [...hint(workload.maxSurge, envelope.surge), ...hint(workload.maxUnavailable, envelope.unavailable)];
}

/** Counts need no hint, except where the both-zero rule changes them. */
function labelOf(bound: Bound, envelope: Envelope): string | undefined {
  const changed = bound.effective !== bound.rounded && envelope.bothZero;
  if (changed) return `${bound.rounded}, so ${bound.effective} is used`;
  if (bound.percent === undefined) return undefined;
  const nodes = envelope.kind === 'DaemonSet' ? ` of ${envelope.total}` : '';
  return `${counted(bound.rounded, 'pod')}${nodes}`;
}
