import { jsonAt, type JsonValue } from '../../manifest/json';
import type { Path } from '../../manifest/source';
import type { FieldPlace, FilePlace, MadeBy } from '../../render/builtManifest';
import type { PlacedWorkload } from '../analysis';
import { escaped, fileLink } from '../hover/markdown';
import type { BuiltAnalysis } from './builtAnalysis';
import type { FileParts } from './fileParts';

/** Of so many builds the values are told. */
const MAX_VALUES = 8;

/** What becomes of a field: who decides it in the build in force, and what it is in the others. */
export function describeField(file: FileParts, found: PlacedWorkload, path: Path): string | undefined {
  const { built, workload } = found;
  const build = file.builds.find(({ plan }) => plan.id === built?.id);
  const value = jsonAt(workload.resource.json, path);
  if (build === undefined || built === undefined || isNested(value)) return undefined;
  const place = built.object.placeAt([...workload.resource.base, ...path]);
  const decided = place === undefined ? undefined : decidedText(place, value, { file, build });
  // An expression says itself what it comes to.
  const isExpression = place?.by === 'template' && place.file === file.file && file.text.startsWith('{{', place.start);
  const values = file.builds.length > 1 && !isExpression ? valuesText(file, found, path) : undefined;
  const lines = [decided, values].filter((line) => line !== undefined);
  return lines.length === 0 ? undefined : lines.join('  \n');
}

function isNested(value: JsonValue | undefined): boolean {
  return typeof value === 'object' && value !== null;
}

interface Where {
  readonly file: FileParts;
  readonly build: BuiltAnalysis;
}

/** `In **prod** it is 10: the patch in prod/patch.yaml takes the place of 3 in base/web.yaml.` */
function decidedText(place: FieldPlace, value: JsonValue | undefined, where: Where): string | undefined {
  const { file, build } = where;
  const isHere = place.file === file.file;
  const [old] = place.overridden;
  if (isHere && old === undefined) return undefined;
  const name = `**${escaped(build.plan.name)}**`;
  const was = old === undefined ? '' : `, instead of ${quoted(old.value)}${linkText(old, where)}`;
  if (isHere)
    return `${name}: overrides ${quoted(old?.value ?? '')} → ${quoted(value)}${old === undefined ? '' : linkText(old, where)}.`;
  return `${name}: ${quoted(value)}, by ${MAKERS[place.by]}${linkText(place, where)}${was}.`;
}

const MAKERS: Readonly<Record<MadeBy, string>> = {
  resource: 'the resource',
  patch: 'the patch',
  namespace: '`namespace`',
  namePrefix: '`namePrefix`',
  nameSuffix: '`nameSuffix`',
  labels: '`labels`',
  annotations: '`commonAnnotations`',
  replicas: '`replicas`',
  images: '`images`',
  replacement: 'a replacement',
  variable: 'a variable',
  generator: 'a generator',
  reference: 'the name of what it refers to',
  transformer: 'a transformer',
  template: 'the template',
  values: 'the values',
};

function quoted(value: JsonValue | undefined): string {
  return value === undefined ? 'nothing' : `**${valueText(value)}**`;
}

/** A value on one line. */
export function valueText(value: JsonValue | undefined): string {
  return escaped(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}

function linkText(place: FilePlace, { file, build }: Where): string {
  if (place.file === file.file) return ' here';
  const text = file.files.read(place.file) ?? '';
  const line = text.slice(0, place.start).split('\n').length - 1;
  return ` in ${fileLink(shortPath(place.file, file.file), build.uriOf(place.file), line)}`;
}

/** As far as a path differs from another one. */
function shortPath(path: string, from: string): string {
  const [steps, others] = [path.split('/'), from.split('/')];
  const shared = steps.findIndex((step, index) => step !== others[index]);
  return steps.slice(Math.max(0, shared)).join('/');
}

/** `prod 10 · staging 3 · dev 1`; nothing where it is the same everywhere. */
function valuesText(file: FileParts, found: PlacedWorkload, path: Path): string | undefined {
  const origin = originOf(found);
  const values = file.builds.flatMap((build) => {
    const same = file.placedIn(build).find((other) => originOf(other) === origin);
    return same === undefined ? [] : [{ name: build.plan.name, value: jsonAt(same.workload.resource.json, path) }];
  });
  if (new Set(values.map(({ value }) => JSON.stringify(value))).size <= 1) return undefined;
  const texts = values.slice(0, MAX_VALUES).map(({ name, value }) => `${escaped(name)} ${quoted(value)}`);
  const rest = values.length - texts.length;
  return `Built: ${[...texts, ...(rest > 0 ? [`${rest} more`] : [])].join(' · ')}`;
}

/** What tells that workloads of two builds are the same one: where their name was first written. */
function originOf({ built, workload: { kind, resource } }: PlacedWorkload): string {
  const name = built?.object.placeAt([...resource.base, 'metadata', 'name']);
  const first = name?.overridden.at(-1) ?? name;
  return first === undefined ? '' : `${kind} ${first.file} ${first.start}`;
}
