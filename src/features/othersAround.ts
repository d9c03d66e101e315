import type { OtherWorkload, Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import type { Workload } from '../manifest/workload';
import { decodeTimes } from '../model/time';
import { counted, grouped, listed, plural } from '../model/words';
import { priorityClassesOf, type ClusterFacts, type PriorityClassFact } from '../rules/facts';
import { countedNodes, MOST_NEIGHBORS, runningBeside, type Neighbor } from '../rules/neighbors';
import type { RuleContext } from '../rules/rule';
import { shortName } from '../rules/sources';
import { standingPods, wouldBeRefused } from './standingPods';

/** What else runs beside a workload, as the rules count it. */
export interface OthersAround {
  readonly others: readonly OtherWorkload[];
  /** Those that decide about the others' priorities. */
  readonly classes: readonly PriorityClassFact[];
  readonly notes: readonly string[];
}

/** What else of the workspace takes quota or room, or cannot be where these are. */
export function othersAround(workload: Workload, facts: ClusterFacts, nodes: RuleContext['nodes']): OthersAround {
  const { near, atTimes, leftOut } = runningBeside(facts, workload, countedNodes(facts, nodes), nodes.count, true);
  const refused = near.filter(({ fact }) => wouldBeRefused(fact));
  const running = near.filter((neighbor) => !refused.includes(neighbor));
  const describedHere = (neighbor: Neighbor): string => described(neighbor, facts.home);
  return {
    others: running.map((neighbor) => otherOf(neighbor, workload.namespace, facts.home)),
    classes: [...new Set(running.flatMap(({ subject }) => priorityClassesOf(facts, subject)))],
    notes: [
      ...(running.length === 0 ? [] : [`Beside it: ${listed(running.map(describedHere))}.`]),
      ...(atTimes.length === 0
        ? []
        : [`Left out: ${listed(atTimes.map(describedHere))}, which ${plural(atTimes.length, 'runs', 'run')} only at times.`]),
      ...refused.map((neighbor) => `Left out: ${describedHere(neighbor)}, which the API server would refuse.`),
      ...(leftOut === 0 ? [] : [leftOutNote(leftOut)]),
    ],
  };
}

function otherOf({ fact, pods }: Neighbor, namespace: string, home: string): OtherWorkload {
  const inNamespace = fact.namespace ?? namespace;
  const source = fact.uri === home ? {} : { source: shortName(fact.uri, home) };
  if (fact.standing !== undefined) return { standing: standingPods(fact, fact.standing, pods, inNamespace), ...source };
  const { metadata, spec, ...rest } = decodeTimes<ApiWorkload>(fact.object);
  const sized = fact.kind === 'DaemonSet' ? spec : { ...spec, replicas: pods };
  return { before: { ...rest, metadata: { ...metadata, namespace: inNamespace }, spec: sized }, ...source };
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
