import { EngineError } from '../../engine/kernel/engineError';
import { MOST_NODE_GROUPS, nodeGroupForm, type NodeGroupSetting } from '../../features/nodeGroupForm';
import type { Option } from '../arguments/option';
import { UsageError } from '../arguments/usageError';

const NUMBERS: Readonly<Record<string, string>> = { min: 'min', max: 'max', ready: 'readyAfterSeconds' };

export const NODE_GROUP_OPTION: Option = {
  takes: 'A=B,…',
  isRepeated: true,
  says: [
    'nodes that an autoscaler adds where pods fit nowhere: name=general, max=10, ready=120 (seconds), min=3 (of them are there where nothing else is known),',
    'cpu=4, memory=16Gi, pods=58 (or any resource), label=pool=x, taint=dedicated=db:NoSchedule; what is left out is as on the nodes that it has',
  ],
};

/** `name=general,max=10,ready=120,cpu=4`, once for each group. */
export function parseNodeGroups(texts: readonly string[]): readonly NodeGroupSetting[] {
  if (texts.length > MOST_NODE_GROUPS) throw new UsageError(`--node-group can be given ${MOST_NODE_GROUPS} times at most`);
  const groups = texts.map(parseNodeGroup);
  const twice = groups.find(({ name }, index) => groups.findIndex((other) => other.name === name) !== index);
  if (twice !== undefined) throw new UsageError(`--node-group ${twice.name} is there twice: give each group a name of its own`);
  return groups;
}

function parseNodeGroup(text: string): NodeGroupSetting {
  const fields: Record<string, unknown> = {};
  const labels: [string, string][] = [];
  const taints: unknown[] = [];
  const allocatable: [string, string][] = [];
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const [key, value] = [part.slice(0, at), part.slice(at + 1)];
    if (at < 1 || value === '') throw new UsageError(`--node-group takes name=…,max=…, not ${part} (in ${text})`);
    const number = NUMBERS[key];
    if (number !== undefined) fields[number] = Number.isNaN(Number(value)) ? value : Number(value);
    else if (key === 'name') fields[key] = value;
    else if (key === 'label') labels.push(pairOf(value, text));
    else if (key === 'taint') taints.push(taintOf(value, text));
    else allocatable.push([key, value]);
  }
  try {
    return nodeGroupForm(
      {
        ...fields,
        ...(labels.length === 0 ? {} : { labels: Object.fromEntries(labels) }),
        ...(taints.length === 0 ? {} : { taints }),
        ...(allocatable.length === 0 ? {} : { allocatable: Object.fromEntries(allocatable) }),
      },
      'group',
    );
  } catch (error) {
    if (error instanceof EngineError) throw new UsageError(`--node-group ${text}: ${error.message}`);
    throw error;
  }
}

/** `pool=x`. */
function pairOf(text: string, all: string): [string, string] {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--node-group takes label=KEY=VALUE, not label=${text} (in ${all})`);
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `dedicated=db:NoSchedule`, as kubectl taint takes it. */
function taintOf(text: string, all: string): unknown {
  const at = text.lastIndexOf(':');
  const [key = '', value] = text.slice(0, at).split('=');
  if (at < 1 || key === '') throw new UsageError(`--node-group takes taint=KEY=VALUE:EFFECT, not taint=${text} (in ${all})`);
  return { key, effect: text.slice(at + 1), ...(value === undefined ? {} : { value }) };
}
