import type { ControllerRevision, Pod, ReplicaSet } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { controlledHistory } from '../../kubectl/daemonSetHistory';
import { getAllReplicaSets } from '../../kubectl/deploymentHistory';
import { compareText } from '../../kubectl/labels';
import { POD_COLUMNS, podCells } from '../../kubectl/podTable';
import { revisionOf } from '../../kubectl/revision';
import { daemonSetRolloutHistory, deploymentRolloutHistory } from '../../kubectl/rolloutHistory';
import { formatTable } from '../../kubectl/tables';
import {
  DAEMON_SET_COLUMNS,
  daemonSetCells,
  DEPLOYMENT_COLUMNS,
  deploymentCells,
  REPLICA_SET_COLUMNS,
  replicaSetCells,
} from '../../kubectl/workloadTables';
import type { Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';

/** What there is of a workload at one moment. */
export interface RolloutObjects {
  readonly workload: Workload;
  readonly replicaSets: readonly ReplicaSet[];
  readonly revisions: readonly ControllerRevision[];
  readonly pods: readonly Pod[];
  readonly now: Time;
}

/** `kubectl get pods` of these. */
export function podTable(pods: readonly Pod[], now: Time): string {
  return formatTable(
    POD_COLUMNS,
    pods.map((pod) => podCells(pod, now)),
  );
}

/** `kubectl get … -o wide` of the workload, of its ReplicaSets and of its pods. */
export function kubectlTables({ workload, replicaSets, pods, now }: RolloutObjects): string {
  const sorted = pods.toSorted((a, b) => compareText(a.metadata.name, b.metadata.name));
  const podRows = sorted.map((pod) => podCells(pod, now));
  const podTable = formatTable(POD_COLUMNS, podRows, true);
  if (isDaemonSet(workload)) return `${formatTable(DAEMON_SET_COLUMNS, [daemonSetCells(workload, now)], true)}\n${podTable}`;
  const deploymentTable = formatTable(DEPLOYMENT_COLUMNS, [deploymentCells(workload, now)], true);
  const rows = getAllReplicaSets(workload, replicaSets).map((item) => replicaSetCells(item, now));
  return `${deploymentTable}\n${formatTable(REPLICA_SET_COLUMNS, rows, true)}\n${podTable}`;
}

/** `kubectl rollout history`: the list, or the newest revision's template with `describe`. */
export function kubectlHistory({ workload, replicaSets, revisions }: RolloutObjects, describe: boolean): string {
  const revision = describe ? newestRevision(workload, revisions) : 0;
  const [resource, history] = isDaemonSet(workload)
    ? ['daemonset', daemonSetRolloutHistory(workload, revisions, revision)]
    : ['deployment', deploymentRolloutHistory(workload, replicaSets, revision)];
  if (history.error !== '') return `error: ${history.error}\n`;
  return `${resource}.apps/${workload.metadata.name} ${describe ? `with revision #${revision}` : ''}\n${history.text}\n`;
}

function newestRevision(workload: Workload, revisions: readonly ControllerRevision[]): number {
  if (isDaemonSet(workload)) return Math.max(0, ...controlledHistory(workload, revisions).map(({ revision }) => revision));
  const own = revisionOf(workload);
  return 'error' in own ? 0 : own.revision;
}
