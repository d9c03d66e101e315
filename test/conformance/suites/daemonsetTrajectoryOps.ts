import { ApiError } from '../../../src/engine/api/apiError';
import type { Propagation } from '../../../src/engine/api/finalizers';
import type { DaemonCluster } from './daemonsetCluster';
import type { Json, Op } from './daemonsetTrajectoryFormat';

/** Requests that a case wants refused. */
export interface InjectedFailures {
  createsBefore: number;
  creates: number;
  deletes: number;
  statusUpdates: number;
}

/** What ops act on. */
export interface OpTarget {
  readonly cluster: DaemonCluster;
  sync(): void;
  syncNode(name: string): void;
  deliver(kinds: readonly string[] | undefined, max: number | undefined): void;
  advance(seconds: number): void;
  edit(change: () => void): void;
  addPod(pod: Json | undefined): void;
  deleteDaemonSet(propagation: Propagation | undefined): void;
  fail(failures: Partial<InjectedFailures>): void;
  clearFailures(): void;
}

/** What an op does to the recorded world. */
type OpFunction = (op: Op, world: OpTarget) => void;

function eachPod(change: (cluster: DaemonCluster, pod: string, op: Op) => void): OpFunction {
  return (op, { cluster }) => {
    for (const pod of op.pods ?? []) change(cluster, pod, op);
  };
}

function onNode(change: (cluster: DaemonCluster, node: string, op: Op) => void): OpFunction {
  return (op, { cluster }) => {
    change(cluster, String(op.node), op);
  };
}

/** All ops of the format. */
export const OPS: Readonly<Record<string, OpFunction>> = {
  'sync-daemonset': (_op, world) => {
    world.sync();
  },
  'sync-node': (op, world) => {
    world.syncNode(String(op.node));
  },
  deliver: ({ kinds, max }, world) => {
    world.deliver(kinds, max);
  },
  advance: ({ seconds = 0 }, world) => {
    world.advance(seconds);
  },
  'pod-bind': eachPod((cluster, pod) => {
    cluster.bind(pod);
  }),
  'pod-running': eachPod((cluster, pod) => {
    cluster.setPod(pod, 'Running', false);
  }),
  'pod-ready': eachPod((cluster, pod) => {
    cluster.setPod(pod, undefined, true);
  }),
  'pod-unready': eachPod((cluster, pod) => {
    cluster.setPod(pod, undefined, false);
  }),
  'pod-failed': eachPod((cluster, pod) => {
    cluster.setPod(pod, 'Failed', false);
  }),
  'pod-succeeded': eachPod((cluster, pod) => {
    cluster.setPod(pod, 'Succeeded', false);
  }),
  'pod-terminated': eachPod((cluster, pod, { phase }) => {
    cluster.setPod(pod, phase, false);
  }),
  'pod-gone': eachPod((cluster, pod) => {
    cluster.removePod(pod);
  }),
  'pod-gc': eachPod((cluster, pod) => {
    cluster.removePod(pod);
  }),
  'delete-pod': eachPod((cluster, pod) => {
    try {
      cluster.deletePod(pod);
    } catch (error) {
      // A refused deletion is the user's affair and not recorded.
      if (!(error instanceof ApiError)) throw error;
    }
  }),
  'pod-label': eachPod((cluster, pod, { labels = {} }) => {
    cluster.labelPod(pod, labels);
  }),
  'add-pod': ({ pod }, world) => {
    world.addPod(pod);
  },
  'add-revision': ({ revision }, { cluster }) => {
    cluster.addRevision(revision);
  },
  'node-add': ({ node }, { cluster }) => {
    cluster.addNode(node);
  },
  'node-remove': onNode((cluster, node) => {
    cluster.removeNode(node);
  }),
  'node-taint': onNode((cluster, node, { taint }) => {
    if (taint !== undefined) cluster.taintNode(node, taint);
  }),
  'node-untaint': onNode((cluster, node, { key = '', effect = '' }) => {
    cluster.untaintNode(node, key, effect);
  }),
  'node-cordon': onNode((cluster, node) => {
    cluster.cordonNode(node, true);
  }),
  'node-uncordon': onNode((cluster, node) => {
    cluster.cordonNode(node, false);
  }),
  'node-not-ready': onNode((cluster, node) => {
    cluster.setNodeReady(node, 'not-ready');
  }),
  'node-unreachable': onNode((cluster, node) => {
    cluster.setNodeReady(node, 'unreachable');
  }),
  'node-ready': onNode((cluster, node) => {
    cluster.setNodeReady(node, 'ready');
  }),
  'node-label': onNode((cluster, node, { labels = {} }) => {
    cluster.labelNode(node, labels);
  }),
  'edit-daemonset': ({ patch }, world) => {
    world.edit(() => {
      world.cluster.edit(patch);
    });
  },
  undo: ({ revision }, world) => {
    world.edit(() => {
      world.cluster.undo(({ metadata }) => metadata.name === revision);
    });
  },
  'delete-daemonset': ({ propagation }, world) => {
    world.deleteDaemonSet(propagation);
  },
  'create-fails-next': ({ n = 0, after = 0 }, world) => {
    world.fail({ creates: n, createsBefore: after });
  },
  'delete-fails-next': ({ n = 0 }, world) => {
    world.fail({ deletes: n });
  },
  'status-fails-next': ({ n = 0 }, world) => {
    world.fail({ statusUpdates: n });
  },
  'clear-injected-failures': (_op, world) => {
    world.clearFailures();
  },
};
