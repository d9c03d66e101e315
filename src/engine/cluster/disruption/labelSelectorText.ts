/** Upstream: staging/src/k8s.io/apimachinery/pkg/apis/meta/v1/helpers.go, FormatLabelSelector (v1.36.4). */
import type { LabelSelector } from '../../../model/apiTypes';

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A selector as Go prints the API type: `&LabelSelector{MatchLabels:map[string]string{app: web,},MatchExpressions:…}`. */
export function goLabelSelectorText(selector: LabelSelector | undefined): string {
  if (selector === undefined) return 'nil';
  const labels = Object.entries(selector.matchLabels ?? {})
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}: ${value},`);
  const expressions = (selector.matchExpressions ?? []).map(
    ({ key, operator, values = [] }) =>
      `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(' ')}],},`,
  );
  const matchLabels = `MatchLabels:map[string]string{${labels.join('')}},`;
  return `&LabelSelector{${matchLabels}MatchExpressions:[]LabelSelectorRequirement{${expressions.join('')}},}`;
}
