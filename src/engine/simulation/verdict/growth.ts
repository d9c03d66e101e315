import type { Pod } from '../../../model/apiTypes';
import { counted, formatDuration, fullGroupText, listed, plural } from '../../../model/words';
import { MAX_SIZE_REACHED, type GroupRefusal, type ScaleUp } from '../../cluster/autoscaler/nodeGroups';
import type { Note } from '../timeline/timeline';
import type { World } from '../world/world';

/** So many nodes are named. */
const NAMED = 4;

/** Who has added which nodes, for how many pods, and how long these wait. */
export function growthNotes({ autoscaler }: World, origin: number): Note[] {
  const groups = new Map<string, ScaleUp[]>();
  for (const scaleUp of autoscaler?.scaleUps ?? []) {
    if (scaleUp.at < origin) continue;
    const known = groups.get(scaleUp.group);
    if (known === undefined) groups.set(scaleUp.group, [scaleUp]);
    else known.push(scaleUp);
  }
  return [...groups].map(([group, scaleUps]): Note => {
    const [first] = scaleUps as [ScaleUp, ...ScaleUp[]];
    const pods = new Set(scaleUps.flatMap((scaleUp) => scaleUp.pods)).size;
    const nodes = scaleUps.flatMap((scaleUp) => scaleUp.nodes);
    const wait = `${counted(pods, 'pod')} that ${plural(pods, 'fits', 'fit')} nowhere ${plural(pods, 'waits', 'wait')} for ${plural(nodes.length, 'a node', 'nodes')}`;
    const adds = `the cluster autoscaler adds ${namesOf(nodes)} to group ${group}, which may have ${first.max}`;
    const ready = `${plural(nodes.length, 'it takes', 'each takes')} pods after ${formatDuration(first.readyAfterSeconds)}`;
    return { kind: 'nodes', t: (first.at - origin) / 1000, sentence: `${wait}: ${adds}; ${ready}` };
  });
}

function namesOf(nodes: readonly string[]): string {
  const more = nodes.length - NAMED;
  return more > 1 ? `${nodes.slice(0, NAMED).join(', ')} and ${more} more` : listed(nodes);
}

/** Why nobody adds a node for a pod: `group general has its 4 nodes`. Empty where nobody adds nodes at all. */
export function noGrowth({ autoscaler }: World, pod: Pod): string {
  const refusals = autoscaler?.refusalsOf(pod) ?? [];
  if (refusals.length === 0) return '';
  return `; the cluster autoscaler adds no node: ${listed(refusals.slice(0, NAMED).map(refusalText))}`;
}

function refusalText({ group, max, reason }: GroupRefusal): string {
  return reason === MAX_SIZE_REACHED ? fullGroupText(group, max) : `one of group ${group} would not take it (${reason})`;
}

/** What would let a group grow for a pod. */
export function growthRemedy({ autoscaler }: World, pod: Pod): string | undefined {
  const full = autoscaler?.refusalsOf(pod).find(({ reason }) => reason === MAX_SIZE_REACHED);
  return full === undefined ? undefined : `raise the maximum of group ${full.group}`;
}
