import type { Pod } from '../../../model/apiTypes';
import { getPodCondition, isPodTerminal } from '../../../model/podConditions';
import type { Workload } from '../scenario/scenario';
import { either, oldFirst } from './remedies';
import { usersOfNodes, withUsers } from './otherWords';
import type { StallInput } from './stallInput';
import { podRequests, setDefaultPodResources, type Resources } from '../../../model/podResources';
import { formatQuantity, parseQuantity } from '../../../model/quantity';
import { requiredNodeTerms } from '../../../model/scheduling';
import { growthRemedy, noGrowth } from './growth';
import type { Blocker } from '../timeline/timeline';
import { counted, listed } from '../../../model/words';

/** What refusals are about: a pod that any node may take, or a daemon pod that is meant for one. */
interface Refused {
  readonly pod: Pod;
  readonly workload: Workload;
  /** The node that a daemon pod is meant for. */
  readonly meantFor: string | undefined;
  /** It would fit on the node of an old pod once that is gone. */
  readonly fitsAfter: boolean;
  /** A cordoned node that has what the others lack. */
  readonly cordoned: string | undefined;
}

const CORDONED = /unschedulable/;

/** What a refusal by the scheduler means and what would help, by the reason's text; the first that matches counts. */
const REASONS: readonly {
  readonly match: RegExp;
  readonly meaning: (refused: Refused, reason: string) => string;
  readonly remedy: (refused: Refused) => string;
  /** Says nothing about nodes. */
  readonly anywhere?: boolean;
  /** Whoever runs there is in the way. */
  readonly taken?: boolean;
  readonly isForPort?: boolean;
  /** The pod may not use the node, however empty it is. */
  readonly excludes?: boolean;
}[] = [
  {
    match: /didn't have free ports/,
    taken: true,
    isForPort: true,
    meaning: ({ pod }) => `hostPort ${listed(hostPortsOf(pod).map(String))} is taken`,
    remedy: (refused) => either(oldFirst(refused.workload), moreNodes(refused), 'do without hostPort'),
  },
  {
    match: /didn't match pod anti-affinity|existing pods anti-affinity/,
    meaning: () => 'the required anti-affinity keeps it away from the pods that run there',
    remedy: (refused) => either(oldFirst(refused.workload), moreNodes(refused), 'use a preferred anti-affinity'),
  },
  {
    match: /^Insufficient /,
    taken: true,
    meaning: (_refused, reason) => `not enough ${resourceOf(reason)}`,
    remedy: (refused) =>
      either(
        uncordon(refused),
        moreRoom(refused),
        'lower the requests',
        refused.fitsAfter ? oldFirst(refused.workload) : undefined,
      ),
  },
  {
    match: /^Too many pods/,
    taken: true,
    meaning: () => 'the nodes are full',
    remedy: (refused) => either(moreRoom(refused), oldFirst(refused.workload)),
  },
  {
    match: /ReadWriteOncePod/,
    meaning: () => 'its ReadWriteOncePod volume is in use by another pod',
    anywhere: true,
    remedy: ({ workload }) => either(oldFirst(workload), 'use a volume that several pods may use'),
  },
  {
    match: /untolerated taint/,
    meaning: () => 'it does not tolerate the taints',
    excludes: true,
    remedy: () => 'add a toleration, or remove the taint',
  },
  {
    match: CORDONED,
    meaning: () => 'the nodes are cordoned',
    excludes: true,
    remedy: ({ meantFor }) => `uncordon ${meantFor ?? 'a node'}`,
  },
  {
    match: /node affinity|selector/,
    meaning: () => 'the node selector or affinity matches none',
    excludes: true,
    remedy: () => 'label a node, or change the selector',
  },
  {
    match: /topology spread/,
    meaning: () => 'the topology spread would be broken',
    remedy: () => 'raise maxSkew, use ScheduleAnyway, or add nodes to the smaller zones',
  },
  {
    match: /pod affinity/,
    meaning: () => 'there is no pod to be near to',
    remedy: () => 'start the pods it wants to be near to',
  },
  {
    match: /volume|PersistentVolume|persistentvolumeclaim/i,
    meaning: () => 'its volume is not available there',
    remedy: () => 'make the claim or the volume available',
  },
];

