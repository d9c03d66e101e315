import { formatDuration } from '../model/words';
import { whyOldPodGoesFirst } from './oneAtATime';
import { hasCertainTimes, type Workload } from '../manifest/workload';
import { ENVELOPE_READS, type Fix, type Rule } from './rule';

export const singleReplicaDown: Rule = {
  id: 'single-replica-down',
  group: 'takes down',
  claims: 'outage',
  severity: 'warning',
  title: 'the only replica may be missing during the rollout',
  reads: ENVELOPE_READS,
  check: (context) => {
    const { envelope, workload } = context;
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate') return [];
    if (envelope.desired !== 1 || envelope.unavailable === 0) return [];
    const blocked = whyOldPodGoesFirst(context);
    const leastBad =
      blocked === undefined
        ? ''
        : ` To start the new pod first would stall (${blocked}), so this is the least bad way${hasCertainTimes(workload) ? `: about ${formatDuration(envelope.duration.secondsPerWave)} without a pod` : ''}.`;
    return [
      {
        severity: blocked === undefined ? 'warning' : 'hint',
        path: envelope.bounds.maxUnavailable.written ? workload.maxUnavailable.path : workload.replicas.path,
        message: `The rollout takes the only replica down: maxUnavailable comes to ${envelope.unavailable}${envelope.bothZero ? ' (both bounds came to 0, Kubernetes uses 1)' : ''}.${leastBad || SURGE_FIRST}`,
        short: 'the only replica goes down',
        fixes: blocked === undefined ? [surgeFirst(workload)] : [],
      },
    ];
  },
};

const SURGE_FIRST = ' With maxUnavailable 0 and maxSurge 1 the new pod starts first.';

function surgeFirst({ maxSurge, maxUnavailable, pod }: Workload): Fix {
  return {
    title: 'Start the new pod first (maxSurge 1, maxUnavailable 0)',
    // A claim that no file describes may be one that one pod at a time can have.
    preferred: pod.claims.length === 0,
    edits: [
      { op: 'set', path: maxSurge.path, value: '1' },
      { op: 'set', path: maxUnavailable.path, value: '0' },
    ],
  };
}
