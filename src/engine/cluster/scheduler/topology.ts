/** Ours: the nodes of each value of a topology key, kept until nodes change. */
import type { NodeInfo } from './nodeInfo';

/** The domains that a label key divides the nodes into. */
export interface Topology {
  readonly key: string;
  /** By the node's ordinal: the number of its domain, -1 without the label. */
  readonly domains: Int32Array;
  /** The label values, by domain number. */
  readonly values: readonly string[];
  /** Some nodes lack the label. */
  readonly isMissing: boolean;
}

export function computeTopology(key: string, nodes: readonly NodeInfo[]): Topology {
  const domains = new Int32Array(nodes.length).fill(-1);
  const numbers = new Map<string, number>();
  for (const { node, ordinal } of nodes) {
    const value = node?.metadata.labels?.[key];
    if (value === undefined) continue;
    let number = numbers.get(value);
    if (number === undefined) numbers.set(value, (number = numbers.size));
    domains[ordinal] = number;
  }
  return { key, domains, values: [...numbers.keys()], isMissing: domains.includes(-1) };
}

/** Sums counts by node into counts by domain. */
export function sumByDomain(topology: Topology, counts: Int32Array, into: Float64Array, factor = 1): void {
  const { domains } = topology;
  for (let ordinal = 0; ordinal < domains.length; ordinal++) {
    const count = counts[ordinal] as number;
    if (count === 0) continue;
    const domain = domains[ordinal] as number;
    if (domain >= 0) into[domain] = (into[domain] as number) + count * factor;
  }
}
