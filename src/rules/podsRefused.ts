import { factText } from './facts';
import { limitsOf, quotasOf } from './namespaceLimits';
import { groupsMeant, groupsText } from './growth';
import { podSecurityRefusal } from './podSecurity';
import { admittedPodOf } from './podSizes';
import { cannotExist } from '../model/priority';
import { quote } from '../model/words';
import type { Path } from '../manifest/source';
import type { Finding, Rule } from './rule';

export const podsRefused: Rule = {
  id: 'pods-refused',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the namespace admits none of the pods',
  reads: ['spec.template.spec'],
  check: (context) => {
    const { workload, facts, envelope } = context;
    const { pod } = workload;
    // Others may need a node for which a daemon pod is meant as well.
    const groups = envelope?.desired === 0 ? groupsMeant(context, true) : [];
    if (envelope?.desired === 0 && groups.length === 0) return [];
    const spec = [...pod.path, 'spec'];
    const once = groups.length === 0 ? '' : `, once others need a node of ${groupsText({ groups })}`;
    const refused = (path: Path, why: string): Finding[] => [
      {
        path,
        ...(once === '' ? {} : { isConditional: true, severity: 'information' }),
        message: `No pod can be created${once}: ${why}.`,
        short: 'the pods are refused',
      },
    ];
    const { priorityClassName } = pod;
    if (cannotExist(priorityClassName)) {
      const why = `there is no PriorityClass ${quote(priorityClassName)}, and names with system- are reserved`;
      return refused([...spec, 'priorityClassName'], why);
    }
    const security = podSecurityRefusal(facts, workload);
    if (security !== undefined)
      return refused(spec, `the API server lets none into ${factText(security.namespace)} (${security.message})`);
    if (quotasOf(facts, workload).length + limitsOf(facts, workload).length === 0) return [];
    const { refusal } = admittedPodOf(facts, workload);
    if (refusal === undefined) return [];
    const who = refusal.quota === undefined ? 'a LimitRange' : `quota ${quote(refusal.quota)}`;
    return refused(pod.containers[0]?.path ?? spec, `${who} lets the API server refuse them all (${refusal.message})`);
  },
};
