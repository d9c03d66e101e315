import { isJsonObject, jsonAt, type JsonObject, type JsonValue } from '../../manifest/json';
import { list, object, text } from '../../manifest/reading';

/** What an ApplicationSet fills in for one of its Applications: fields by the names that stand between `{{` and `}}`. */
export type Filling = Readonly<Record<string, string>>;

/** Combinations beyond that are left out: nobody looks at so many. */
const MOST = 50;

/** A file that a generator goes through, from the top of the repository. */
export interface FoundFile {
  readonly path: string;
  readonly json: JsonValue;
}

export type FindFiles = (glob: string) => readonly FoundFile[];

const NO_FILES: FindFiles = () => [];

/**
 * What the generators of an ApplicationSet come to, as far as that is written in it: elements of lists, folders of Git, what
 * its files say, and combinations of those. Where a generator asks a cluster or another service, or finds no file, its fields are
 * not filled in. `*` in a folder stays.
 */
export function fillingsOf(generators: JsonValue | undefined, find = NO_FILES): readonly Filling[] {
  return list(generators)
    .flatMap((generator) => fillingsOfOne(object(generator), find))
    .slice(0, MOST);
}

/** The files that generators go through. */
export function fileGlobs(generators: JsonValue | undefined): readonly string[] {
  return list(generators).flatMap((generator) => [
    ...list(jsonAt(generator, ['git', 'files'])).flatMap((file) => globOf(file)),
    ...fileGlobs(jsonAt(generator, ['matrix', 'generators'])),
  ]);
}

function globOf(file: JsonValue): readonly string[] {
  const glob = text(object(file)['path']).replace(/^\.?\//, '');
  return glob === '' || glob.includes('{{') ? [] : [glob];
}

/** Folders that a generator leaves out. */
export function excludedFolders(generators: JsonValue | undefined): readonly string[] {
  return list(generators).flatMap((generator) => [
    ...list(jsonAt(generator, ['git', 'directories']))
      .map(object)
      .flatMap(({ exclude, path }) => (exclude === true ? [text(path)] : [])),
    ...excludedFolders(jsonAt(generator, ['matrix', 'generators'])),
  ]);
}

function fillingsOfOne(generator: JsonObject, find: FindFiles): readonly Filling[] {
  const { list: listed, git, matrix } = generator;
  if (listed !== undefined) return list(jsonAt(listed, ['elements'])).map((element) => textsOf(element));
  const directories = jsonAt(git, ['directories']);
  if (directories !== undefined)
    return list(directories).flatMap((directory) =>
      object(directory)['exclude'] === true ? [] : [folderFilling(text(object(directory)['path']))],
    );
  const files = list(jsonAt(git, ['files']));
  if (files.length > 0) return fillingsFrom(files, find);
  if (matrix === undefined) return [{}];
  const [first = [{}], second = [{}]] = list(jsonAt(matrix, ['generators'])).map((each) => fillingsOfOne(object(each), find));
  return first.flatMap((one) => second.map((other) => ({ ...one, ...other }))).slice(0, MOST);
}

/** One for each object that they have. */
function fillingsFrom(files: readonly JsonValue[], find: FindFiles): readonly Filling[] {
  const [excluded, meant] = [true, false].map((isExcluded) =>
    files
      .filter((file) => (object(file)['exclude'] === true) === isExcluded)
      .flatMap(globOf)
      .flatMap(find),
  );
  const left = new Set(excluded?.map(({ path }) => path));
  const found = (meant ?? [])
    .filter(({ path }) => !left.has(path))
    .flatMap(({ path, json }) => {
      const folder = folderFilling(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
      const objects = Array.isArray(json) ? (json as readonly JsonValue[]) : [json];
      return objects.map((each): Filling => ({ ...flattened(each), ...folder }));
    });
  return found.length === 0 ? [{}] : found.slice(0, MOST);
}

/** Deeper than anybody writes. */
const DEEPEST = 8;

/** `chart.path` of `{"chart": {"path": …}}`. */
function flattened(value: JsonValue, way: readonly string[] = []): Filling {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return { [way.join('.')]: String(value) };
  if (!isJsonObject(value) || way.length === DEEPEST) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => flattened(each, [...way, key]))) as Filling;
}

function textsOf(element: JsonValue): Filling {
  return Object.fromEntries(
    Object.entries(object(element)).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  );
}

function folderFilling(path: string): Filling {
  const last = path.slice(path.lastIndexOf('/') + 1);
  return { path, 'path.path': path, 'path.basename': last };
}

/** With all texts filled in, however deep. */
export function filled(value: JsonValue, filling: Filling): JsonValue {
  if (typeof value === 'string') return filledIn(value, filling);
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((each) => filled(each, filling));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, filled(each, filling)]));
}

/** `{{env}}` and `{{ .env }}` are fields. */
function filledIn(written: string, filling: Filling): string {
  if (!written.includes('{{')) return written;
  return written
    .split('{{')
    .map((part, index) => {
      const end = part.indexOf('}}');
      const name = part.slice(0, Math.max(0, end)).trim().replace(/^\./, '');
      const value = index > 0 && end >= 0 && Object.hasOwn(filling, name) ? filling[name] : undefined;
      return value === undefined ? `${index > 0 ? '{{' : ''}${part}` : value + part.slice(end + 2);
    })
    .join('');
}
