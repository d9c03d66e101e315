import type { OtherWorkload, Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import type { Workload } from '../manifest/workload';
import { decodeTimes } from '../model/time';
import { counted, grouped, listed } from '../model/words';
import { priorityClassesOf, type ClusterFacts, type PriorityClassFact } from '../rules/facts';
import { MOST_NEIGHBORS, runningBeside, type Neighbor } from '../rules/neighbors';
import { shortName } from '../rules/sources';
import { isRefused } from './apiServer';

/** What else runs beside a workload, as the rules count it. */
export interface OthersAround {
  readonly others: readonly OtherWorkload[];
  /** Those that decide about the others' priorities. */
  readonly classes: readonly PriorityClassFact[];
  readonly notes: readonly string[];
}

/** Other workloads of the workspace that take quota or room; `nodeCount`: how many equal nodes there are, if that is known. */
export function othersAround(workload: Workload, facts: ClusterFacts, nodeCount: number | undefined): OthersAround {
  const { near, leftOut } = runningBeside(facts, workload, nodeCount);
  const refused = near.filter(({ fact, subject }) => isRefused(subject.kind, fact.object));
  const running = near.filter((neighbor) => !refused.includes(neighbor));
  return {
    others: running.map((neighbor) => otherOf(neighbor, workload.namespace, facts.home)),
    classes: [...new Set(running.flatMap(({ subject }) => priorityClassesOf(facts, subject)))],
    notes: [
      ...(running.length === 0 ? [] : [`Beside it: ${listed(running.map((neighbor) => described(neighbor, facts.home)))}.`]),
      ...refused.map((neighbor) => `Left out: ${described(neighbor, facts.home)}, which the API server would refuse.`),
      ...(leftOut === 0 ? [] : [leftOutNote(leftOut)]),
    ],
  };
}

function otherOf({ fact, pods }: Neighbor, namespace: string, home: string): OtherWorkload {
  const { metadata, spec, ...rest } = decodeTimes<ApiWorkload>(fact.object);
  const sized = fact.kind === 'DaemonSet' ? spec : { ...spec, replicas: pods };
  const before = { ...rest, metadata: { ...metadata, namespace: fact.namespace ?? namespace }, spec: sized } as ApiWorkload;
  return fact.uri === home ? { before } : { before, source: shortName(fact.uri, home) };
}

/** `Deployment api (api.yaml) with 3 pods`. */
function described({ fact: { kind, name, uri }, pods }: Neighbor, home: string): string {
  const place = uri === home ? '' : ` (${shortName(uri, home)})`;
  return `${kind} ${name}${place} with ${counted(pods, 'pod')}`;
}

function leftOutNote(leftOut: number): string {
  const { workloads, pods } = MOST_NEIGHBORS;
  return `Left out: ${counted(leftOut, 'workload')} further away; the nearest ${workloads} with ${grouped(pods)} pods at most are looked at.`;
}
