import type { NodeSelectorRequirement } from '../model/apiTypes';
import { matchesValue } from '../model/scheduling';
import type { Subject } from './subject';

type Pod = Pick<Subject['pod'], 'nodeSelector' | 'nodeAffinity'>;

/** Nobody writes more requirements and values. */
const MOST = 60;

/** Whether there can be a node with the labels that both ask for. Of more than anybody writes: maybe. */
export function mayShareNode(own: Pod, other: Pod): boolean {
  const [terms, others] = [termsOf(own), termsOf(other)];
  if ([terms, others].some(isTooMuch)) return true;
  return terms.some((term) => others.some((another) => isPossible([...term, ...another])));
}

function isTooMuch(terms: ReturnType<typeof termsOf>): boolean {
  let size = 0;
  for (const term of terms) for (const { values = [] } of term) size += 1 + values.length;
  return terms.length > MOST || size > MOST;
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
