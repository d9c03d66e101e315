import { ofContainers, PLACE_READS, type Rule } from './rule';
import { counted, formatDuration } from '../model/words';

const MANY_WAVES = 50;
const LONG_SECONDS = 3600;

export const slowDaemonSet: Rule = {
  id: 'slow-daemonset',
  group: 'surprises',
  severity: 'information',
  title: 'a DaemonSet that takes very long to update',
  reads: [
    'strategy',
    'spec.minReadySeconds',
    'spec.template.spec.terminationGracePeriodSeconds',
    ...PLACE_READS,
    ...ofContainers('lifecycle', 'readinessProbe', 'startupProbe'),
  ],
  check: ({ workload, envelope, nodes }) => {
    if (envelope?.kind !== 'DaemonSet' || envelope.strategy !== 'RollingUpdate') return [];
    const { waves, seconds, secondsPerWave } = envelope.duration;
    if (waves < MANY_WAVES && seconds < LONG_SECONDS) return [];
    const bound = envelope.surge > 0 ? workload.maxSurge : workload.maxUnavailable;
    const name = String(bound.path.at(-1));
    return [
      {
        path: bound.path,
        message: `Without image pulls and slow starts the rollout takes about ${formatDuration(seconds)}: ${name} ${String(bound.value)}${bound.written ? '' : ' (the default)'} on ${counted(nodes.count, 'node')}${nodes.known ? '' : ' (assumed)'} makes ${counted(waves, 'wave')} of ${formatDuration(secondsPerWave)}.`,
        short: `rollout takes about ${formatDuration(seconds)}`,
        fixes: [{ title: `Set ${name} to 10%`, edits: [{ op: 'set', path: bound.path, value: '10%' }] }],
      },
    ];
  },
};
