import { hostPorts } from './pods';
import { PLACE_READS, type Rule } from './rule';

export const daemonSetSurgeHostPort: Rule = {
  id: 'daemonset-surge-host-port',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'a surging DaemonSet with host ports',
  reads: ['strategy', ...PLACE_READS],
  check: ({ envelope, workload }) => {
    const [port] = hostPorts(workload.pod);
    if (envelope?.kind !== 'DaemonSet' || envelope.surge === 0 || port === undefined) return [];
    return [
      {
        path: port.path,
        message: `The rollout stalls on every node: with maxSurge the new pod starts beside the old one, which already holds host port ${port.port}.`,
        short: `host port ${port.port} blocks the surge`,
        fixes: [
          {
            title: 'Go without instead of surging (maxSurge 0, maxUnavailable 1)',
            edits: [
              { op: 'set', path: workload.maxSurge.path, value: '0' },
              { op: 'set', path: workload.maxUnavailable.path, value: '1' },
            ],
          },
        ],
      },
    ];
  },
};
