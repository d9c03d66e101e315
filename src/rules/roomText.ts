import { formatQuantity, parseQuantity } from '../model/quantity';
import type { Resources } from '../model/podResources';
import { listed } from '../model/words';
import type { NodeFact } from './facts';
import { fitting, ONE_POD } from './placeCounter';

/** So many nodes are told of, those with most room first. */
const TOLD = 3;

/**
 * What others leave of nodes that take no pod of this size: `Pods of others leave 100m of 4 cpu on node-1 (a pod asks for
 * 500m)`. Nothing where it is not known what others take.
 */
export function roomText(nodes: readonly NodeFact[], requests: Resources): string {
  const lacking = nodes.flatMap((node) =>
    node.taken === undefined || fitting(node, requests) > 0 ? [] : (lackOf(node, requests) ?? []),
  );
  if (lacking.length === 0) return '';
  const nearest = lacking.toSorted((one, other) => other.share - one.share).slice(0, TOLD);
  const rest = lacking.length - nearest.length;
  const more = rest === 0 ? '' : `, and less on ${rest} more`;
  return ` Pods of others leave ${listed(nearest.map(({ text }) => text))}${more}.`;
}

interface Lack {
  readonly text: string;
  /** How much of what a pod asks for is there: of whatever there is least. */
  readonly share: number;
}

function lackOf({ name, allocatable, taken }: NodeFact, requests: Resources): Lack | undefined {
  let least: Lack | undefined;
  for (const [resource, { nanos: each }] of [...requests, ONE_POD]) {
    const left = parseQuantity(allocatable[resource] ?? '0');
    if (each === 0n || left === undefined || left.nanos >= each) continue;
    const share = Number(left.nanos) / Number(each);
    if (least !== undefined && least.share <= share) continue;
    const asked = resource === 'pods' ? '' : ` (a pod asks for ${formatQuantity({ ...left, nanos: each })})`;
    const whole = taken?.whole[resource] ?? '0';
    least = { share, text: `${allocatable[resource] ?? '0'} of ${whole} ${resource} on ${name}${asked}` };
  }
  return least;
}
