import { isJsonObject, jsonAt, type JsonObject, type JsonValue } from '../../manifest/json';
import { list, object, text } from '../../manifest/reading';

/** What an ApplicationSet fills in for one of its Applications: fields by the names that stand between `{{` and `}}`. */
export type Filling = Readonly<Record<string, string>>;

/** Combinations beyond that are left out: nobody looks at so many. */
const MOST = 50;

/**
 * What the generators of an ApplicationSet come to, as far as that is written in it: elements of lists, folders of Git, and
 * combinations of those. Where a generator asks a cluster, files or another service its fields are not filled in. `*` in a
 * folder stays.
 */
export function fillingsOf(generators: JsonValue | undefined): readonly Filling[] {
  return list(generators)
    .flatMap((generator) => fillingsOfOne(object(generator)))
    .slice(0, MOST);
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

function fillingsOfOne(generator: JsonObject): readonly Filling[] {
  const { list: listed, git, matrix } = generator;
  if (listed !== undefined) return list(jsonAt(listed, ['elements'])).map((element) => textsOf(element));
  const directories = jsonAt(git, ['directories']);
  if (directories !== undefined)
    return list(directories).flatMap((directory) =>
      object(directory)['exclude'] === true ? [] : [folderFilling(text(object(directory)['path']))],
    );
  if (matrix === undefined) return [{}];
  const [first = [{}], second = [{}]] = list(jsonAt(matrix, ['generators'])).map((each) => fillingsOfOne(object(each)));
  return first.flatMap((one) => second.map((other) => ({ ...one, ...other }))).slice(0, MOST);
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
