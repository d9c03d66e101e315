import { jsonAt } from '../manifest/json';
import { matchesSelector } from '../model/labelSelector';
import { nodesFor } from './facts';
import { ENVELOPE_READS, type Finding, type Rule, type RuleContext } from './rule';
import { counted } from '../model/words';
import { HOSTNAME_LABEL } from '../model/wellKnown';

/** How many topology domains the term knows: nodes, or the distinct values of the label where Node manifests are at hand. */
function domains({ facts, workload, nodes }: RuleContext, topologyKey: string): number | undefined {
  if (topologyKey === HOSTNAME_LABEL) return nodes.count;
  const known = nodesFor(facts, workload);
  if (known.length === 0) return undefined;
  return new Set(known.flatMap((node) => node.labels[topologyKey] ?? [])).size;
}

export const stallAntiAffinity: Rule = {
  id: 'stall-anti-affinity',
  group: 'stalls',
  severity: 'warning',
  title: 'required anti-affinity leaves no node for the surge pod',
  explanation: `Pods that refuse to share a node (or zone) with each other need one each. With \`maxUnavailable\` 0 the new pod must run *before* an old one goes, so a rollout
needs a place more than there are replicas. Without it the new pod stays Pending and the rollout waits until the progress deadline, and then for ever.

Allow one pod to be missing (\`maxUnavailable: 1\`, \`maxSurge: 0\`), make the rule a preference, or keep more nodes than replicas. Where the number of nodes is not known, only the number that it takes is said.`,
  reads: [...ENVELOPE_READS, 'spec.template'],
  check: (context) => {
    const { workload, envelope, nodes } = context;
    if (envelope?.kind !== 'Deployment' || envelope.surge === 0 || envelope.unavailable > 0) return [];
    const needed = envelope.desired + 1;
    for (const term of workload.pod.requiredAntiAffinity) {
      if (!matchesSelector(term.selector, workload.pod.labels)) continue;
      const places = domains(context, term.topologyKey);
      const hosts = term.topologyKey === HOSTNAME_LABEL;
      if (hosts && !nodes.known && envelope.desired > 1) return [needing(needed, term.path, context)];
      if (places === undefined || needed <= places) continue;
      return [
        {
          path: term.path,
          message: `The rollout stalls: its pods refuse to share ${hosts ? 'a node' : `a ${term.topologyKey}`}, none may be missing, and ${counted(envelope.desired, 'replica')} + 1 extra pod do not fit on ${counted(places, hosts ? 'node' : 'domain')}.`,
          short: 'no node for the extra pod',
          fixes: [oneMissing(context)],
        },
      ];
    }
    return [];
  },
};

/** How many nodes there are is not known: what is certain is how many it takes. */
function needing(needed: number, path: Finding['path'], context: RuleContext): Finding {
  return {
    path,
    severity: 'information',
    message: `The rollout needs ${counted(needed, 'eligible node')}: ${counted(needed - 1, 'replica')} + 1 extra pod refuse to share one, and none may be missing. With fewer it stalls.`,
    short: `needs ${counted(needed, 'eligible node')}`,
    fixes: [oneMissing(context)],
  };
}

/** The way out of every stall for want of room: go without a pod instead of having one extra. The only pod just goes first. */
export function oneMissing({ workload, envelope }: RuleContext): NonNullable<ReturnType<Rule['check']>[number]['fixes']>[number] {
  if (envelope?.desired === 1) {
    const rollingUpdate = [...workload.strategyPath, 'rollingUpdate'];
    const isWritten = jsonAt(workload.resource.json, rollingUpdate) !== undefined;
    return {
      title: 'Remove the old pod first (type Recreate)',
      edits: [
        ...(isWritten ? [{ op: 'remove' as const, path: rollingUpdate }] : []),
        { op: 'set', path: workload.strategyType.path, value: 'Recreate' },
      ],
    };
  }
  return {
    title: 'Allow 1 pod to be missing instead (maxSurge 0, maxUnavailable 1)',
    edits: [
      { op: 'set', path: workload.maxSurge.path, value: '0' },
      { op: 'set', path: workload.maxUnavailable.path, value: '1' },
    ],
  };
}
