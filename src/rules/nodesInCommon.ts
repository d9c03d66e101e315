import type { NodeSelectorRequirement } from '../model/apiTypes';
import { matchesValue } from '../model/scheduling';
import type { Subject } from './subject';

type Pod = Pick<Subject['pod'], 'nodeSelector' | 'nodeAffinity'>;

/** Whether there can be a node with the labels that both ask for. */
export function mayShareNode(own: Pod, other: Pod): boolean {
  return termsOf(own).some((term) => termsOf(other).some((another) => isPossible([...term, ...another])));
}

/** What a node must have: all of one of these. */
function termsOf({ nodeSelector, nodeAffinity }: Pod): readonly (readonly NodeSelectorRequirement[])[] {
  const always = Object.entries(nodeSelector).map(([key, value]) => ({ key, operator: 'In', values: [value] }) as const);
  return (nodeAffinity?.nodeSelectorTerms ?? [{}]).map(({ matchExpressions = [] }) => [...always, ...matchExpressions]);
}

function isPossible(wanted: readonly NodeSelectorRequirement[]): boolean {
  return wanted.every(({ key }) => {
    const same = wanted.filter((each) => each.key === key && each.operator !== 'Gt' && each.operator !== 'Lt');
    const values = same.flatMap((each) => each.values ?? []);
    // No label, a value that nobody speaks of, or one of those that are named.
    return [undefined, '', ...values].some((value) => same.every((each) => matchesValue(each, value)));
  });
}