const INSUFFICIENT = 'Insufficient ';

function resourceOf(reason: string): string {
  return reason.slice(INSUFFICIENT.length);
}

function requestsOf({ spec }: Pod): Resources {
  return podRequests(setDefaultPodResources(spec));
}

interface Room {
  /** `: it asks for 600m, at most 400m is free`. */
  readonly text: string;
  readonly fitsAfter: boolean;
  /** It would fit where most is free. */
  readonly fits: boolean;
}

/** What is left of a resource on nodes, and whether the place of an old pod would do. */
function roomOf({ world, pods }: StallInput, pod: Pod, resource: string, refusals: readonly { readonly node: string }[]): Room {
  const asked = requestsOf(pod).get(resource);
  if (asked === undefined) return { text: '', fitsAfter: true, fits: true };
  const amountOf = (other: Pod): bigint => requestsOf(other).get(resource)?.nanos ?? 0n;
  const free = new Map<string, bigint>();
  for (const { node } of refusals) {
    const amount = world.store.get('Node', node)?.status?.allocatable?.[resource];
    free.set(node, (amount === undefined ? undefined : parseQuantity(amount)?.nanos) ?? 0n);
  }
  const leftFor = (other: Pod): bigint | undefined => free.get(other.spec.nodeName ?? '');
  for (const other of world.store.list('Pod')) {
    const left = leftFor(other);
    if (left !== undefined && !isPodTerminal(other)) free.set(other.spec.nodeName ?? '', left - amountOf(other));
  }
  let most = 0n;
  for (const left of free.values()) if (left > most) most = left;
  const text = `: it asks for ${formatQuantity(asked)}, at most ${formatQuantity({ ...asked, nanos: most })} is free`;
  const makesRoom = (other: Pod): boolean => {
    const left = world.behaviors.versionOf(other) === 'before' ? leftFor(other) : undefined;
    return left !== undefined && left + amountOf(other) >= asked.nanos;
  };
  return { text, fitsAfter: pods.some(makesRoom), fits: most >= asked.nanos };
}

/** Other nodes are of no use to a daemon pod. */
function moreNodes({ meantFor }: Refused): string | undefined {
  return meantFor === undefined ? 'add nodes' : undefined;
}

function uncordon({ cordoned }: Refused): string | undefined {
  return cordoned === undefined ? undefined : `uncordon ${cordoned}`;
}

function moreRoom(refused: Refused): string {
  return moreNodes(refused) ?? `make room on ${refused.meantFor}`;
}

function hostPortsOf({ spec }: Pod): readonly number[] {
  const sidecars = (spec.initContainers ?? []).filter(({ restartPolicy }) => restartPolicy === 'Always');
  return [...spec.containers, ...sidecars].flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, containerPort }) => (spec.hostNetwork === true ? [hostPort ?? containerPort] : (hostPort ?? []))),
  );
}

/** Whether a pod that runs on a node takes of it what others lack there. */
function isTaker(waiting: Pod, lacking: string | undefined, isForPort: boolean): (pod: Pod) => boolean {
  if (lacking !== undefined) return (pod) => (requestsOf(pod).get(lacking)?.nanos ?? 0n) > 0n;
  const wanted = isForPort ? hostPortsOf(waiting) : [];
  return (pod) => !isForPort || hostPortsOf(pod).some((port) => wanted.includes(port));
}

export function isUnscheduled(pod: Pod): boolean {
  return (pod.spec.nodeName ?? '') === '';
}

/** The node of a pod; for a daemon pod that is not bound yet, the one that it is meant for. */
export function wantedNode({ spec }: Pod): string {
  if (spec.nodeName !== undefined && spec.nodeName !== '') return spec.nodeName;
  return requiredNodeTerms(spec)[0]?.matchFields?.[0]?.values?.[0] ?? '';
}

