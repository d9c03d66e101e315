import { count, NODE_NATURE } from '../engine/simulation/scenario/actions';
import { name, number, object, optional, readAs, refuse, show, type Check, type Of } from '../engine/kernel/schema';
import { LIMITS } from '../model/limits';
import { parseQuantity } from '../model/quantity';

/** Nodes that are alike, to which an autoscaler adds some, as somebody describes them in settings or on a command line. */
export type NodeGroupSetting = Of<typeof nodeGroupFields>;
const nodeGroupFields = object({
  name,
  /** So many are there where nothing else is known of nodes. */
  min: optional(count(LIMITS.nodes)),
  max: count(LIMITS.nodes, 1),
  readyAfterSeconds: optional(number({ min: 0, max: LIMITS.seconds })),
  ...NODE_NATURE,
});

export const nodeGroupForm: Check<NodeGroupSetting> = (value, path) => {
  const group = nodeGroupFields(value, path);
  const { min = 0, max, allocatable = {} } = group;
  for (const [resource, amount] of Object.entries(allocatable))
    if (parseQuantity(amount) === undefined)
      refuse(`${path}.allocatable.${resource}`, `must be an amount such as 4 or 16Gi, not ${show(amount)}`);
  return min > max ? refuse(`${path}.max`, `${max} is less than min, which is ${min}`) : group;
};

/** More groups than anybody has. */
export const MOST_NODE_GROUPS = 100;

/** What somebody has written for groups of nodes; what cannot be so, and what has the name of another one, is left out. */
export function readNodeGroups(value: unknown): readonly NodeGroupSetting[] {
  const written = Array.isArray(value) ? value.slice(0, MOST_NODE_GROUPS) : [];
  const groups = new Map<string, NodeGroupSetting>();
  for (const item of written) {
    const group = readAs(nodeGroupForm, item);
    if (group !== undefined && !groups.has(group.name)) groups.set(group.name, group);
  }
  return [...groups.values()];
}
