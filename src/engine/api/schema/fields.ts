/** Ours: the reader of the field table. */
import { FIELD_TABLE } from './fieldTable';

/** What a value may be: s string, b bool, i int32, l int64, x int-or-string, q quantity, t time, r raw. */
export type ScalarCode = 's' | 'b' | 'i' | 'l' | 'x' | 'q' | 't' | 'r';

export type Kind =
  | { readonly is: 'scalar'; readonly code: ScalarCode; readonly goType: string }
  | { readonly is: 'struct'; readonly type: string; readonly goType: string }
  | { readonly is: 'list'; readonly of: Kind; readonly goType: string }
  | { readonly is: 'map'; readonly of: Kind; readonly goType: string };

export interface Field {
  readonly name: string;
  readonly kind: Kind;
  /** Absent and zero differ. */
  readonly pointer: boolean;
  /** Written by the server even when zero. */
  readonly always: boolean;
  /** The embedded Go struct that holds the field. */
  readonly embeddedIn: string | undefined;
  /** How kubectl's patches merge the list: by this key of its items, or '=' as a set of scalars. */
  readonly mergeKey: string | undefined;
  readonly retainKeys: boolean;
}

export type Fields = ReadonlyMap<string, Field>;

const FIELD = /^(\w+)((?:\[\]|\{\})*)(?:=(\w+)|:([\w.]+))?(\*?)(!?)(?:~(\w+))?(?:\^(\w+))?(?:@([\w=]+))?(\+?)$/;
const PLAIN_GO_TYPES: Readonly<Record<string, string>> = {
  s: 'string',
  b: 'bool',
  i: 'int32',
  l: 'int64',
  x: 'intstr.IntOrString',
  q: 'resource.Quantity',
  t: 'v1.Time',
  r: 'v1.FieldsV1',
};
/** What the table says of each type. Marked as pure, so that whoever reads no types leaves the table out of its bundle. */
const TEXTS: ReadonlyMap<string, string> = /* @__PURE__ */ readTable();
const parsed = new Map<string, Fields>();

function readTable(): ReadonlyMap<string, string> {
  const lines = FIELD_TABLE.trim().split('\n');
  return new Map(lines.map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]));
}

export function isKnownType(type: string): boolean {
  return TEXTS.has(type);
}

/** The fields of a type by name, in the order of their names. */
export function fieldsOf(type: string): Fields {
  let fields = parsed.get(type);
  if (fields === undefined) {
    const text = TEXTS.get(type);
    if (text === undefined) throw new Error(`The field table has no type ${type}.`);
    fields = new Map(text.split(' ').flatMap(parseFields).sort(byName).map(withName));
    parsed.set(type, fields);
  }
  return fields;
}

const byName = (a: Field, b: Field): number => (a.name < b.name ? -1 : 1);

/** A struct that is part of another, not pointed to: it is always there. */
interface Member {
  readonly name: string;
  readonly type: string;
}
const members = new Map<string, readonly Member[]>();

export function membersOf(type: string): readonly Member[] {
  let known = members.get(type);
  if (known === undefined) {
    known = [...fieldsOf(type).values()].flatMap(({ name, kind, pointer }) =>
      kind.is === 'struct' && !pointer ? [{ name, type: kind.type }] : [],
    );
    members.set(type, known);
  }
  return known;
}

function withName(field: Field): [string, Field] {
  return [field.name, field];
}

/** A field, or all of another type, embedded. */
function parseFields(text: string): readonly Field[] {
  if (!text.startsWith('<')) return [parseField(text)];
  const [type = '', embeddedIn] = text.slice(1).split('^');
  return [...fieldsOf(type).values()].map((field) => ({ ...field, embeddedIn }));
}

function parseField(text: string): Field {
  const match = FIELD.exec(text);
  if (match === null) throw new Error(`The field table holds ${text}, which it must not.`);
  const [, name = '', wrappers = '', struct, code = 's', pointer, always, named, embeddedIn, mergeKey, retain] = match;
  return {
    name,
    kind: wrappedKind(wrappers, struct === undefined ? scalarKind(code) : structKind(struct), named),
    pointer: pointer === '*',
    always: always === '!',
    retainKeys: retain === '+',
    embeddedIn,
    mergeKey,
  };
}

export function zeroOfScalar(code: ScalarCode): string | boolean | number {
  if (code === 'q') return '0';
  return code === 's' ? '' : code === 'b' ? false : 0;
}

function structKind(type: string): Kind {
  return { is: 'struct', type, goType: `v1.${type}` };
}

function scalarKind(code: string): Kind {
  const named = code.slice(1);
  const goType = named === '' ? (PLAIN_GO_TYPES[code] ?? '') : named.includes('.') ? named : `v1.${named}`;
  return { is: 'scalar', code: code.charAt(0) as ScalarCode, goType };
}

function wrappedKind(wrappers: string, inner: Kind, named: string | undefined): Kind {
  if (wrappers === '') return inner;
  const of = wrappedKind(wrappers.slice(2), inner, undefined);
  if (wrappers.startsWith('[]')) return { is: 'list', of, goType: `[]${of.goType}` };
  return { is: 'map', of, goType: named === undefined ? `map[string]${of.goType}` : `v1.${named}` };
}
