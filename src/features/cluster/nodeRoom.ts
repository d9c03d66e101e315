import { formatQuantity, parseQuantity } from '../../model/quantity';
import type { ResourceList } from '../../model/apiTypes';
import type { NodeFact } from '../../rules/facts';
import type { PodUse } from '../../snapshot/clusterUse';

const ONE = 1_000_000_000n;

/** A node as pods find it that come beside these. */
export function beside(node: NodeFact, uses: readonly PodUse[]): NodeFact {
  const ports = uses.flatMap((use) => use.ports);
  return { ...node, allocatable: leftOf(node.allocatable, uses), taken: { whole: node.allocatable, pods: uses.length, ports } };
}

/** What is left of a node; less than nothing is nothing. */
export function leftOf(whole: ResourceList, uses: readonly PodUse[]): ResourceList {
  if (uses.length === 0) return whole;
  const taken = new Map<string, bigint>([['pods', BigInt(uses.length) * ONE]]);
  for (const { requests } of uses) for (const [name, { nanos }] of requests) taken.set(name, (taken.get(name) ?? 0n) + nanos);
  const left: Record<string, string> = {};
  for (const [name, text] of Object.entries(whole)) {
    const amount = taken.get(name);
    const quantity = amount === undefined ? undefined : parseQuantity(text);
    if (amount === undefined || quantity === undefined) left[name] = text;
    else left[name] = formatQuantity({ ...quantity, nanos: quantity.nanos > amount ? quantity.nanos - amount : 0n });
  }
  return left;
}
