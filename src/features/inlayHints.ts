import { nodeAt } from '../manifest/source';
import { countedRange } from '../model/words';
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
  const hints = analysis.workloads
    .filter(({ placed }) => placed.start <= to && placed.end >= from)
    .flatMap(hintsFor)
    .filter(({ offset }) => offset >= from && offset <= to);
  if (!analysis.surroundings.settings.templateHints || analysis.builds === undefined) return hints;
  const taken = new Set(hints.map(({ offset }) => offset));
  const results = analysis.builds.expressionResults(from, to).filter(({ offset }) => !taken.has(offset));
  return [...hints, ...results.map(({ offset, text, tooltip }) => ({ offset, label: `→ ${text}`, tooltip }))];
}

function hintsFor({ workload, placed, assessment }: PlacedWorkload): InlayHintData[] {
  const { envelope, envelopeAtMost: most = envelope } = assessment;
  if (envelope?.strategy !== 'RollingUpdate' || most === undefined) return [];
  const hint = (name: keyof RolloutEnvelope['bounds']): InlayHintData[] => {
    const field = workload[name];
    const bound = envelope.bounds[name];
    const node = field.written ? nodeAt(workload.resource.source, field.path) : undefined;
    const label = labelOf(bound, envelope, most.bounds[name]);
    if (node === undefined || label === undefined) return [];
    const atMost = most === envelope ? '' : `; ${formula(most.bounds[name], most.desired)}`;
    return [{ offset: placed.start + node.end, label: `→ ${label}`, tooltip: `${formula(bound, envelope.desired)}${atMost}` }];
  };
  return [...hint('maxSurge'), ...hint('maxUnavailable')];
}

/** Counts need no hint, except where the both-zero rule changes them. */
function labelOf(bound: Bound, envelope: RolloutEnvelope, most: Bound): string | undefined {
  const changed = bound.effective !== bound.rounded && envelope.bothZero;
  if (changed) return `${bound.rounded}, so ${bound.effective} is used`;
  if (bound.percent === undefined) return undefined;
  const nodes = envelope.kind === 'DaemonSet' ? ` of ${envelope.desired}` : '';
  return `${countedRange(bound.rounded, most.rounded, 'pod')}${nodes}`;
}
