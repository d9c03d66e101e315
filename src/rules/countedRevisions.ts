import { OBJECT_COUNTS } from '../model/quotaUsage';
import { quote } from '../model/words';
import { quotasOf } from './namespaceLimits';
import { countedNodes, neighborsText, runningBeside } from './neighbors';
import { nanosOf } from './pods';
import { isScoped } from './quotaScopes';
import type { Finding, RuleContext } from './rule';

const ONE = 1_000_000_000n;

/** A new version needs a ReplicaSet or ControllerRevision beside the one that runs, and a quota may count them. */
export function revisionLack(context: RuleContext): Finding[] {
  const { workload, facts, nodes } = context;
  const kind = workload.kind === 'Deployment' ? 'ReplicaSet' : 'ControllerRevision';
  const resource = OBJECT_COUNTS[kind];
  const quotas = quotasOf(facts, workload).filter(({ quota }) => !isScoped(quota) && quota.spec?.hard?.[resource] !== undefined);
  if (quotas.length === 0) return [];
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes));
  const others = near.filter(({ sharesNamespace, subject }) => sharesNamespace && subject.kind === workload.kind);
  const alike = others.filter(({ fact }) => fact.standing === undefined);
  const there = 1 + alike.length;
  const full = quotas.find(({ quota }) => (nanosOf(quota.spec?.hard?.[resource]) ?? Infinity) < BigInt(there + 1) * ONE);
  if (full === undefined) return [];
  const { metadata, spec } = full.quota;
  const whose = alike.length === 0 ? 'the version that runs has one' : `with ${neighborsText(alike)} there are ${there}`;
  return [
    {
      path: [...workload.pod.path],
      message: `The rollout stalls: quota ${quote(metadata.name)} allows ${quote(resource)} ${spec?.hard?.[resource] ?? ''}, and ${whose} already: the new version gets no ${kind}, and so no pods.`,
      short: `quota ${quote(metadata.name)} blocks the new ${kind}`,
    },
  ];
}
