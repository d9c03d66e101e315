import type { Pod } from '../../../model/apiTypes';
import { getPodCondition } from '../../../model/podConditions';
import type { StallInput } from './stallInput';
import type { Blocker } from '../timeline/timeline';
import { counted, listed } from '../../../model/words';

/** What a refusal by the scheduler means and what would help, by the reason's text; the first that matches counts. */
const REASONS: readonly {
  readonly match: RegExp;
  readonly meaning: (pod: Pod) => string;
  readonly remedy: string;
  /** Says nothing about nodes. */
  readonly anywhere?: boolean;
}[] = [
  {
    match: /didn't have free ports/,
    meaning: (pod) => `hostPort ${hostPorts(pod)} is taken`,
    remedy: 'use maxSurge 0 with maxUnavailable 1 (the old pod frees the port first), or do without hostPort',
  },
  {
    match: /didn't match pod anti-affinity|existing pods anti-affinity/,
    meaning: () => 'the required anti-affinity keeps it away from the pods that run there',
    remedy: 'use maxSurge 0 with maxUnavailable 1, more nodes, or a preferred anti-affinity',
  },
  {
    match: /^Insufficient (.+)$/,
    meaning: () => 'there is not enough room',
    remedy: 'add nodes, lower the requests, or use maxSurge 0 with maxUnavailable 1',
  },
  { match: /^Too many pods/, meaning: () => 'the nodes are full', remedy: 'add nodes, or use maxSurge 0 with maxUnavailable 1' },
  {
    match: /ReadWriteOncePod/,
    meaning: () => 'its ReadWriteOncePod volume is in use by another pod',
    anywhere: true,
    remedy: 'use strategy Recreate, or maxSurge 0 with maxUnavailable 1',
  },
  {
    match: /untolerated taint/,
    meaning: () => 'it does not tolerate the taints',
    remedy: 'add a toleration, or remove the taint',
  },
  { match: /unschedulable/, meaning: () => 'the nodes are cordoned', remedy: 'uncordon a node' },
  {
    match: /node affinity|selector/,
    meaning: () => 'the node selector or affinity matches none',
    remedy: 'label a node, or change the selector',
  },
  {
    match: /topology spread/,
    meaning: () => 'the topology spread would be broken',
    remedy: 'raise maxSkew, use ScheduleAnyway, or add nodes to the smaller zones',
  },
  { match: /pod affinity/, meaning: () => 'there is no pod to be near to', remedy: 'start the pods it wants to be near to' },
  {
    match: /volume|PersistentVolume|persistentvolumeclaim/i,
    meaning: () => 'its volume is not available there',
    remedy: 'make the claim or the volume available',
  },
];

function hostPorts(pod: Pod): string {
  const ports = pod.spec.containers.flatMap(({ ports: declared = [] }) =>
    declared.flatMap(({ hostPort, containerPort }) =>
      pod.spec.hostNetwork === true ? [hostPort ?? containerPort] : (hostPort ?? []),
    ),
  );
  return listed(ports.map(String));
}

export function isUnscheduled(pod: Pod): boolean {
  return (pod.spec.nodeName ?? '') === '';
}

/** The node of a pod; for a daemon pod that is not bound yet, the one that it is meant for. */
export function wantedNode({ spec }: Pod): string {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  return terms[0]?.matchFields?.[0]?.values?.[0] ?? '';
}

/** Pods without a node: which rule refuses them, on how many nodes, and what would have to change. */
export function unschedulableBlocker({ world }: StallInput, pods: readonly Pod[]): Blocker[] {
  const pod = pods[0];
  if (pod === undefined) return [];
  const message = getPodCondition(pod, 'PodScheduled')?.message;
  const verdict = world.scheduler.explain(pod);
  const nodeCount = world.store.count('Node');
  // A daemon pod is meant for one node: what the others say of it means nothing.
  const meantFor = wantedNode(pod);
  const refusals = [...verdict.nodes]
    .filter(([node]) => meantFor === '' || node === meantFor)
    .map(([node, reasons]) => ({ node, reasons }));
  const [decisive = '', count = 0] = mostFrequent(refusals.flatMap(({ reasons }) => reasons)) ?? [];
  const known = REASONS.find(({ match }) => match.test(decisive === '' ? (message ?? '') : decisive));
  const isNew = pods.every((waiting) => world.behaviors.versionOf(waiting) === 'after');
  const subject = pods.length > 1 ? counted(pods.length, 'pod') : isNew ? 'the new pod' : 'a pod';
  const one = pods.length === 1;
  const fits =
    meantFor === ''
      ? `${subject} ${one ? 'fits' : 'fit'} on no node`
      : `${subject} ${one ? `does not fit on ${meantFor}` : 'do not fit on their nodes'}`;
  const meaning = known?.meaning(pod) ?? decisive;
  const where =
    decisive === '' || nodeCount === 0 || meantFor !== '' || known?.anywhere === true ? '' : ` on ${count}/${nodeCount}`;
  const reason = nodeCount === 0 ? 'there are no nodes' : `${meaning}${where}`;
  return [
    {
      rule: 'unschedulable',
      sentence: `${fits} (${reason})`,
      message,
      pods: pods.map(({ metadata }) => metadata.name),
      nodes: refusals,
      remedy: nodeCount === 0 ? 'add a node' : known?.remedy,
    },
  ];
}

function mostFrequent(texts: readonly string[]): readonly [string, number] | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0];
}
