import type { LabelSelector, LabelSelectorRequirement, StringMap } from './apiTypes';

/** An empty selector matches everything; a missing one matches nothing. */
export function matchesSelector(selector: LabelSelector | undefined, labels: StringMap | undefined): boolean {
  if (selector === undefined) return false;
  for (const key in selector.matchLabels) {
    if (labels?.[key] !== selector.matchLabels[key]) return false;
  }
  return (selector.matchExpressions ?? []).every((requirement) => matchesRequirement(requirement, labels));
}

function matchesRequirement(requirement: LabelSelectorRequirement, labels: StringMap | undefined): boolean {
  const value = labels?.[requirement.key];
  switch (requirement.operator) {
    case 'In':
      return value !== undefined && (requirement.values ?? []).includes(value);
    case 'NotIn':
      return value === undefined || !(requirement.values ?? []).includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
  }
}

/** What may yet turn out to be a selector. */
interface LooseSelector {
  readonly matchLabels?: object | undefined;
  readonly matchExpressions?: readonly unknown[] | undefined;
}

export function isEmptySelector(selector: LooseSelector | undefined): boolean {
  if (selector === undefined) return true;
  for (const _key in selector.matchLabels) return false;
  return (selector.matchExpressions ?? []).length === 0;
}
