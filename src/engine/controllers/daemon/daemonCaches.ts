/** Upstream: the listers and resolveControllerRef of pkg/controller/daemon/daemon_controller.go (v1.36.4). */
import { getControllerOf, objectKey } from '../../../model/meta';
import type { ControllerRevision, DaemonSet, Node, Pod } from '../../../model/apiTypes';
import type { Index, Informer } from '../../client/informer';
import type { InformerFactory } from '../../client/informerFactory';
import { jsonEqual } from '../../kernel/jsonEqual';
import { DaemonSetView } from './daemonSetView';

/** What the controller reads: the shared caches with its lookups, and a view per DaemonSet that watch events keep. */
export class DaemonCaches {
  readonly daemonSets: Informer<'DaemonSet'>;
  readonly revisions: Informer<'ControllerRevision'>;
  readonly pods: Informer<'Pod'>;
  readonly nodes: Informer<'Node'>;
  readonly #revisionsByNamespace: Index<ControllerRevision>;
  readonly #podsByNode: Index<Pod>;
  readonly #views = new Map<string, DaemonSetView>();

  constructor(informers: InformerFactory) {
    this.daemonSets = informers.informer('DaemonSet');
    this.revisions = informers.informer('ControllerRevision');
    this.pods = informers.informer('Pod');
    this.nodes = informers.informer('Node');
    this.#revisionsByNamespace = this.revisions.addIndex(({ metadata }) => metadata.namespace ?? '');
    this.#podsByNode = this.pods.addIndex(daemonPodNodeKey);
    this.pods.addView((_key, previous, next) => {
      for (const view of this.#views.values()) view.observePod(previous, next);
    });
    this.nodes.addView((name, previous, next) => {
      if (previous !== undefined && next !== undefined && shouldIgnoreNodeUpdate(previous, next)) return;
      for (const view of this.#views.values()) view.nodes.setNode(name, next);
    });
  }

  revisionsIn(namespace: string): Iterable<ControllerRevision> {
    return this.#revisionsByNamespace.group(namespace);
  }

  /** Pods of any DaemonSet that are bound to this node. */
  daemonPodsOn(nodeName: string): Iterable<Pod> {
    return this.#podsByNode.group(nodeName);
  }

  allDaemonSets(): DaemonSet[] {
    return [...this.daemonSets.list()].sort((a, b) => (objectKey(a) < objectKey(b) ? -1 : 1));
  }

  /** What a DaemonSet's controller sees; built from the caches on first use. */
  viewOf(ds: DaemonSet): DaemonSetView {
    const key = objectKey(ds);
    let view = this.#views.get(key);
    if (view?.isFor(ds) !== true) this.#views.set(key, (view = new DaemonSetView(ds, this.nodes.list(), this.pods.list())));
    return view;
  }

  forget(key: string): void {
    this.#views.delete(key);
  }
}

/** Labels and taints are all of a node that the controller looks at. */
export function shouldIgnoreNodeUpdate(previous: Node, node: Node): boolean {
  return (
    jsonEqual(previous.metadata.labels ?? {}, node.metadata.labels ?? {}) &&
    jsonEqual(previous.spec?.taints ?? [], node.spec?.taints ?? [])
  );
}

function daemonPodNodeKey(pod: Pod): string | undefined {
  const { nodeName = '' } = pod.spec;
  return nodeName !== '' && getControllerOf(pod)?.kind === 'DaemonSet' ? nodeName : undefined;
}
