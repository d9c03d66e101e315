import { isSingle } from './eligibleNodes';
import { soleUse } from './volumeClaims';
import { ENVELOPE_READS, type Rule } from './rule';
import { oneMissing } from './oneMissing';
import { neededPods } from './places';
import { quote } from '../model/words';

export const stallVolume: Rule = {
  id: 'stall-volume',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the surge pod cannot have the volume that the old pod holds',
  reads: [...ENVELOPE_READS, 'spec.template.spec.volumes'],
  check: (context) => {
    const { envelope, workload, facts, nodes } = context;
    if (envelope === undefined || envelope.refused || envelope.desired === 0) return [];
    // The pods of a DaemonSet that take turns are on one node, and so are all where there is no other.
    const isOneNode = envelope.kind === 'DaemonSet' || isSingle(nodes);
    // Where no pod ran, none has it.
    if (neededPods(context) <= envelope.desired) return [];
    for (const claim of workload.pod.claims) {
      const mode = soleUse(facts, workload, claim.claimName);
      if (mode === undefined || (mode === 'ReadWriteOnce' && isOneNode)) continue;
      const luck = mode === 'ReadWriteOnce' ? ' unless the extra pod lands on the node of the old one' : '';
      return [
        {
          path: claim.path,
          isConditional: mode === 'ReadWriteOnce',
          // That several of them share it is the greater trouble, and said.
          ...(envelope.kind === 'Deployment' && envelope.desired > 1 ? { severity: 'information' as const } : {}),
          message: `The rollout stalls${luck}: the old pod keeps the ${mode} volume ${quote(claim.claimName)} until the extra pod is available, and the extra pod waits for it.`,
          short: `volume ${quote(claim.claimName)} blocks the extra pod`,
          fixes: [oneMissing(context)],
        },
      ];
    }
    return [];
  },
};
