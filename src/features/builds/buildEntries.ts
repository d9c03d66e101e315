import { jsonAt } from '../../manifest/json';
import { isKustomizationFile } from '../../manifest/kustomization';
import { parseText } from '../../manifest/parse';
import { pathText, type Path, type SourceNode, type TextRange } from '../../manifest/source';
import { counted } from '../../model/words';
import { joinPath } from '../../render/kustomize/loader';
import type { PlacedWorkload } from '../analysis';
import { escaped } from '../hover/markdown';
import { valueText } from './buildFields';
import type { BuiltAnalysis } from './builtAnalysis';
import type { FileParts } from './fileParts';

const FIELDS: ReadonlySet<string> = new Set([
  ...['images', 'replicas', 'patches', 'patchesStrategicMerge', 'patchesJson6902', 'labels', 'components'],
  ...['namePrefix', 'nameSuffix', 'namespace', 'commonLabels', 'commonAnnotations', 'replacements'],
]);
const MAX_LINES = 8;

interface Entry extends TextRange {
  readonly field: string;
  /** The file of a patch. */
  readonly path: string | undefined;
}

/** What an entry of a kustomization does to the workloads of the build in force. */
export function describeEntry(file: FileParts, offset: number): (TextRange & { readonly markdown: string }) | undefined {
  const entry = isKustomizationFile(file.file) ? entryAt(file.text, offset) : undefined;
  const [build] = file.builds;
  if (entry === undefined || build === undefined) return undefined;
  const changes = build.analysis.workloads.flatMap((placed) => changesBy(entry, placed, { file, build }));
  const more = changes.length - MAX_LINES;
  const lines = changes.slice(0, MAX_LINES).map((line) => `- ${line}`);
  const rest = more > 0 ? [`- and ${counted(more, 'more field')}`] : [];
  const nothing = `decides nothing that is left in a Deployment or DaemonSet.`;
  const name = `\`${entry.field}\` in **${escaped(build.plan.name)}**`;
  const markdown = changes.length === 0 ? `${name} ${nothing}` : [`${name} decides:`, '', ...lines, ...rest].join('\n');
  return { start: entry.start, end: entry.end, markdown };
}

/** The entry of a list, or the field, that an offset is in. */
function entryAt(text: string, offset: number): Entry | undefined {
  const { root } = parseText(text);
  if (root?.kind !== 'map') return undefined;
  const field = root.entries.find(({ keyRange, value }) => keyRange.start <= offset && offset <= value.end);
  if (field === undefined || !FIELDS.has(field.key)) return undefined;
  const { key, value, keyRange } = field;
  const item = value.kind === 'sequence' ? value.items.find(({ start, end }) => start <= offset && offset <= end) : undefined;
  if (item === undefined && value.kind === 'sequence') return undefined;
  const { start, end } = item ?? { start: keyRange.start, end: value.end };
  return { field: key, start, end, path: pathIn(item) };
}

function pathIn(item: SourceNode | undefined): string | undefined {
  if (item?.kind === 'scalar') return typeof item.value === 'string' && !item.value.includes('\n') ? item.value : undefined;
  const path = item?.kind === 'map' ? item.entries.find(({ key }) => key === 'path')?.value : undefined;
  return path?.kind === 'scalar' && typeof path.value === 'string' ? path.value : undefined;
}

interface Where {
  readonly file: FileParts;
  readonly build: BuiltAnalysis;
}

/** `Deployment web: spec.replicas 3 → 10` for each value that the entry has put there. */
function changesBy(entry: Entry, { workload }: PlacedWorkload, { file, build }: Where): readonly string[] {
  const object = build.objectOf(workload);
  if (object === undefined) return [];
  const folder = file.file.slice(0, Math.max(0, file.file.lastIndexOf('/')));
  const patch = entry.path === undefined ? undefined : joinPath(folder, entry.path);
  const isBy = ({ file: from, start, end }: { readonly file: string } & TextRange): boolean =>
    from === file.file ? entry.start <= start && end <= entry.end : from === patch;
  if (!object.files.has(file.file) && (patch === undefined || !object.files.has(patch))) return [];
  return leavesOf(workload.resource.source).flatMap((path) => {
    const place = object.placeAt([...workload.resource.base, ...path]);
    if (place === undefined || !isBy(place)) return [];
    const [old] = place.overridden;
    const now = valueText(jsonAt(workload.resource.json, path));
    const change = old === undefined ? now : `${escaped(old.value)} → ${now}`;
    return [`${workload.kind} ${escaped(workload.name)}: ${escaped(pathText(path))} **${change}**`];
  });
}

function leavesOf(node: SourceNode, path: Path = []): readonly Path[] {
  if (node.kind === 'scalar') return [path];
  if (node.kind === 'map') return node.entries.flatMap(({ key, value }) => leavesOf(value, [...path, key]));
  return node.items.flatMap((item, index) => leavesOf(item, [...path, index]));
}
