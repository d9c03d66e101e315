import { jsonAt } from '../manifest/json';
import { integer, list, object, readSelector, text } from '../manifest/reading';
import type { Path } from '../manifest/source';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL, POD_TEMPLATE_HASH_LABEL } from '../model/wellKnown';
import { ENVELOPE_READS, type Finding, type Rule } from './rule';

export const spreadSkew: Rule = {
  id: 'spread-skew',
  group: 'surprises',
  severity: 'information',
  title: 'old pods count while new ones are spread',
  reads: [...ENVELOPE_READS, 'spec.template.metadata', 'spec.template.spec.topologySpreadConstraints'],
  check: ({ workload, envelope }) => {
    if (envelope?.kind !== 'Deployment' || envelope.strategy !== 'RollingUpdate' || envelope.desired < 2) return [];
    const { pod, resource } = workload;
    const path: Path = [...pod.path, 'spec', 'topologySpreadConstraints'];
    return list(jsonAt(resource.json, path)).flatMap((item, index): Finding[] => {
      const constraint = object(item);
      const keys = list(constraint['matchLabelKeys']);
      if (constraint['whenUnsatisfiable'] !== 'DoNotSchedule' || keys.includes(POD_TEMPLATE_HASH_LABEL)) return [];
      if (!matchesSelector(readSelector(constraint['labelSelector']), pod.labels)) return [];
      const key = text(constraint['topologyKey']);
      const over = key === HOSTNAME_LABEL ? 'nodes' : key;
      const skew = integer(constraint['maxSkew']) ?? 1;
      const one: Path = [...path, index];
      return [
        {
          path: one,
          message: `The new pods may end up spread over ${over} more unevenly than maxSkew ${skew}: while they are placed the old pods count as well, and go afterwards. matchLabelKeys: [${POD_TEMPLATE_HASH_LABEL}] counts each version by itself.`,
          short: 'old pods count for the spread',
          fixes:
            keys.length > 0
              ? []
              : [
                  {
                    title: 'Count each version by itself (matchLabelKeys)',
                    edits: [{ op: 'set', path: [...one, 'matchLabelKeys'], value: `["${POD_TEMPLATE_HASH_LABEL}"]` }],
                  },
                ],
        },
      ];
    });
  },
};
