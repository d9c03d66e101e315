import type { AffinityTermFacts } from '../manifest/podFacts';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import { counted } from '../model/words';
import { oneMissing } from './oneMissing';
import { assumedText, comesTo, neededPods, shortageOf, wantedText, type Shortage } from './places';
import { ENVELOPE_READS, PLACE_READS, type Finding, type Rule, type RuleContext } from './rule';

export const stallAntiAffinity: Rule = {
  id: 'stall-anti-affinity',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'required anti-affinity leaves too few nodes',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    const { workload, envelope, nodes } = context;
    const terms = workload.pod.requiredAntiAffinity.filter(({ selector }) => matchesSelector(selector, workload.pod.labels));
    const [first] = terms;
    if (first === undefined || envelope === undefined || envelope.refused) return [];
    const shortage = shortageOf(context);
    const isLacking = shortage?.obstacle === 'antiAffinity';
    const term = terms.find(({ topologyKey }) => topologyKey !== HOSTNAME_LABEL) ?? first;
    const isByHost = term === first && first.topologyKey === HOSTNAME_LABEL;
    if (isLacking && (shortage.isSure || envelope.kind === 'DaemonSet' || (isByHost && shortage.needed <= nodes.count))) {
      return [lacking(context, shortage, term)];
    }
    if (nodes.manifests.length > 0 || envelope.kind === 'DaemonSet') return [];
    return terms.flatMap((term) => needing(term, context)).slice(0, 1);
  },
};

function lacking(context: RuleContext, shortage: Shortage, term: AffinityTermFacts): Finding {
  const { places, isForExtra, isSure } = shortage;
  const isDaemon = context.envelope?.kind === 'DaemonSet';
  const none = isForExtra ? ', none may be missing' : '';
  const where = isForExtra && isDaemon ? 'the same' : counted(places, term.topologyKey === HOSTNAME_LABEL ? 'node' : 'domain');
  return {
    path: term.path,
    ...(isSure ? {} : { isConditional: true, severity: 'information' as const }),
    message: `${comesTo(shortage)}: its pods refuse to share ${shared(term)}${none}, and ${wantedText(context, shortage)} ${isForExtra && isDaemon ? 'does' : 'do'} not fit on ${where}${assumedText(context, shortage)}.`,
    short: isForExtra ? 'no node for the extra pod' : `too few nodes for the ${isDaemon ? 'pods' : 'replicas'}`,
    fixes: isForExtra ? [oneMissing(context)] : [],
  };
}

function shared({ topologyKey }: AffinityTermFacts): string {
  return topologyKey === HOSTNAME_LABEL ? 'a node' : `a ${topologyKey}`;
}

/** How many nodes or zones there are is not known: what is certain is how many it takes. */
function needing(term: AffinityTermFacts, context: RuleContext): Finding[] {
  const { envelope, nodes } = context;
  const needed = neededPods(context);
  if (envelope === undefined || needed < 2) return [];
  const isHost = term.topologyKey === HOSTNAME_LABEL;
  const isObvious = nodes.known || envelope.desired < 2 || needed === envelope.desired;
  if (isHost && needed <= nodes.count && isObvious) return [];
  const places = isHost ? counted(needed, 'eligible node') : `${counted(needed, 'value')} of ${term.topologyKey}`;
  const extra =
    needed > envelope.desired ? ' + 1 extra pod refuse to share one, and none may be missing' : ' refuse to share one';
  return [
    {
      path: term.path,
      severity: 'information',
      isConditional: true,
      message: `The rollout needs ${places}: ${counted(envelope.desired, 'replica')}${extra}. With fewer it stalls.`,
      short: `needs ${places}`,
      fixes: needed > envelope.desired ? [oneMissing(context)] : [],
    },
  ];
}
