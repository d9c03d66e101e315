import { claimNamed } from './facts';
import { ENVELOPE_READS, type Rule } from './rule';
import { counted, quote } from '../model/words';

export const sharedClaim: Rule = {
  id: 'shared-claim',
  group: 'stalls',
  severity: 'warning',
  title: 'several replicas on one volume that cannot be shared',
  explanation: `All pods of a Deployment use the same claim. A \`ReadWriteOnce\` volume is attached to one node, so all replicas must land there; the others wait in ContainerCreating (“Multi-Attach error”). A
\`ReadWriteOncePod\` volume is used by one pod, so all replicas but one are never ready (a warning; the other may work out and is information).

Run one replica, use a \`ReadWriteMany\` claim, or a StatefulSet with a claim for each pod.`,
  reads: [...ENVELOPE_READS, 'spec.template.spec.volumes'],
  check: ({ workload, envelope, facts }) => {
    if (envelope?.kind !== 'Deployment' || envelope.desired < 2) return [];
    for (const { claimName, path, readOnly } of workload.pod.claims) {
      const [mode, ...others] = claimNamed(facts, workload, claimName)?.accessModes ?? [];
      if (others.length > 0 || readOnly || (mode !== 'ReadWriteOnce' && mode !== 'ReadWriteOncePod')) continue;
      const what =
        mode === 'ReadWriteOnce' ? 'only pods on one node can have it, the others wait' : 'only one of them can have it';
      return [
        {
          path,
          severity: mode === 'ReadWriteOnce' ? 'information' : 'warning',
          message: `${counted(envelope.desired, 'replica')} share the ${mode} volume ${quote(claimName)}: ${what}.`,
          short: `replicas share volume ${quote(claimName)}`,
        },
      ];
    }
    return [];
  },
};
