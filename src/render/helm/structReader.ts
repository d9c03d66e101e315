/** Upstream: encoding/json, sigs.k8s.io/yaml (Go 1.26, v1.6.0): fields of Go structs out of YAML, with the words of a misfit. */
import { formatFloat } from '../goTemplate/numbers';
import { GoError, List, type GoMap, type Value } from '../goTemplate/value';

export class StructReader {
  readonly #struct: string;
  readonly #path: string;
  readonly #table: ReadonlyMap<string, Value>;

  /** The struct's name, then the path to what is read here, as errors put them together. */
  constructor(value: Value, type: string, struct = type.replace(/^.*\./, ''), path = '') {
    if (value !== null && !(value instanceof Map)) {
      throw new GoError(`${DECODING}cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`);
    }
    this.#table = value ?? new Map<string, Value>();
    this.#struct = struct;
    this.#path = path;
  }

  /** Names are taken in any case, if there is none as it should be. */
  value(name: string): Value {
    const exact = this.#table.get(name);
    if (exact !== undefined) return exact;
    const lower = name.toLowerCase();
    for (const [key, value] of this.#table) if (key.toLowerCase() === lower) return value;
    return null;
  }

  string(name: string): string {
    const value = this.value(name);
    return value === null ? '' : this.#text(value, name);
  }

  bool(name: string): boolean {
    const value = this.value(name);
    if (value === null || typeof value === 'boolean') return value ?? false;
    return this.#misfit(value, name, 'bool');
  }

  strings(name: string): readonly string[] | undefined {
    return this.list(name, '[]string')?.map((item) => (item === null ? '' : this.#text(item, name)));
  }

  list(name: string, type: string): readonly Value[] | undefined {
    const value = this.value(name);
    if (value === null) return undefined;
    return value instanceof List ? value.items : this.#misfit(value, name, type);
  }

  /** The structs of a list. */
  structs(name: string, type: string): readonly StructReader[] | undefined {
    return this.list(name, `[]${type}`)?.map((item) => {
      if (item !== null && !(item instanceof Map)) this.#misfit(item, name, type.replace(/^\*/, ''));
      return new StructReader(item, type, this.#struct, this.#join(name));
    });
  }

  struct(name: string, type: string): StructReader | undefined {
    const value = this.value(name);
    if (value === null) return undefined;
    if (!(value instanceof Map)) return this.#misfit(value, name, type);
    return new StructReader(value, type, '', this.#join(name));
  }

  stringMap(name: string): ReadonlyMap<string, string> | undefined {
    const value = this.value(name);
    if (value === null) return undefined;
    if (!(value instanceof Map)) return this.#misfit(value, name, 'map[string]string');
    return new Map([...value].map(([key, item]) => [key, item === null ? '' : this.#text(item, name)]));
  }

  #join(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`;
  }

  /** Numbers and booleans are made texts where a text is due. */
  #text(value: Value, name: string): string {
    if (typeof value === 'string') return value;
    if (typeof value === 'boolean') return String(value);
    if (typeof value !== 'number') return this.#misfit(value, name, 'string');
    return Number.isInteger(value) && Math.abs(value) < 2 ** 63 ? BigInt(value).toString() : formatFloat(value, 'g', -1);
  }

  #misfit(value: Value, name: string, type: string): never {
    throw new GoError(
      `${DECODING}cannot unmarshal ${jsonKind(value)} into Go struct field ${this.#struct}.${this.#join(name)} of type ${type}`,
    );
  }
}

const DECODING = 'error unmarshaling JSON: while decoding JSON: json: ';

function jsonKind(value: Value): string {
  if (value instanceof Map) return 'object';
  if (value instanceof List) return 'array';
  return typeof value === 'boolean' ? 'bool' : typeof value;
}

/** A text of YAML that must be a table. */
export function asTable(value: Value): GoMap {
  if (value === null) return new Map();
  if (value instanceof Map) return value;
  throw new GoError(`${DECODING}cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`);
}
