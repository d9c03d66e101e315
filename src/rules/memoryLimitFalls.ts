import { jsonAt } from '../manifest/json';
import { readResources } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import type { ContainerFacts } from '../manifest/podFacts';
import { parseQuantity } from '../model/quantity';
import { quote } from '../model/words';
import { serving } from './pods';
import { ofContainers, type Rule } from './rule';

/** Who gives back less than that trims what was measured. */
const LEFT = 0.5;

export const memoryLimitFalls: Rule = {
  id: 'memory-limit-falls',
  group: 'surprises',
  severity: 'information',
  title: 'a container gets less than half of the memory that it had',
  reads: ofContainers('name', 'resources'),
  check: ({ workload, before }) => {
    if (before?.certain !== true) return [];
    return serving(workload.pod).flatMap((container) => {
      const old = serving(before.pod).find(({ name }) => name === container.name);
      const [had, has] = [old && limitOf(before, old), limitOf(workload, container)];
      if (had === undefined || has === undefined || has.amount >= had.amount * LEFT) return [];
      const percent = Math.max(1, Math.round((100 * has.amount) / had.amount));
      return [
        {
          path: [...container.path, ...LIMIT],
          message: `The memory limit of container ${quote(container.name)} falls from ${had.text} to ${has.text} (${percent} % of it). If it needs more it is killed (OOMKilled), often only after it has been ready, when the old pods are gone. Look at what it uses now (kubectl top pod --containers).`,
          short: `memory limit ${had.text} → ${has.text}`,
        },
      ];
    });
  },
};

const LIMIT = ['resources', 'limits', 'memory'];

function limitOf(
  { resource }: Workload,
  { path }: ContainerFacts,
): { readonly text: string; readonly amount: number } | undefined {
  const { memory: text } = readResources(jsonAt(resource.json, [...path, ...LIMIT.slice(0, -1)]));
  const nanos = text === undefined ? undefined : parseQuantity(text)?.nanos;
  return text === undefined || nanos === undefined || nanos <= 0n ? undefined : { text, amount: Number(nanos) };
}
