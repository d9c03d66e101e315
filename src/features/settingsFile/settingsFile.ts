import { isJsonObject, readJson, type JsonValue } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { entryAt, rangeFor, type Path, type SourceNode, type TextRange } from '../../manifest/source';
import { isNear } from '../../model/similar';
import { listed, quote } from '../../model/words';
import { namesIn, ownValue, type ValueSchema } from './settingsSchema';

export interface SettingsProblem extends TextRange {
  readonly message: string;
}

/** What a settings file says: values by the names of the settings, and what is wrong with it. */
export interface SettingsFile {
  readonly values: ReadonlyMap<string, unknown>;
  readonly problems: readonly SettingsProblem[];
  readonly root: SourceNode | undefined;
}

/** What is wrong is told, and left out; the rest holds. */
export function readSettingsFile(text: string, schema: ValueSchema): SettingsFile {
  const { root, problems, refused } = parseText(text);
  const [problem] = problems;
  if (problem !== undefined) return { values: new Map(), problems: [problem], root };
  if (refused !== undefined) return { values: new Map(), problems: [{ start: 0, end: 0, message: refused }], root };
  if (root === undefined) return { values: new Map(), problems: [], root };
  const { json } = readJson(root, 'literal');
  const found: SettingsProblem[] = [];
  const check = new Checker(root, found);
  const values = new Map<string, unknown>();
  if (json !== undefined && json !== null && check.isFine(json, schema, [], true) && isJsonObject(json))
    for (const [name, value] of Object.entries(json)) collect(name, value, schema, check, values);
  return { values, problems: found, root };
}

/** A setting, or several below the first part of their names. */
function collect(key: string, value: JsonValue, schema: ValueSchema, check: Checker, values: Map<string, unknown>): void {
  const own = ownValue(schema.properties, key);
  if (own === undefined) return;
  const isGroup = own.properties !== undefined && own.default === undefined;
  if (!isGroup) {
    if (check.isFine(value, own, [key])) values.set(key, value);
    return;
  }
  if (!check.isFine(value, own, [key], true) || !isJsonObject(value)) return;
  for (const [name, below] of Object.entries(value)) {
    const setting = ownValue(own.properties, name);
    if (setting !== undefined && check.isFine(below, setting, [key, name])) values.set(`${key}.${name}`, below);
  }
}

/** Says what is wrong, where it stands. */
class Checker {
  readonly #root: SourceNode;
  readonly #found: SettingsProblem[];

  constructor(root: SourceNode, found: SettingsProblem[]) {
    this.#root = root;
    this.#found = found;
  }

  /** `isShallow`: only what it is, and the names in it. */
  isFine(value: JsonValue, schema: ValueSchema, path: Path, isShallow = false): boolean {
    const wrong = wrongWith(value, schema);
    if (wrong !== undefined) {
      this.#tell(path, `${nameOf(path)} ${wrong}`);
      return false;
    }
    if (isJsonObject(value)) return this.#areFine(Object.entries(value), schema, path, isShallow);
    if (!Array.isArray(value) || schema.items === undefined || isShallow) return true;
    const { items } = schema;
    return value.map((item: JsonValue, index) => this.isFine(item, items, [...path, index])).every((isFine) => isFine);
  }

  #areFine(entries: readonly [string, JsonValue][], schema: ValueSchema, path: Path, isShallow: boolean): boolean {
    const all = entries.map(([name, value]) => {
      const unknown = unknownName(name, schema);
      if (unknown !== undefined) this.#tell([...path, name], `${nameOf(path)} ${unknown}`, true);
      const { additionalProperties: other } = schema;
      const below = ownValue(schema.properties, name) ?? (typeof other === 'object' ? other : undefined);
      return unknown === undefined && (isShallow || below === undefined || this.isFine(value, below, [...path, name]));
    });
    // A name that nobody knows takes nothing away from the others.
    return isShallow || path.length === 0 || all.every((isFine) => isFine);
  }

  #tell(path: Path, message: string, isName = false): void {
    const range = (isName ? entryAt(this.#root, path)?.keyRange : undefined) ?? rangeFor(this.#root, path);
    this.#found.push({ start: range.start, end: range.end, message });
  }
}

function nameOf(path: Path): string {
  return path.length === 0 ? 'This file' : path.join('.');
}

function unknownName(name: string, schema: ValueSchema): string | undefined {
  const known = namesIn(schema).map(([each]) => each);
  const isOpen = schema.propertyNames === undefined && schema.additionalProperties !== false;
  if (isOpen || known.includes(name)) return undefined;
  const near = known.find((each) => isNear(name, each));
  const most = 12;
  const hint = near === undefined ? (known.length > most ? '' : `; known are ${listed(known, most)}`) : `; did you mean ${near}?`;
  return `has no ${quote(name)}${hint}`;
}

/** `must be a whole number, at least 0`. */
function wrongWith(value: JsonValue, schema: ValueSchema): string | undefined {
  const { type, enum: choices, minimum, exclusiveMinimum, maximum } = schema;
  const types = type === undefined ? [] : typeof type === 'string' ? [type] : type;
  // YAML reads a plain `off` as false.
  const meant = value === false && choices?.includes('off') === true ? 'off' : value;
  if (types.length > 0 && !types.some((each) => isOf(each, meant))) return `must be ${listed(types.map(typeText), 4)}`;
  if (choices?.includes(meant) === false) return `is one of ${choices.join(', ')}`;
  if (typeof value !== 'number') return undefined;
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `must be more than ${exclusiveMinimum}`;
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined;
}

function isOf(type: string, value: JsonValue): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isJsonObject(value);
  return type === 'null' ? value === null : typeof value === type;
}

const TYPE_TEXTS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of names and values',
  null: 'null',
};

function typeText(type: string): string {
  return TYPE_TEXTS[type] ?? type;
}
