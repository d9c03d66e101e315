import { formatQuantity, parseQuantity } from '../model/quantity';
import type { ResourceQuota } from '../model/apiTypes';
import type { Resources } from '../model/podResources';
import { counted, plural, quote } from '../model/words';
import { autoscalersOf, replicasThatRan } from './autoscalers';
import { revisionLack } from './countedRevisions';
import { downNodes } from './eligibleNodes';
import { quotasOf } from './namespaceLimits';
import { groupsMeant, groupsText } from './growth';
import { countedNodes, neighborsText, runningBeside, usageBy, type Neighbor } from './neighbors';
import { oneMissing } from './oneMissing';
import { comesTo, neededPods, shortageOf, wantedText } from './places';
import { admittedPodOf } from './podSizes';
import { nanosOf } from './pods';
import { isScoped } from './quotaScopes';
import { ENVELOPE_READS, REQUEST_READS, type Rule, type RuleContext } from './rule';

export const stallQuota: Rule = {
  id: 'stall-quota',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'the quota admits too few pods',
  reads: [...ENVELOPE_READS, ...REQUEST_READS],
  check: (context) => {
    const { envelope, workload, facts, nodes } = context;
    if (envelope === undefined || envelope.refused || envelope.strategy === 'OnDelete') return [];
    if (quotasOf(facts, workload).length === 0) return [];
    if (envelope.desired === 0) return revisionLack(context);
    const needed = neededPods(context);
    const lacking =
      quotaLack(context, needed) ??
      lackAtTimes(context, needed) ??
      lackOnNewNodes(context, needed) ??
      lackByNewDaemons(context, needed);
    if (lacking === undefined) return revisionLack(context);
    const { quota, resource, hard, amount, isForExtra } = lacking;
    const comes = lacking.isUnsure ? `The rollout may ${lacking.until ?? 'stall'}` : comesTo(lacking);
    // On how many nodes a DaemonSet runs may be an assumption, and so is what has become of pods on nodes that are down.
    const isAssumed = envelope.kind === 'DaemonSet' && (!nodes.known || lacking.lost > 0);
    const isConditional = isAssumed || lacking.isUnsure;
    const assumed = nodes.known
      ? `${counted(lacking.lost, 'pod')} on nodes that are down included`
      : `${counted(nodes.count, 'node')} are assumed`;
    const pods =
      isForExtra && envelope.kind === 'DaemonSet'
        ? `${counted(lacking.needed - 1, 'daemon pod')} + 1 new one`
        : wantedText(context, lacking);
    return [
      {
        path: isForExtra ? workload.maxSurge.path : envelope.kind === 'DaemonSet' ? ['spec'] : workload.replicas.path,
        message: `${comes}: quota ${quote(quota)} allows ${quote(resource)} ${hard}, but ${pods} need ${amount}${lacking.who}${isAssumed ? ` (${assumed})` : ''}${isForExtra ? ', and none may be missing' : ''}.`,
        short: `quota ${quote(quota)} blocks ${isForExtra ? 'the extra pod' : 'pods'}`,
        ...(isConditional ? { isConditional, severity: 'information' as const } : {}),
        fixes: isForExtra && envelope.kind === 'Deployment' ? [oneMissing(context)] : [],
      },
    ];
  },
};

interface Lack {
  readonly quota: string;
  readonly resource: string;
  readonly hard: string;
  readonly amount: string;
  readonly needed: number;
  readonly isForExtra: boolean;
  /** Pods counted that are on nodes which do not answer. */
  readonly lost: number;
  /** Who else uses how much of it. */
  readonly who: string;
  /** The quota does not hold all that the files describe: it is not known who has how much. */
  readonly isUnsure: boolean;
  /** It lasts as long as somebody runs. */
  readonly until?: string;
}

/** The first of the quotas' resources of which so many pods need more than there is. */
export function quotaLack(context: RuleContext, pods: number): Lack | undefined {
  return lackBeside(context, pods, []);
}

/** What is missing only while those run that come and go. */
function lackAtTimes(context: RuleContext, pods: number): Lack | undefined {
  const { facts, workload, nodes } = context;
  const atTimes = runningBeside(facts, workload, countedNodes(facts, nodes)).atTimes.filter((one) => one.sharesNamespace);
  const lack = atTimes.length === 0 ? undefined : lackBeside(context, pods, atTimes);
  return lack && { ...lack, until: `wait while ${neighborsText(atTimes)} ${plural(atTimes.length, 'runs', 'run')}` };
}

/** Others may need nodes for which daemon pods are meant as well. */
function lackOnNewNodes(context: RuleContext, pods: number): Lack | undefined {
  const groups = groupsMeant(context, true);
  if (groups.length === 0 || runningBeside(context.facts, context.workload).near.length === 0) return undefined;
  const lack = quotaLack(context, pods + 1);
  const who = `${lack?.who ?? ''} once others need a node of ${groupsText({ groups })}`;
  return lack && { ...lack, who, isForExtra: false, isUnsure: true };
}

