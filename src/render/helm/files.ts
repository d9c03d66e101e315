/** Upstream: pkg/engine/files.go (Helm v3.21.4): `.Files`, the chart's own files as templates get at them. */
import { stringToBytes } from '../goTemplate/bytes';
import {
  List,
  listOf,
  makeInt,
  STRING,
  STRING_MAP,
  STRINGS,
  TypedMap,
  UINT8,
  type FuncMap,
  type GoType,
  type Method,
  type Value,
} from '../goTemplate/value';
import type { ChartFile } from './chart';
import { compilePattern, type Matcher } from './globPattern';

const BYTES = listOf(UINT8);

/** A map of name to bytes; the bytes are only made where somebody looks at them. */
class Files extends TypedMap {
  override readonly isFixed = true;
  readonly texts: ReadonlyMap<string, string>;

  constructor(type: GoType, texts: ReadonlyMap<string, string>) {
    super(
      type,
      [...texts.keys()].map((name) => [name, null]),
    );
    this.texts = texts;
  }

  override get(name: string): Value | undefined {
    const text = this.texts.get(name);
    return text === undefined ? undefined : toBytes(text);
  }

  override [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  override *entries(): MapIterator<[string, Value]> {
    for (const [name, text] of this.texts) yield [name, toBytes(text)];
  }

  override *values(): MapIterator<Value> {
    for (const text of this.texts.values()) yield toBytes(text);
  }
}

/** Each byte once, for all files. */
const ALL_BYTES = Array.from({ length: 256 }, (_, byte) => makeInt(byte, UINT8));

function toBytes(text: string): List {
  return new List(
    Array.from(stringToBytes(text), (byte) => ALL_BYTES[byte] ?? null),
    BYTES,
  );
}

/** `funcs` has Helm's `toYaml`. */
export function newFiles(files: readonly ChartFile[], funcs: FuncMap): Value {
  const type: GoType = { name: 'engine.files', kind: 'map', isNamed: true, elem: BYTES, methods: methodsOf(funcs) };
  return new Files(type, new Map(files.map(({ name, data }) => [name, data])));
}

function textsOf(receiver: Value): ReadonlyMap<string, string> {
  return receiver instanceof Files ? receiver.texts : new Map<string, string>();
}

function ofName(result: GoType, call: (texts: ReadonlyMap<string, string>, name: string, type: GoType) => Value): Method {
  return { params: [STRING], result, call: (files, [name]) => call(textsOf(files), name as string, (files as Files).type) };
}

function asMap(encode: (text: string) => Value, funcs: FuncMap): Method {
  return {
    params: [],
    result: STRING,
    call: (files) => {
      const texts = [...textsOf(files)].map(([name, text]) => [name.slice(name.lastIndexOf('/') + 1), encode(text)] as const);
      return funcs.get('toYaml')?.call([new TypedMap(STRING_MAP, texts)]) ?? '';
    },
  };
}

const cache = new WeakMap<FuncMap, ReadonlyMap<string, Method>>();

function methodsOf(funcs: FuncMap): ReadonlyMap<string, Method> {
  const known = cache.get(funcs);
  if (known !== undefined) return known;
  const methods = new Map<string, Method>([
    ['GetBytes', ofName(BYTES, (texts, name) => toBytes(texts.get(name) ?? ''))],
    ['Get', ofName(STRING, (texts, name) => texts.get(name) ?? '')],
    ['Glob', ofName({ name: 'engine.files', kind: 'map' }, glob)],
    ['AsConfig', asMap((text) => text, funcs)],
    ['AsSecrets', asMap((text) => funcs.get('b64enc')?.call([text]) ?? '', funcs)],
    ['Lines', ofName(STRINGS, (texts, name) => lines(texts.get(name) ?? ''))],
  ]);
  cache.set(funcs, methods);
  return methods;
}

function glob(texts: ReadonlyMap<string, string>, pattern: string, type: GoType): Value {
  // A pattern that is none takes everything.
  const matches: Matcher = compilePattern(pattern, { isGlob: true, negation: '!' }) ?? (() => true);
  return new Files(type, new Map([...texts].filter(([name]) => matches(name))));
}

function lines(text: string): Value {
  if (text === '') return new List([], STRINGS);
  return new List(text.replace(/\n$/, '').split('\n'), STRINGS);
}
