/**
 * Upstream: staging/src/k8s.io/apimachinery/pkg/labels/labels.go,
 * staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go (v1.36.4).
 */
import type { LabelSelector, LabelSelectorRequirement, StringMap } from '../../model/apiTypes';

/** Plain byte order of ASCII texts, as Go sorts strings. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** `a=1,b=2` in key order, `<none>` when empty. */
export function formatLabels(labels: StringMap | null | undefined): string {
  const keys = Object.keys(labels ?? {}).sort(compareText);
  return keys.map((key) => `${key}=${labels?.[key] ?? ''}`).join(',') || '<none>';
}

/** A selector as kubectl shows and sends it: `app=web,tier in (a,b),!x`; `<none>` when empty or missing. */
export function formatLabelSelector(selector: LabelSelector | null | undefined): string {
  const requirements: { readonly key: string; readonly text: string }[] = [];
  for (const [key, value] of Object.entries(selector?.matchLabels ?? {})) requirements.push({ key, text: `${key}=${value}` });
  for (const requirement of selector?.matchExpressions ?? []) {
    const text = formatRequirement(requirement);
    if (text === undefined) return '<error>';
    requirements.push({ key: requirement.key, text });
  }
  requirements.sort((a, b) => compareText(a.key, b.key));
  return requirements.map((requirement) => requirement.text).join(',') || '<none>';
}

function formatRequirement({ key, operator, values = [] }: LabelSelectorRequirement): string | undefined {
  switch (operator) {
    case 'In':
    case 'NotIn': {
      const word = operator === 'In' ? 'in' : 'notin';
      return values.length === 0 ? undefined : `${key} ${word} (${[...values].sort(compareText).join(',')})`;
    }
    case 'Exists':
      return values.length === 0 ? key : undefined;
    case 'DoesNotExist':
      return values.length === 0 ? `!${key}` : undefined;
    default:
      return undefined;
  }
}
