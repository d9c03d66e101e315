import { hostPorts } from './pods';
import { ENVELOPE_READS, type Rule } from './rule';
import { oneMissing } from './stallAntiAffinity';
import { counted } from '../model/words';

export const stallHostPort: Rule = {
  id: 'stall-host-port',
  group: 'stalls',
  severity: 'warning',
  title: 'host ports leave no node for the surge pod',
  explanation: `A host port (or any container port of a pod in the host's network) can be taken once on a node. With \`maxUnavailable\` 0 the new pod needs a node that
runs none of the old ones; with as many replicas as nodes there is none, and the rollout waits for ever.

Allow one pod to be missing (\`maxUnavailable: 1\`, \`maxSurge: 0\`) or keep more nodes than replicas.`,
  reads: [...ENVELOPE_READS, 'spec.template.spec'],
  check: (context) => {
    const { envelope, workload, nodes } = context;
    const [port] = hostPorts(workload.pod);
    if (envelope?.kind !== 'Deployment' || port === undefined) return [];
    if (envelope.surge === 0 || envelope.unavailable > 0 || envelope.desired + 1 <= nodes.count) return [];
    return [
      {
        path: port.path,
        message: `The rollout stalls: host port ${port.port} can be taken once on a node, none of the pods may be missing, and ${counted(envelope.desired, 'replica')} + 1 extra pod do not fit on ${counted(nodes.count, 'node')}${nodes.known ? '' : ' (assumed)'}.`,
        short: `host port ${port.port} blocks the extra pod`,
        fixes: [oneMissing(context)],
      },
    ];
  },
};
