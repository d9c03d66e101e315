import { isNamespaced, type Kind } from '../engine/api/kinds';
import type { ClusterSpec } from '../engine/simulation/scenario/scenario';
import { SURROUNDINGS } from '../engine/simulation/scenario/surroundingKinds';
import type { Workload } from '../manifest/workload';
import type { KubernetesObject, PersistentVolumeClaim } from '../model/apiTypes';
import { decodeTimes } from '../model/time';
import { allNodes } from '../rules/allNodes';
import { priorityClassesOf, type ClusterFacts, type Fact, type PriorityClassFact } from '../rules/facts';
import { limitsOf, quotasOf } from '../rules/namespaceLimits';
import { claimNamed, storageClassOf, volumeBehind } from '../rules/volumeClaims';
import { budgetsOf, servicesOf } from '../rules/selecting';

/** What a workload is simulated with: the same objects that the rules speak of, and the files that they are from. */
export interface Surrounded {
  readonly cluster: ClusterSpec;
  readonly sources: readonly Fact[];
}

/** What else is in the cluster, as far as files tell. */
export function clusterAround(workload: Workload, facts: ClusterFacts, classes: readonly PriorityClassFact[]): Surrounded {
  const claims = once(workload.pod.claims.flatMap(({ claimName }) => claimNamed(facts, workload, claimName) ?? []));
  const parts = {
    podDisruptionBudgets: budgetsOf(facts, workload),
    resourceQuotas: quotasOf(facts, workload),
    limitRanges: limitsOf(facts, workload),
    services: servicesOf(facts, workload),
    persistentVolumeClaims: claims,
    persistentVolumes: once(claims.flatMap((claim) => volumeBehind(facts, claim) ?? [])),
    storageClasses: once(claims.flatMap((claim) => storageClassOf(facts, claim) ?? [])),
    priorityClasses: once([...priorityClassesOf(facts, workload), ...classes]),
    nodes: allNodes(facts),
  } satisfies Partial<Record<keyof ClusterSpec, readonly Fact[]>>;
  const present = Object.entries(parts).filter(([, found]) => found.length > 0);
  return {
    cluster: Object.fromEntries(
      present.map(([field, found]) => {
        const kind = field === 'nodes' ? 'Node' : SURROUNDINGS[field as keyof typeof SURROUNDINGS];
        return [field, found.map((fact) => withClass(inNamespace(kind, fact, workload.namespace), fact, facts))];
      }),
    ),
    sources: present.flatMap(([, found]) => [...found]),
  };
}

/** Several claims may have one class, and several volumes of a pod one claim. */
function once<F extends Fact>(facts: readonly F[]): readonly F[] {
  return [...new Set(facts)];
}

/** The API server writes the default class into a claim that names none. */
function withClass(object: KubernetesObject, fact: Fact, facts: ClusterFacts): KubernetesObject {
  if (fact.fact !== 'claim' || fact.storageClassName !== undefined) return object;
  const storageClassName = storageClassOf(facts, fact)?.name;
  if (storageClassName === undefined) return object;
  const claim: PersistentVolumeClaim = object;
  const admitted: PersistentVolumeClaim = { ...claim, spec: { ...claim.spec, storageClassName } };
  return admitted;
}

/** What was found near by is in the workload's namespace, written or not. */
function inNamespace(kind: Kind, { object }: Fact, namespace: string): KubernetesObject {
  const decoded = decodeTimes<KubernetesObject>(object);
  return isNamespaced(kind) ? { ...decoded, metadata: { ...decoded.metadata, namespace } } : decoded;
}
