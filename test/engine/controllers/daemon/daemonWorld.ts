import type { ControllerRevision, DaemonSet, Pod } from '../../../../src/model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../../../src/model/wellKnown';
import type { ObjectStore } from '../../../../src/engine/api/objectStore';
import type { InformerFactory } from '../../../../src/engine/client/informerFactory';
import { DaemonSetsController } from '../../../../src/engine/controllers/daemon/daemonController';
import type { Decision } from '../../../../src/engine/controllers/decisions';
import type { EventLoop } from '../../../../src/engine/kernel/eventLoop';
import { IDLE_QUEUE, TestCluster } from '../../../support/testCluster';

export const LABELS = { app: 'agent' };

/** A cluster in which nothing happens by itself: tests say when watch events arrive and when the controller syncs. */
export class DaemonWorld {
  readonly loop: EventLoop;
  readonly store: ObjectStore;
  readonly informers: InformerFactory;
  readonly controller: DaemonSetsController;
  readonly events: string[] = [];
  readonly decisions: Decision[] = [];
  /** Keys put into the queue, and `key+seconds` for delayed ones. */
  readonly queued: string[] = [];
  /** What a template is called at this collision count. */
  hashOf: (image: string, collisions: number) => string = (image, collisions) =>
    `${image}${collisions > 0 ? `-${collisions}` : ''}`;
  readonly #cluster = new TestCluster({
    onEvent: ({ type, reason, message }) => this.events.push(`${type} ${reason}: ${message}`),
    onDecision: (decision) => this.decisions.push(decision),
  });

  constructor() {
    const { loop, store } = this.#cluster;
    this.loop = loop;
    this.store = store;
    const options = this.#cluster.byHand({
      ...IDLE_QUEUE,
      add: (key) => this.queued.push(key),
      addAfter: (key, delayMs) => this.queued.push(`${key}+${delayMs / 1000}`),
    });
    this.informers = options.informers;
    this.controller = new DaemonSetsController({
      ...options,
      nodeUpdateQueue: { ...options.queue, add: () => undefined },
      controllerRevisionHash: (template, collisions = 0) => this.hashOf(template.spec.containers[0]?.image ?? '', collisions),
    });
  }

  deliver(): void {
    this.informers.deliver();
  }

  addNodes(...names: readonly string[]): void {
    for (const name of names) this.store.create('Node', { metadata: { name } });
  }

  addDaemonSet(name = 'agent', spec: Partial<DaemonSet['spec']> = {}): DaemonSet {
    return this.store.create('DaemonSet', {
      metadata: { name, namespace: 'default', annotations: { [TEMPLATE_GENERATION_ANNOTATION]: '1' } },
      spec: {
        selector: { matchLabels: LABELS },
        template: { metadata: { labels: LABELS }, spec: { containers: [{ name: 'agent', image: 'v1' }] } },
        updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
        revisionHistoryLimit: 10,
        ...spec,
      },
    });
  }

  setImage(image: string): void {
    this.store.patch('DaemonSet', 'default/agent', (ds) => {
      const { template } = ds.spec;
      return {
        ...ds,
        spec: { ...ds.spec, template: { ...template, spec: { ...template.spec, containers: [{ name: 'agent', image }] } } },
      };
    });
  }

  /** One sync on caches that are up to date; its watch events are delivered afterwards. */
  sync(name = 'agent'): void {
    this.deliver();
    try {
      this.controller.sync(`default/${name}`);
    } finally {
      this.deliver();
    }
  }

  pods(): Pod[] {
    return [...this.store.list('Pod')];
  }

  revisions(): ControllerRevision[] {
    return [...this.store.list('ControllerRevision')].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  }

  changePod(name: string, change: (pod: Pod) => Pod): void {
    this.store.patch('Pod', `default/${name}`, change, 'whole');
  }

  /** All pods bound, running, ready. */
  startPods(): void {
    for (const { metadata } of this.pods()) {
      this.changePod(metadata.name, (pod) => ({
        ...pod,
        spec: {
          ...pod.spec,
          nodeName:
            pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms[0]
              ?.matchFields?.[0]?.values?.[0],
        },
        status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: this.loop.now }] },
      }));
    }
  }
}
