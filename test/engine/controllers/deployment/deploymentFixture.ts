import type { Deployment } from '../../../../src/model/apiTypes';
import { ApiError } from '../../../../src/engine/api/apiError';
import { ObjectStore } from '../../../../src/engine/api/objectStore';
import { EventRecorder } from '../../../../src/engine/client/eventRecorder';
import { InformerFactory } from '../../../../src/engine/client/informerFactory';
import { DecisionRecorder, type Decision } from '../../../../src/engine/controllers/decisions';
import { DeploymentController } from '../../../../src/engine/controllers/deployment/deploymentController';
import { KEY } from '../../../support/deploymentWorld';

/** One Deployment and its controller, stepped by hand; there is no ReplicaSet controller. */
export class Fixture {
  readonly clock = { now: 1_000_000_000 };
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly controller: DeploymentController;
  readonly events: string[] = [];
  readonly queued: string[] = [];
  readonly decisions: Decision[] = [];
  readonly queue = {
    add: (key: string): void => void this.queued.push(key),
    addAfter: (key: string, delayMs: number): void => void this.queued.push(`${key} after ${delayMs}`),
    addRateLimited: (key: string): void => void this.queued.push(`${key} rate limited`),
    forget: (key: string): void => void this.queued.push(`${key} forgotten`),
    numRequeues: (): number => this.retries,
  };
  retries = 0;

  constructor(deployment: Deployment) {
    let uids = 0;
    const newUid = (): string => `uid-${++uids}`;
    this.store = new ObjectStore({ clock: this.clock, newUid, generateName: (prefix) => prefix });
    this.store.create('Deployment', deployment);
    this.informers = new InformerFactory(this.store, { mode: 'manual' });
    this.controller = new DeploymentController({
      store: this.store,
      informers: this.informers,
      clock: this.clock,
      queue: this.queue,
      recorder: new EventRecorder(({ type, reason, message }) => this.events.push(`${type} ${reason} ${message}`)),
      decisions: new DecisionRecorder((decision) => this.decisions.push(decision)),
      podTemplateHash: ({ spec }, collisions = 0) => `${spec.containers[0]?.image ?? ''}-${collisions}`,
    });
  }

  get deployment(): Deployment {
    const deployment = this.store.get('Deployment', KEY);
    if (deployment === undefined) throw new Error('there is no Deployment');
    return deployment;
  }

  /** Syncs until nothing fails any more; at most a few times. */
  settle(): void {
    for (let round = 0; round < 5; round++) {
      try {
        this.controller.sync(KEY);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
      }
      this.informers.deliver();
    }
  }
}
