import { formatQuantity, parseQuantity, type Quantity } from '../../model/quantity';
import type { Resources } from '../../model/podResources';
import { counted, listed } from '../../model/words';
import type { QuotaFact } from '../../rules/facts';
import { runningBeside } from '../../rules/neighbors';
import { admittedPodOf, requestsOf, usageOf } from '../../rules/podSizes';
import type { Assessment } from '../assessment';
import { escaped, table } from './markdown';
import type { TouchedWorkload } from './touchedWorkload';

/** Pods that a quota counts. */
interface Uses {
  readonly pods: number;
  readonly surge: number;
  readonly usage: Resources;
}
interface Counted extends Uses {
  readonly one: TouchedWorkload;
}

/** What the workloads near by use of a quota, what a rollout takes on top, and what the rules say of that. */
export function describeQuota({ quota, name }: QuotaFact, touched: readonly TouchedWorkload[]): string[] {
  const all = touched.flatMap((one): Counted[] => {
    const { workload, assessment } = one;
    const { envelope, surroundings } = assessment;
    const { quotas, usage } = admittedPodOf(surroundings.facts, workload);
    if (envelope === undefined || !quotas.includes(quota)) return [];
    return [{ one, pods: envelope.desired, surge: envelope.refused ? 0 : envelope.surge, usage }];
  });
  const [first] = all;
  if (first === undefined) return ['It counts the pods of no Deployment and no DaemonSet near by.'];
  const others = standingIn(first.one);
  const rows = Object.entries(quota.spec?.hard ?? {}).flatMap(([resource, hard]) => rowOf(resource, hard, [...all, ...others]));
  const said = all.flatMap(({ one }) => saidOf(one, name));
  const fits = rows.every(({ isFitting }) => isFitting);
  const verdict = said.length > 0 ? said : fits ? ['There is room for what a rollout of any one of them takes on top.'] : [];
  return [
    rows.length === 0
      ? 'Nothing that it limits is used by their pods.'
      : table(
          ['', 'allows', 'used', 'free', 'rollout'],
          rows.map(({ cells }) => cells),
        ),
    ...verdict,
    `Used: what ${listed(
      [
        ...all.map(({ one, pods }) => `${escaped(one.workload.name)} (${counted(pods, 'pod')}${assumedText(one.assessment)})`),
        ...others.map(({ name: other, pods }) => `${escaped(other)} (${counted(pods, 'pod')})`),
      ],
      5,
    )} ask for; what else runs in the namespace is in no file.`,
  ];
}

/** What else keeps pods running in the namespace, as the rules count it. */
function standingIn({ workload, assessment: { surroundings } }: TouchedWorkload): (Uses & { readonly name: string })[] {
  const { facts } = surroundings;
  const standing = runningBeside(facts, workload).near.filter(({ fact, sharesNamespace }) => sharesNamespace && fact.standing);
  return standing.map(({ fact, subject, pods }) => ({ name: fact.name, pods, surge: 0, usage: usageOf(facts, subject) }));
}

function assumedText({ workload, nodes }: Assessment): string {
  return workload.kind === 'DaemonSet' && !nodes.known ? ', an assumption' : '';
}

interface Row {
  readonly cells: readonly string[];
  readonly isFitting: boolean;
}

function rowOf(resource: string, hard: string, all: readonly Uses[]): Row[] {
  const limit = parseQuantity(hard);
  const of = ({ usage }: Uses): bigint => usage.get(resource)?.nanos ?? 0n;
  if (limit === undefined || all.every((one) => of(one) === 0n)) return [];
  const used = all.reduce((sum, one) => sum + of(one) * BigInt(one.pods), 0n);
  const extra = all.reduce((most, one) => (of(one) * BigInt(one.surge) > most ? of(one) * BigInt(one.surge) : most), 0n);
  const amount = (nanos: bigint): string => formatQuantity({ ...limit, nanos } satisfies Quantity);
  const free = limit.nanos - used;
  return [
    {
      cells: [escaped(resource), amount(limit.nanos), amount(used), amount(free), `+${amount(extra)}`],
      isFitting: extra <= free,
    },
  ];
}

const ABOUT_QUOTAS: ReadonlySet<string> = new Set(['stall-quota', 'slow-quota', 'pods-refused']);

/** The rules' own words. */
function saidOf({ workload, assessment }: TouchedWorkload, quota: string): string[] {
  return assessment.findings.flatMap(({ rule, finding }) =>
    ABOUT_QUOTAS.has(rule.id) && finding.message.includes(quota)
      ? [`⚠ ${workload.kind} ${escaped(workload.name)}: ${escaped(finding.message)}`]
      : [],
  );
}

/** What a pod asks for once what nobody wrote is filled in. */
export function describeLimits(touched: readonly TouchedWorkload[]): string[] {
  if (touched.length === 0) return ['No Deployment and no DaemonSet near by gets defaults from it.'];
  const lines = touched.map(({ workload, assessment: { surroundings } }) => {
    const { refusal } = admittedPodOf(surroundings.facts, workload);
    const requests = [...requestsOf(surroundings.facts, workload)].map(
      ([resource, amount]) => `${escaped(resource)} ${formatQuantity(amount)}`,
    );
    const asks = requests.length === 0 ? 'asks for nothing' : `asks for ${listed(requests, 5)}`;
    return `- ${workload.kind} ${escaped(workload.name)}: ${refusal === undefined ? `each pod ${asks}` : `its pods are refused: ${escaped(refusal.message)}`}`;
  });
  return ['What the API server fills in and checks when a pod is created. With it:', lines.join('\n')];
}
