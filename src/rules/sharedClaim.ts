import { downNodes, isSingle, nodesFor } from './eligibleNodes';
import { factText, type NodeFact } from './facts';
import { groupsMeant, groupsText } from './growth';
import { countedNodes, runningBeside } from './neighbors';
import { areOnOneNode, sharedBy, soleClaims, soleUse } from './volumeClaims';
import type { RolloutEnvelope } from './rolloutEnvelope';
import { ENVELOPE_READS, type Finding, type Rule, type RuleContext } from './rule';
import { counted, quote } from '../model/words';

export const sharedClaim: Rule = {
  id: 'shared-claim',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'several replicas on one volume that cannot be shared',
  reads: [...ENVELOPE_READS, 'spec.template.spec.volumes'],
  check: (context) => {
    const { workload, envelope, facts, nodes } = context;
    if (envelope === undefined || envelope.refused || envelope.strategy === 'OnDelete') return [];
    const isDaemon = envelope.kind === 'DaemonSet';
    // Others may need nodes, and each of them gets a daemon pod.
    const groups = envelope.desired > 1 || workload.pod.claims.length === 0 ? [] : groupsMeant(context, true);
    if (envelope.desired === 0 && groups.length === 0) return [];
    // The pod of a node that does not answer may have it.
    const [lost] = isDaemon && envelope.desired === 1 ? downNodes(workload, nodes.manifests) : [];
    if (envelope.desired <= 1 && lost === undefined && groups.length === 0) return sharedWithOthers(context);
    const pods = whoShares(envelope, lost, groups);
    for (const { claimName, path } of workload.pod.claims) {
      const mode = soleUse(facts, workload, claimName);
      if (mode === undefined) continue;
      const isOneNode = mode === 'ReadWriteOnce';
      // Replicas may all land on the node that has it.
      const isConditional = lost !== undefined || groups.length > 0 || (isOneNode && !isDaemon);
      const isAssumed = isDaemon && !nodes.known;
      const what = isOneNode ? 'only pods on one node can have it, the others wait' : 'only one of them can have it';
      return [
        {
          path,
          isConditional: isConditional || isAssumed,
          // Where they land is chance, but nobody wants to count on it.
          ...(isDaemon && (isConditional || isAssumed) ? { severity: 'information' as const } : {}),
          message: `${pods}${isAssumed ? ' (an assumption)' : ''} share the ${mode} volume ${quote(claimName)}: ${what}.`,
          short: `${isDaemon ? 'daemon pods' : 'replicas'} share volume ${quote(claimName)}`,
        },
      ];
    }
    return sharedWithOthers(context);
  },
};

function whoShares({ desired, kind }: RolloutEnvelope, lost: NodeFact | undefined, groups: readonly string[]): string {
  if (lost === undefined && groups.length > 0) return `Once others need a node of ${groupsText({ groups })}, the daemon pods`;
  const own = counted(desired, kind === 'DaemonSet' ? 'daemon pod' : 'replica');
  return lost === undefined ? own : `${own} and that of node ${lost.name}, which does not answer,`;
}

/** Somebody else uses the volume as well: who comes to another node waits, whoever that is. */
function sharedWithOthers({ workload, facts, nodes }: RuleContext): Finding[] {
  if (workload.pod.claims.length === 0) return [];
  const isOneNode = isSingle(nodes);
  const [only] = nodesFor(facts, workload);
  const own = soleClaims(facts, workload);
  if (own.length === 0) return [];
  const { near, atTimes } = runningBeside(facts, workload, countedNodes(facts, nodes), nodes.count);
  for (const { fact, subject, sharesNamespace } of [...near, ...atTimes]) {
    const shared = sharesNamespace ? sharedBy(own, subject) : undefined;
    // The only node of these may not be the only one of those.
    const isSame = isOneNode && nodesFor(facts, subject).every((node) => node === only);
    const areTogether = isSame || areOnOneNode(workload, subject);
    if (shared === undefined || (areTogether && shared.mode === 'ReadWriteOnce')) continue;
    const { claim, mode } = shared;
    const what =
      mode === 'ReadWriteOnce'
        ? 'only pods on one node can have it, those elsewhere wait'
        : 'only one pod can have it, others wait';
    return [
      {
        path: claim.path,
        isConditional: true,
        severity: 'information',
        message: `The rollout may stall: ${factText(fact)} uses the ${mode} volume ${quote(claim.claimName)} as well; ${what}.`,
        short: `${fact.name} shares volume ${quote(claim.claimName)}`,
      },
    ];
  }
  return [];
}
