import type { Resource } from '../../manifest/kinds';
import { documentAt } from '../../manifest/manifest';
import { locate, type Path, type TextRange } from '../../manifest/source';
import { listed } from '../../model/words';
import type { ClusterFacts, Fact } from '../../rules/facts';
import { touchedBy } from '../../rules/touched';
import type { Analysis } from '../analysis';
import { readFact } from '../factReader';
import { escaped } from './markdown';
import { describeObject } from './objectTexts';
import { assessed, type TouchedWorkload } from './touchedWorkload';

/** The kinds of objects that are explained, and the fields of each that say what they mean for workloads. */
const FIELDS: Readonly<Partial<Record<Resource['kind'], readonly string[]>>> = {
  Service: ['selector', 'publishNotReadyAddresses'],
  PodDisruptionBudget: ['minAvailable', 'maxUnavailable', 'selector'],
  HorizontalPodAutoscaler: ['minReplicas', 'maxReplicas', 'scaleTargetRef'],
  ScaledObject: ['minReplicaCount', 'maxReplicaCount', 'scaleTargetRef'],
  ResourceQuota: ['hard'],
  LimitRange: ['limits'],
  PriorityClass: ['value', 'globalDefault', 'preemptionPolicy'],
};

interface ObjectHover extends TextRange {
  readonly markdown: string;
}

/** What an object beside the workloads means for those that it bears on. */
export function computeObjectHover(analysis: Analysis, offset: number): ObjectHover | undefined {
  const placed = documentAt(analysis.manifest, offset);
  if (placed === undefined) return undefined;
  const inside = offset - placed.start;
  const resource = placed.document.resources.find(({ source }) => source.start <= inside && inside <= source.end);
  const fields = resource === undefined ? undefined : FIELDS[resource.kind];
  const at = fields === undefined ? undefined : locate(resource?.source, inside);
  if (resource === undefined || at === undefined || !isExplained(at.path, fields ?? [])) return undefined;
  const { start, end } = at.range;
  return { start: placed.start + start, end: placed.start + end, markdown: textOf(analysis, resource) };
}

function isExplained([first, second]: Path, fields: readonly string[]): boolean {
  if (first === 'kind') return true;
  if (first === 'metadata') return second === 'name';
  return fields.includes(String(first === 'spec' ? second : first));
}

function textOf({ surroundings }: Analysis, resource: Resource): string {
  const { facts } = surroundings;
  const fact = factOf(facts, resource);
  const title = `**${resource.kind}**`;
  if (fact === undefined) return `${title}: a template decides parts of it, so nothing is derived from it.`;
  const { touched, leftOut } = touchedBy(fact, facts);
  const workloads = touched.flatMap((one) => assessed(one, facts, surroundings.settings) ?? []);
  const parts = [
    `${title} ${escaped(fact.name)}${workloads.length === 0 ? '' : `: bears on ${whom(workloads)}.`}`,
    ...describeObject(fact, workloads),
    leftOut === 0 ? '' : `${leftOut} more workloads are further away and not looked at.`,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** As the workloads' files see it: what is in the index, not another reading of the same text. */
function factOf({ bySort, home }: ClusterFacts, resource: Resource): Fact | undefined {
  const own = readFact(resource, home);
  if (own === undefined) return undefined;
  const found = bySort
    .get(own.fact)
    ?.find(({ fact: { uri, name, namespace } }) => uri === home && name === own.name && namespace === own.namespace);
  return found?.fact ?? own;
}

/** `Deployment web in web.yaml`, as a link to the line. */
function whom(workloads: readonly TouchedWorkload[]): string {
  return listed(
    workloads.map(({ workload: { kind, name }, link }) => `**${kind} ${escaped(name)}**${link}`),
    5,
  );
}
