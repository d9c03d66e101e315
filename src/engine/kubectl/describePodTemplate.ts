/**
 * Upstream: staging/src/k8s.io/kubectl/pkg/describe/describe.go, DescribePodTemplate (v1.36.4). Tabs stay tabs, as
 * kubectl prints them here.
 */
import type { PodTemplateSpec, StringMap, Toleration, TopologySpreadConstraint } from '../../model/apiTypes';
import { LAST_APPLIED_ANNOTATION } from '../../model/wellKnown';
import { describeContainers } from './describeContainers';
import { describeVolumes } from './describeVolumes';
import { compareText, formatLabelSelector } from './labels';

const MAX_ANNOTATION_LENGTH = 140;

export function describePodTemplate({ metadata = {}, spec }: PodTemplateSpec): string {
  const lines: string[] = ['Pod Template:', ...multiline('  Labels', mapLines(metadata.labels))];
  if (Object.keys(metadata.annotations ?? {}).length > 0) lines.push(...annotationLines(metadata.annotations));
  const { serviceAccountName = '' } = spec;
  if (serviceAccountName !== '') lines.push(`  Service Account:\t${serviceAccountName}`);
  if ((spec.initContainers ?? []).length > 0) lines.push(...describeContainers('Init Containers', spec.initContainers ?? []));
  lines.push(...describeContainers('Containers', spec.containers), ...describeVolumes(spec.volumes ?? []));
  lines.push(...spreadConstraintLines(spec.topologySpreadConstraints ?? []));
  if (spec.priorityClassName !== undefined && spec.priorityClassName !== '') {
    lines.push(`  Priority Class Name:\t${spec.priorityClassName}`);
  }
  lines.push(...multiline('  Node-Selectors', mapLines(spec.nodeSelector)));
  lines.push(...multiline('  Tolerations', tolerationLines(spec.tolerations ?? [])));
  return lines.map((line) => `${line}\n`).join('');
}

/** The first item beside the title, the others below it. */
function multiline(title: string, items: readonly string[]): string[] {
  const [first = '<none>', ...rest] = items;
  return [`${title}:\t${first}`, ...rest.map((item) => `\t${item}`)];
}

function mapLines(map: StringMap | undefined): string[] {
  return Object.entries(map ?? {})
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, value]) => `${key}=${value}`);
}

function annotationLines(annotations: StringMap | undefined): string[] {
  const entries = Object.entries(annotations ?? {})
    .filter(([key]) => key !== LAST_APPLIED_ANNOTATION)
    .sort(([a], [b]) => compareText(a, b));
  if (entries.length === 0) return ['  Annotations:\t<none>'];
  return entries.flatMap(([key, text], index) => {
    const start = index === 0 ? '  Annotations:\t' : '\t';
    const value = text.endsWith('\n') ? text.slice(0, -1) : text;
    if (value.length + key.length + 2 <= MAX_ANNOTATION_LENGTH && !value.includes('\n')) return [`${start}${key}: ${value}`];
    return [`${start}${key}:`, ...value.split('\n').map((line) => `\t  ${shorten(line, MAX_ANNOTATION_LENGTH - 2)}`)];
  });
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}...` : text;
}

function spreadConstraintLines(constraints: readonly TopologySpreadConstraint[]): string[] {
  const sorted = [...constraints].sort((a, b) => compareText(a.topologyKey, b.topologyKey));
  return sorted.map((constraint, index) => {
    const start = index === 0 ? '  Topology Spread Constraints:\t' : '  \t';
    const { topologyKey, whenUnsatisfiable, maxSkew, labelSelector } = constraint;
    const selector = labelSelector === undefined ? '' : ` for selector ${formatLabelSelector(labelSelector)}`;
    return `${start}${topologyKey}:${whenUnsatisfiable} when max skew ${maxSkew} is exceeded${selector}`;
  });
}

function tolerationLines(tolerations: readonly Toleration[]): string[] {
  return [...tolerations].sort((a, b) => compareText(a.key ?? '', b.key ?? '')).map(formatToleration);
}

function formatToleration({ key = '', operator, value = '', effect = '', tolerationSeconds }: Toleration): string {
  let text = `${key}${value === '' ? '' : `=${value}`}${effect === '' ? '' : `:${effect}`}`;
  if (operator === 'Exists' && value === '') text += text === '' ? 'op=Exists' : ' op=Exists';
  return tolerationSeconds === undefined ? text : `${text} for ${tolerationSeconds}s`;
}
