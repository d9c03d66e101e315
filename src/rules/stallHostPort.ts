import { counted } from '../model/words';
import { oneMissing } from './oneMissing';
import { assumedText, comesTo, shortageOf, wantedText } from './places';
import { hostPorts } from './pods';
import { ENVELOPE_READS, type Rule } from './rule';

export const stallHostPort: Rule = {
  id: 'stall-host-port',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'host ports leave too few nodes',
  explanation: `A host port (or any container port of a pod in the host's network) can be taken once on a node. With \`maxUnavailable\` 0 the new pod needs a node that
runs none of the old ones; with as many replicas as nodes there is none, and the rollout waits for ever. With fewer nodes than replicas some never run at all.

Allow one pod to be missing (\`maxUnavailable: 1\`, \`maxSurge: 0\`) or keep more nodes than replicas.`,
  reads: [...ENVELOPE_READS, 'spec.template'],
  check: (context) => {
    const [port] = hostPorts(context.workload.pod);
    const shortage = shortageOf(context);
    // With a surge a DaemonSet has a rule of its own.
    if (port === undefined || shortage?.obstacle !== 'hostPort' || context.envelope?.kind === 'DaemonSet') return [];
    const { places, isForExtra, isSure } = shortage;
    return [
      {
        path: port.path,
        ...(isSure ? {} : { isConditional: true }),
        message: `${comesTo(shortage)}: host port ${port.port} can be taken once on a node,${isForExtra ? ' none of the pods may be missing,' : ''} and ${wantedText(context, shortage)} do not fit on ${counted(places, 'node')}${assumedText(context, shortage)}.`,
        short: `host port ${port.port} blocks ${isForExtra ? 'the extra pod' : 'replicas'}`,
        fixes: isForExtra ? [oneMissing(context)] : [],
      },
    ];
  },
};
