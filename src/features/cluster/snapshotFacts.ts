import type { FactKind, Resource } from '../../manifest/kinds';
import type { JsonObject } from '../../manifest/json';
import type { KubernetesObject, ResourceQuota } from '../../model/apiTypes';
import type { Fact } from '../../rules/facts';
import type { Snapshot, SnapshotKind } from '../../snapshot/snapshot';
import { readFact } from '../factReader';

type KnownKind = SnapshotKind & FactKind;

/** What namespaces have of their own that bears on rollouts. */
const OF_NAMESPACES: readonly KnownKind[] = [
  'ResourceQuota',
  'LimitRange',
  'PodDisruptionBudget',
  'PersistentVolumeClaim',
  'HorizontalPodAutoscaler',
  'Service',
];
const OF_THE_CLUSTER: readonly KnownKind[] = ['PriorityClass', 'StorageClass', 'PersistentVolume'];

/** The objects of a snapshot as the rules see those of files. Read when somebody asks, and kept. */
export class SnapshotFacts {
  readonly #snapshot: Snapshot;
  readonly #uri: string;
  readonly #ofNamespace = new Map<string, readonly Fact[]>();
  #ofCluster: readonly Fact[] | undefined;

  constructor(snapshot: Snapshot, uri: string) {
    this.#snapshot = snapshot;
    this.#uri = uri;
  }

  /** In the namespace that the workload's file leaves open, objects are seen as if theirs were open, too. */
  in(namespace: string, written: string | undefined): readonly Fact[] {
    const key = `${namespace} ${written ?? ''}`;
    let facts = this.#ofNamespace.get(key);
    if (facts === undefined) {
      facts = OF_NAMESPACES.flatMap((kind) =>
        this.#snapshot.list(kind, namespace).flatMap((object) => factOf(kind, object, this.#uri, written) ?? []),
      );
      this.#ofNamespace.set(key, facts);
    }
    return facts;
  }

  get ofCluster(): readonly Fact[] {
    return (this.#ofCluster ??= OF_THE_CLUSTER.flatMap((kind) =>
      this.#snapshot.list(kind).flatMap((object) => factOf(kind, object, this.#uri, undefined) ?? []),
    ));
  }
}

const NOWHERE = { start: 0, end: 0 };
const SOURCE = { kind: 'map', entries: [], flow: true, open: false, ...NOWHERE } as const;

export function factOf(kind: KnownKind, object: KubernetesObject, uri: string, namespace: string | undefined): Fact | undefined {
  const { apiVersion = '' } = object;
  const json = object as unknown as JsonObject;
  const resource: Resource = { kind, apiVersion, json, source: SOURCE, base: [], unknowns: { values: [], open: [] } };
  const fact = readFact(resource, uri);
  if (fact?.fact === 'quota') return { ...fact, namespace, quota: withUse(fact.quota, object) };
  return fact === undefined ? undefined : { ...fact, namespace };
}

function withUse(quota: ResourceQuota, { status }: ResourceQuota): ResourceQuota {
  return status?.used === undefined ? quota : { ...quota, status: { used: status.used } };
}
