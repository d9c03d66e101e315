import { formatQuantity, parseQuantity } from '../model/quantity';
import type { Resources } from '../model/podResources';
import { listed } from '../model/words';
import type { NodeFact } from './facts';
import { ONE_POD } from './placeCounter';

/** So many nodes are told of, those first that have nearly room for one pod more. */
const TOLD = 3;

/**
 * What others leave of nodes that are full: `Pods of others leave 500m of 4 cpu on node-1 and 2500m of 4 cpu on node-2, and
 * less on 4 more; a pod asks for 1 cpu`. Nothing where it is not known what others take.
 */
export function roomText(nodes: readonly NodeFact[], requests: Resources): string {
  const shared = nodes.filter(({ taken }) => taken !== undefined && taken.pods > 0);
  const rooms = shared.flatMap((node) => roomOn(node, requests) ?? []).sort((one, other) => other.rest - one.rest);
  if (rooms.length === 0) return '';
  const told = rooms.slice(0, TOLD);
  const more = rooms.length > TOLD ? `, with less to spare on ${rooms.length - TOLD} more` : '';
  const asked = [...new Set(told.flatMap(({ asked: each }) => each ?? []))];
  const asks = asked.length === 0 ? '' : `; a pod asks for ${listed(asked)}`;
  return ` Pods of others leave ${listed(told.map(({ text }) => text))}${more}${asks}.`;
}

interface Room {
  readonly text: string;
  /** What is left beyond whole pods, of the resource that is short: half a pod more would fit with 0.5. */
  readonly rest: number;
  readonly asked: string | undefined;
}

/** By the resource of which there is room for the fewest pods. */
function roomOn({ name, allocatable, taken }: NodeFact, requests: Resources): Room | undefined {
  let least: { readonly pods: number; readonly room: Room } | undefined;
  for (const [resource, { nanos: each }] of [...requests, ONE_POD]) {
    const left = parseQuantity(allocatable[resource] ?? '0');
    if (each === 0n || left === undefined) continue;
    const pods = Number(left.nanos) / Number(each);
    if (least !== undefined && Math.floor(least.pods) <= Math.floor(pods)) continue;
    const asked = resource === 'pods' ? undefined : `${formatQuantity({ ...left, nanos: each })} ${resource}`;
    const text = `${formatQuantity(left)} of ${taken?.whole[resource] ?? '0'} ${resource} on ${name}`;
    least = { pods, room: { text, rest: pods - Math.floor(pods), asked } };
  }
  return least?.room;
}
