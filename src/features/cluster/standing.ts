import type { Workload } from '../../manifest/workload';
import type { Node, Pod, ResourceList } from '../../model/apiTypes';
import { formatQuantity } from '../../model/quantity';
import { counted, grouped, listed } from '../../model/words';
import type { NodeFact } from '../../rules/facts';
import { hostPorts } from '../../rules/pods';
import type { ClusterUse, PodUse } from '../../snapshot/clusterUse';
import { decodeTimes } from '../../model/time';
import type { Standing } from './inUse';
import { leftOf } from './nodeRoom';

interface Cluster {
  readonly title: string;
  readonly nodes: readonly NodeFact[];
  readonly use: ClusterUse;
  readonly isOwn: (use: PodUse) => boolean;
}

interface Own {
  readonly workload: Workload;
  /** Where it runs in the cluster, and its priority. */
  readonly namespace: string;
  readonly priority: number;
}

/** So many pods of others are there one by one; of more, what they take is gone from their nodes. */
const MOST_STANDING = 3000;

/** Who else is in the cluster while the workload rolls out: pods of others stay where they are. */
export function standingIn({ title, nodes, use, isOwn }: Cluster, own: Own): Standing {
  const others = nodes.map(({ name }) => (use.byNode.get(name) ?? []).filter((each) => !isOwn(each)));
  const count = others.reduce((sum, uses) => sum + uses.length, 0);
  const isCrowded = count > MOST_STANDING;
  const isAlone = isCrowded ? matters(own) : (): boolean => true;
  const pods: Pod[] = [];
  const made = nodes.map((node, index) => {
    const uses = others[index] ?? [];
    for (const each of uses.filter(isAlone)) pods.push(podOf(each, node.name, pods.length, own));
    return nodeOf(
      node,
      leftOf(
        node.allocatable,
        uses.filter((each) => !isAlone(each)),
      ),
    );
  });
  const folded = count - pods.length;
  const more =
    folded === 0 ? '' : `; what ${grouped(folded)} of them take is gone from their nodes, and who they are does not count`;
  const beside = count === 0 ? [] : [`Beside it: ${counted(count, 'pod')} of others in ${title}, which stand still${more}.`];
  return { nodes: made, pods, notes: [...beside, ...unseen(use, title)] };
}

const MOST_NAMED = 3;

/** Every cluster has pods in kube-system: where there are none, kubectl was asked for some namespaces only. */
function unseen({ namespacesOf, pods }: ClusterUse, title: string): readonly string[] {
  if (pods === 0) return [`No pods are in ${title}: its nodes are taken to be empty.`];
  const seen = new Set([...namespacesOf.values()].flatMap((namespaces) => [...namespaces]));
  if (seen.has('kube-system')) return [];
  const some = [...seen].sort().slice(0, MOST_NAMED);
  const named = seen.size > some.length ? `${some.join(', ')} and ${seen.size - some.length} more namespaces` : listed(some);
  return [`Only pods of ${named} are in ${title}: what those of other namespaces take of its nodes is not known.`];
}

/** Those that may be pushed away, count in the same quotas, or are near or apart for a reason. */
function matters({ workload, namespace, priority }: Own): (use: PodUse) => boolean {
  const ports = new Set(hostPorts(workload.pod).map(({ port }) => port));
  return (use) =>
    use.priority < priority ||
    use.namespace === namespace ||
    use.antiAffinity?.requiredDuringSchedulingIgnoredDuringExecution !== undefined ||
    use.ports.some(({ port }) => ports.has(port));
}

function nodeOf({ object }: NodeFact, allocatable: ResourceList): Node {
  const { metadata, spec, status } = decodeTimes<Node>(object);
  const { name, labels } = metadata;
  const conditions = (status?.conditions ?? []).map(({ type, status: is }) => ({ type, status: is }));
  return { metadata: { name, labels }, spec, status: { allocatable, conditions } };
}

function podOf(use: PodUse, nodeName: string, index: number, { workload, namespace }: Own): Pod {
  const { owner, requests, ports, priority, labels, antiAffinity } = use;
  const amounts = Object.fromEntries([...requests].map(([name, quantity]) => [name, formatQuantity(quantity)]));
  const taken = ports.map(({ port, protocol }) => ({ containerPort: port, hostPort: port, protocol }));
  const containers = [{ name: 'app', image: 'app', resources: { requests: amounts }, ports: taken }];
  const affinity = antiAffinity === undefined ? {} : { affinity: { podAntiAffinity: antiAffinity } };
  return {
    kind: 'Pod',
    metadata: { name: `${owner.name}-${index}`, namespace: namespaceFor(use, workload, namespace), labels },
    spec: { nodeName, containers, priority, ...affinity },
    status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] },
  };
}

/** The simulation has the workload where its file says: so are those who share its namespace in the cluster. */
function namespaceFor({ namespace }: PodUse, workload: Workload, own: string): string {
  if (namespace === own) return workload.namespace;
  return namespace === workload.namespace ? `${namespace}-of-the-cluster` : namespace;
}
