import type { ResourceList, Taint } from './apiTypes';
import { NOT_READY_TAINT, UNREACHABLE_TAINT } from './wellKnown';

/** More than anybody asks for, of any resource that is counted. */
export const PLENTY = '4Ti';
/** What every node has: of what a manifest does not name there is plenty, and 110 pods as kubelets have it by default. */
const ON_EVERY_NODE = { cpu: '1000', memory: PLENTY, 'ephemeral-storage': PLENTY, pods: '110' };

/** What a node has room for, the amounts that a manifest leaves out included. */
export function completeAllocatable(stated: ResourceList | undefined): ResourceList {
  return { ...ON_EVERY_NODE, ...stated };
}

/** With which taint a node is kept from taking pods while it does not answer; undefined: it does, or nothing is said of it. */
export function downTaint(
  conditions: readonly { readonly type: string; readonly status: string }[] | null | undefined,
): Taint | undefined {
  const ready = conditions?.find(({ type }) => type === 'Ready');
  if (ready === undefined || ready.status === 'True') return undefined;
  return { key: ready.status === 'False' ? NOT_READY_TAINT : UNREACHABLE_TAINT, effect: 'NoSchedule' };
}
