import type { Node } from '../../model/apiTypes';
import { decodeTimes } from '../../model/time';
import { counted, formatDuration, grouped, visible } from '../../model/words';
import type { NodeFact } from '../../rules/facts';

/** The labels by which those who make nodes call their groups. */
const GROUP_LABELS = [
  'karpenter.sh/nodepool',
  'eks.amazonaws.com/nodegroup',
  'alpha.eksctl.io/nodegroup-name',
  'cloud.google.com/gke-nodepool',
  'kubernetes.azure.com/agentpool',
  'kops.k8s.io/instancegroup',
  'doks.digitalocean.com/node-pool',
] as const;

const MOST_NAMED = 4;
/** Of fewer nothing is concluded. */
const FEWEST = 3;
/** Who became ready later than this after it registered became ready again. */
const AGAIN_SECONDS = 900;

/** What the nodes of a snapshot tell of their groups, and what they do not. */
export function groupsSeen(nodes: readonly NodeFact[], title: string): readonly string[] {
  const groups = new Map<string, { readonly label: string; count: number }>();
  const seconds: number[] = [];
  for (const { object } of nodes) {
    const node = decodeTimes<Node>(object);
    const { labels = {} } = node.metadata;
    const label = GROUP_LABELS.find((known) => labels[known] !== undefined);
    if (label === undefined) continue;
    const key = `${label}=${labels[label] ?? ''}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { label, count: 1 });
    else group.count++;
    const took = secondsUntilReady(node);
    if (took !== undefined) seconds.push(took);
  }
  if (groups.size === 0) return [];
  const named = [...groups].slice(0, MOST_NAMED).map(([name, { count }]) => `${visible(name)} (${counted(count, 'node')})`);
  const more = groups.size > named.length ? ` and ${grouped(groups.size - named.length)} more` : '';
  return [
    `Groups of nodes in ${title}: ${named.join(', ')}${more}. How far an autoscaler may let them grow is not in it: taken not to grow. The setting rolloutLens.nodeGroups tells it.${readyText(seconds)}`,
  ];
}

/** Undefined: nobody says it, or it was ready before that and again since. */
function secondsUntilReady({ metadata, status }: Node): number | undefined {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const { creationTimestamp } = metadata;
  if (ready?.status !== 'True' || ready.lastTransitionTime === undefined || creationTimestamp === undefined) return undefined;
  const seconds = (ready.lastTransitionTime - creationTimestamp) / 1000;
  return seconds < 0 || seconds > AGAIN_SECONDS ? undefined : seconds;
}

/** A node registers when its machine has started: that time comes before. */
function readyText(seconds: readonly number[]): string {
  if (seconds.length < FEWEST) return '';
  const median = seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0;
  return ` Its nodes were ready ${formatDuration(median)} after they had registered (the middle of ${grouped(seconds.length)}); the time until they register comes on top.`;
}
