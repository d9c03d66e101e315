import { counted, listed } from '../model/words';
import { nodesFor } from './eligibleNodes';
import { noGrowthText } from './growth';
import { oneMissing } from './oneMissing';
import { isPortTaken } from './placeCounter';
import { assumedText, comesTo, shortageOf, wantedText } from './places';
import { hostPorts } from './pods';
import { ENVELOPE_READS, PLACE_READS, type Rule } from './rule';

export const stallHostPort: Rule = {
  id: 'stall-host-port',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'host ports leave too few nodes',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    const [port] = hostPorts(context.workload.pod);
    const shortage = shortageOf(context);
    // With a surge a DaemonSet has a rule of its own.
    if (port === undefined || shortage === undefined || context.envelope?.kind === 'DaemonSet') return [];
    const places = shortage.obstacle === 'hostPort' ? shortage.places : shortage.withPort;
    if (places === undefined || shortage.growth !== undefined) return [];
    const { isForExtra, isSure } = shortage;
    const taken = nodesFor(context.facts, context.workload)
      .filter((node) => isPortTaken(node, port))
      .map(({ name }) => name);
    const others = taken.length === 0 ? '' : ` Pods of others have it on ${namesText(taken)}.`;
    return [
      {
        path: port.path,
        ...(isSure ? {} : { isConditional: true }),
        message: `${comesTo(shortage)}: host port ${port.port} can be taken once on a node,${isForExtra ? ' none of the pods may be missing,' : ''} and ${wantedText(context, shortage)} do not fit on ${counted(places, 'node')}${assumedText(context, shortage)}.${others}${noGrowthText(context)}`,
        short: `host port ${port.port} blocks ${isForExtra ? 'the extra pod' : 'replicas'}`,
        fixes: isForExtra ? [oneMissing(context)] : [],
      },
    ];
  },
};

/** So many names are told. */
const TOLD = 3;

function namesText(names: readonly string[]): string {
  const more = names.length > TOLD ? [`${names.length - TOLD} more`] : [];
  return listed([...names.slice(0, TOLD), ...more]);
}