/** Nodes that an autoscaler adds for the workload's pods bring daemon pods of others, which count as well. */
function lackByNewDaemons(context: RuleContext, pods: number): Lack | undefined {
  const { facts, workload, nodes } = context;
  const growth = workload.kind === 'Deployment' ? shortageOf(context)?.growth : undefined;
  if (growth === undefined) return undefined;
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes));
  const daemons = near.filter(({ subject, sharesNamespace }) => sharesNamespace && subject.kind === 'DaemonSet');
  const come = daemons.map((neighbor) => ({ ...neighbor, pods: growth.nodes, lost: 0 }));
  const lack = come.length === 0 ? undefined : lackBeside(context, pods, come);
  const who = `${lack?.who ?? ''} with ${counted(growth.nodes, 'node')} more of ${groupsText(growth)}`;
  return lack && { ...lack, who, until: 'stall' };
}

/** `more`: who may be there as well. */
function lackBeside(context: RuleContext, pods: number, more: readonly Neighbor[]): Lack | undefined {
  const { workload, facts, envelope, nodes } = context;
  const { usage, quotas, refusal } = admittedPodOf(facts, workload);
  // Pods that are refused one by one are another matter.
  if (refusal !== undefined || envelope === undefined) return undefined;
  const lost = envelope.kind === 'DaemonSet' ? downNodes(workload, nodes.manifests).length : 0;
  const [held, most] = [envelope.desired + lost, pods + lost].map(BigInt) as [bigint, bigint];
  const beside = besideIn(context, quotas, usage, held);
  const lackWith = (neighbors: readonly Neighbor[], isUnsure: boolean): Lack | undefined => {
    for (const { metadata, spec, status } of quotas) {
      for (const [resource, hard] of Object.entries(spec?.hard ?? {})) {
        const limit = parseQuantity(hard);
        const { nanos: one } = usage.get(resource) ?? { nanos: 0n };
        if (limit === undefined || one === 0n) continue;
        const others = neighbors.filter((neighbor) => usageBy(facts, [neighbor], resource) > 0n);
        // Either all pods of the cluster were seen, or those of other files are counted.
        const seen = nanosOf(status?.used?.[resource]) ?? 0n;
        const taken = usageBy(facts, others, resource) + seen;
        if (one * most + taken <= limit.nanos) continue;
        const use = plural(others.length, isUnsure ? 'wants' : 'uses', isUnsure ? 'want' : 'use');
        const users = seen > 0n ? 'others were seen to use' : `${neighborsText(others)} ${use}`;
        const who = taken === 0n ? '' : ` and ${users} ${formatQuantity({ ...limit, nanos: taken })}`;
        const isForExtra = one * held + taken <= limit.nanos;
        const needed = isForExtra ? most : held;
        const amount = formatQuantity({ ...limit, nanos: one * needed });
        return { quota: metadata.name, resource, hard, amount, needed: Number(needed), isForExtra, lost, who, isUnsure };
      }
    }
    return undefined;
  };
  if (more.length > 0) return lackWith(together(beside.sharing, more), true);
  return lackWith(beside.isSure ? beside.sharing : [], false) ?? (beside.isSure ? undefined : lackWith(beside.sharing, true));
}

function together(neighbors: readonly Neighbor[], more: readonly Neighbor[]): readonly Neighbor[] {
  const moreOf = (one: Neighbor): Neighbor | undefined => more.find(({ fact }) => fact === one.fact);
  const known = neighbors.map((one) => ({ ...one, pods: one.pods + (moreOf(one)?.pods ?? 0) }));
  return [...known, ...more.filter((one) => neighbors.every(({ fact }) => fact !== one.fact))];
}

/** Who runs beside the workload: nobody knows where the quotas do not hold all that ran before, even without a rollout. */
function besideIn(
  { workload, facts, nodes, before, autoscaler }: RuleContext,
  quotas: readonly ResourceQuota[],
  each: Resources,
  held: bigint,
): { readonly sharing: readonly Neighbor[]; readonly isSure: boolean } {
  const { near } = runningBeside(facts, workload, countedNodes(facts, nodes));
  const sharing = near.filter(({ sharesNamespace }) => sharesNamespace);
  const minima = autoscalersOf(facts, workload).map(({ minReplicas }) => minReplicas);
  const ran = Math.max(
    Number(held),
    ...minima,
    before?.replicas.known === true ? replicasThatRan(before, workload, autoscaler) : 0,
  );
  // Whom else a quota with scopes counts is not asked.
  const isSure =
    !quotas.some(isScoped) &&
    quotas.every(({ spec, status }) =>
      Object.entries(spec?.hard ?? {}).every(([resource, limit]) => {
        const seen = nanosOf(status?.used?.[resource]) ?? 0n;
        const used = (each.get(resource)?.nanos ?? 0n) * BigInt(ran) + usageBy(facts, sharing, resource) + seen;
        return used <= (nanosOf(limit) ?? used);
      }),
    );
  return { sharing, isSure };
}
