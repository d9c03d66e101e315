import type { Container, Pod, PodAntiAffinity, PodSpec, StringMap } from '../model/apiTypes';
import { podRequests, type Resources } from '../model/podResources';
import { ownerOrSelf, type PodOwner } from '../model/podOwner';
import type { Snapshot } from './snapshot';

export interface HostPort {
  readonly port: number;
  readonly protocol: string;
}

/** What one pod takes of its node. */
export interface PodUse {
  readonly owner: PodOwner;
  readonly namespace: string;
  readonly priority: number;
  readonly requests: Resources;
  readonly ports: readonly HostPort[];
  readonly labels: StringMap | undefined;
  /** Whom it keeps away. */
  readonly antiAffinity: PodAntiAffinity | undefined;
}

/** Who takes what of which node, and whose pods are in which namespace. */
export interface ClusterUse {
  readonly byNode: ReadonlyMap<string, readonly PodUse[]>;
  /** The namespaces in which a workload has pods, by `Deployment web`. */
  readonly namespacesOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly pods: number;
}

/** Counts what is taken, a few hundred pods between two turns for others. */
export function* countUse(snapshot: Snapshot): Generator<undefined, ClusterUse> {
  const byNode = new Map<string, PodUse[]>();
  const namespacesOf = new Map<string, Set<string>>();
  const known = new WeakMap<PodSpec['containers'], Map<string, PodUse>>();
  let pods = 0;
  for (const pod of snapshot.each('Pod')) {
    if (++pods % BATCH === 0) yield;
    const owner = ownerOrSelf(pod);
    const namespace = pod.metadata.namespace ?? '';
    const key = `${owner.kind} ${owner.name}`;
    const namespaces = namespacesOf.get(key);
    if (namespaces === undefined) namespacesOf.set(key, new Set([namespace]));
    else namespaces.add(namespace);
    if (!takesRoom(pod)) continue;
    const node = pod.spec.nodeName ?? '';
    const use = useOf(pod, owner, known);
    const there = byNode.get(node);
    if (there === undefined) byNode.set(node, [use]);
    else there.push(use);
  }
  return { byNode, namespacesOf, pods };
}

/** Pods that a workload has made from one template are told of once: there are many of them. */
function useOf(pod: Pod, owner: PodOwner, known: WeakMap<PodSpec['containers'], Map<string, PodUse>>): PodUse {
  const { metadata, spec } = pod;
  const { namespace = '', labels } = metadata;
  const antiAffinity = spec.affinity?.podAntiAffinity;
  const priority = spec.priority ?? 0;
  let alike = known.get(spec.containers);
  if (alike === undefined) known.set(spec.containers, (alike = new Map<string, PodUse>()));
  const key = JSON.stringify([owner.kind, owner.name, namespace, priority, labels, antiAffinity]);
  let use = alike.get(key);
  if (use === undefined) {
    const [other] = alike.values();
    const { requests, ports } = other ?? sizeOf(spec);
    alike.set(key, (use = { owner, namespace, priority, requests, ports, labels, antiAffinity }));
  }
  return use;
}

const BATCH = 100;

/** It is on a node and stays there: what is over, or about to go, gives its room back. */
function takesRoom({ metadata, spec, status }: Pod): boolean {
  const isOver = status?.phase === 'Succeeded' || status?.phase === 'Failed';
  return spec.nodeName !== undefined && !isOver && metadata.deletionTimestamp === undefined;
}

function sizeOf(spec: PodSpec): Pick<PodUse, 'requests' | 'ports'> {
  return { requests: podRequests(spec), ports: hostPortsOf(spec) };
}

/** Ports of the node that the pod's containers have while it runs. */
function hostPortsOf({ containers, initContainers = [], hostNetwork }: PodSpec): readonly HostPort[] {
  const running: readonly Container[] = [...containers, ...initContainers.filter((one) => one.restartPolicy === 'Always')];
  return running.flatMap(({ ports = [] }) =>
    ports.flatMap(({ hostPort, containerPort, protocol = 'TCP' }) => {
      const port = hostNetwork === true ? (hostPort ?? containerPort) : (hostPort ?? 0);
      return port > 0 ? [{ port, protocol }] : [];
    }),
  );
}
