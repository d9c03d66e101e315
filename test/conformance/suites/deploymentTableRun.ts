import { objectKey } from '../../../src/model/meta';
import { parseTime } from '../../../src/model/time';
import type { Deployment, ReplicaSet } from '../../../src/model/apiTypes';
import type { ObjectStore } from '../../../src/engine/api/objectStore';
import { deploymentContext, DeploymentSync } from '../../../src/engine/controllers/deployment/deploymentSync';
import { TestCluster } from '../../support/testCluster';

export interface RecordedEventForm {
  readonly obj: string;
  readonly type: string;
  readonly reason: string;
  readonly message: string;
}

/** A store with some replica sets and a sync to call single functions of the controller with. */
export class DeploymentTableRun {
  readonly sync: DeploymentSync;
  readonly events: RecordedEventForm[] = [];
  /** As the store has them at the start, in the order given. */
  readonly allRSs: readonly ReplicaSet[];
  readonly newRS: ReplicaSet | undefined;
  readonly #store: ObjectStore;

  constructor(deployment: Deployment, replicaSets: readonly ReplicaSet[], newName: string | null) {
    const cluster = new TestCluster({
      start: parseTime('2000-01-02T00:00:00Z') ?? 0,
      onEvent: ({ kind, name, type, reason, message }) => {
        this.events.push({ obj: `${kind.toLowerCase()}/${name}`, type, reason, message });
      },
    });
    this.#store = cluster.store;
    this.allRSs = replicaSets.map((replicaSet) => this.#store.create('ReplicaSet', replicaSet));
    this.newRS = this.allRSs.find(({ metadata }) => metadata.name === newName);
    const context = deploymentContext({ ...cluster.byHand(), podTemplateHash: () => 'hash' });
    this.sync = new DeploymentSync(context, deployment);
  }

  get oldRSs(): readonly ReplicaSet[] {
    return this.allRSs.filter((replicaSet) => replicaSet !== this.newRS);
  }

  named(names: readonly string[]): readonly ReplicaSet[] {
    return names.flatMap((name) => this.allRSs.filter(({ metadata }) => metadata.name === name));
  }

  /** spec.replicas of each afterwards. */
  replicas(): Record<string, number | undefined> {
    return this.#each((replicaSet) => replicaSet?.spec.replicas);
  }

  annotations(...keys: readonly string[]): Record<string, (string | null)[]> {
    return this.#each((replicaSet) => keys.map((key) => replicaSet?.metadata.annotations?.[key] ?? null));
  }

  /** The names of those that are gone, in the order in which they were given. */
  deleted(): readonly string[] {
    const gone = this.allRSs.filter((replicaSet) => this.#store.get('ReplicaSet', objectKey(replicaSet)) === undefined);
    return gone.map(({ metadata }) => metadata.name);
  }

  #each<T>(read: (replicaSet: ReplicaSet | undefined) => T): Record<string, T> {
    const entries = this.allRSs.map((rs) => [rs.metadata.name, read(this.#store.get('ReplicaSet', objectKey(rs)))] as const);
    return Object.fromEntries(entries);
  }
}
