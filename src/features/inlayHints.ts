import { nodeAt } from '../manifest/source';
import { counted } from '../model/words';
import { formula, type Bound, type RolloutEnvelope } from '../rules/rolloutEnvelope';
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
  const hint = (name: keyof RolloutEnvelope['bounds']): InlayHintData[] => {
    const field = workload[name];
    const bound = envelope.bounds[name];
    const node = field.written ? nodeAt(workload.resource.source, field.path) : undefined;
    const label = labelOf(bound, envelope);
    if (node === undefined || label === undefined) return [];
    return [{ offset: placed.start + node.end, label: `→ ${label}`, tooltip: formula(bound, envelope.desired) }];
  };
  return [...hint('maxSurge'), ...hint('maxUnavailable')];
}

/** Counts need no hint, except where the both-zero rule changes them. */
function labelOf(bound: Bound, envelope: RolloutEnvelope): string | undefined {
  const changed = bound.effective !== bound.rounded && envelope.bothZero;
  if (changed) return `${bound.rounded}, so ${bound.effective} is used`;
  if (bound.percent === undefined) return undefined;
  const nodes = envelope.kind === 'DaemonSet' ? ` of ${envelope.desired}` : '';
  return `${counted(bound.rounded, 'pod')}${nodes}`;
}