/** Pods without a node: which rule refuses them, on how many nodes, and what would have to change. */
export function unschedulableBlocker(input: StallInput, pods: readonly Pod[]): Blocker[] {
  const { world, workload } = input;
  const pod = pods[0];
  if (pod === undefined) return [];
  const message = getPodCondition(pod, 'PodScheduled')?.message;
  const verdict = world.scheduler.explain(pod);
  const nodeCount = world.store.count('Node');
  // A daemon pod is meant for one node: what the others say of it means nothing.
  const meantFor = wantedNode(pod) === '' ? undefined : wantedNode(pod);
  const refusals = [...verdict.nodes]
    .filter(([node]) => meantFor === undefined || node === meantFor)
    .map(([node, reasons]) => ({ node, reasons }));
  // What nodes say that the pod may not use at all is no obstacle, as long as there are others.
  const open = refusals.filter(({ reasons }) => !reasons.some((reason) => reasonOf(reason)?.excludes === true));
  const judged = open.length === 0 ? refusals : open;
  const [decisive = '', count = 0] = mostFrequent(judged.flatMap(({ reasons }) => reasons)) ?? [];
  const known = reasonOf(decisive === '' ? (message ?? '') : decisive);
  const lacking = decisive.startsWith(INSUFFICIENT) ? resourceOf(decisive) : undefined;
  const room = lacking === undefined ? undefined : roomOf(input, pod, lacking, judged);
  const isCordoned = (reasons: readonly string[]): boolean => reasons.every((reason) => CORDONED.test(reason));
  const cordoned =
    lacking === undefined || open.length === 0
      ? undefined
      : refusals.find((each) => isCordoned(each.reasons) && roomOf(input, pod, lacking, [each]).fits)?.node;
  const refused: Refused = { pod, workload, meantFor, fitsAfter: room?.fitsAfter !== false, cordoned };
  const isNew = pods.every((waiting) => world.behaviors.versionOf(waiting) === 'after');
  const subject = pods.length > 1 ? counted(pods.length, 'pod') : isNew ? 'the new pod' : 'a pod';
  const one = pods.length === 1;
  const fits =
    meantFor === undefined
      ? `${subject} ${one ? 'fits' : 'fit'} on no node`
      : `${subject} ${one ? `does not fit on ${meantFor}` : 'do not fit on their nodes'}`;
  const meaning = known?.meaning(refused, decisive) ?? decisive;
  const among = judged.length === nodeCount ? `${count}/${judged.length}` : amongUsable(count, judged.length);
  const where = decisive === '' || meantFor !== undefined || known?.anywhere === true ? '' : ` on ${among}`;
  const amounts = room?.text ?? '';
  const takes = isTaker(pod, lacking, known?.isForPort === true);
  const takers = known?.taken === true ? usersOfNodes(input, new Set(judged.map(({ node }) => node)), takes) : undefined;
  const reason = nodeCount === 0 ? 'there are no nodes' : withUsers(`${meaning}${where}${amounts}`, takers);
  return [
    {
      rule: 'unschedulable',
      sentence: `${fits} (${reason})${noGrowth(world, pod)}`,
      message,
      pods: pods.map(({ metadata }) => metadata.name),
      nodes: refusals,
      remedy: either(growthRemedy(world, pod), nodeCount === 0 ? 'add a node' : known?.remedy(refused)) || undefined,
    },
  ];
}

/** Of the nodes that the pod may use, where there are others. */
const amongUsable = (count: number, usable: number): string =>
  usable === 1 ? 'the only node that it may use' : `${count}/${usable} nodes that it may use`;

function reasonOf(text: string): (typeof REASONS)[number] | undefined {
  return REASONS.find(({ match }) => match.test(text));
}

function mostFrequent(texts: readonly string[]): readonly [string, number] | undefined {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0];
}
