/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/field/{errors,path}.go (v1.36.4). */
import type { JsonPath } from '../../decoding/decode';
import { goQuote } from '../../../../model/goQuote';

export type FieldErrorType =
  | 'FieldValueNotFound'
  | 'FieldValueRequired'
  | 'FieldValueDuplicate'
  | 'FieldValueInvalid'
  | 'FieldValueNotSupported'
  | 'FieldValueForbidden'
  | 'FieldValueTooLong'
  | 'FieldValueTooMany';

/** One thing the API server rejects. `field` is its name for the place, `path` the place in the document. */
export interface FieldError {
  readonly type: FieldErrorType;
  readonly field: string;
  readonly detail: string;
  /** The whole line: `<field>: Invalid value: <value>: <detail>`. */
  readonly message: string;
  readonly badValue?: unknown;
  readonly path: JsonPath;
}

const TITLES: Readonly<Record<FieldErrorType, string>> = {
  FieldValueNotFound: 'Not found',
  FieldValueRequired: 'Required value',
  FieldValueDuplicate: 'Duplicate value',
  FieldValueInvalid: 'Invalid value',
  FieldValueNotSupported: 'Unsupported value',
  FieldValueForbidden: 'Forbidden',
  FieldValueTooLong: 'Too long',
  FieldValueTooMany: 'Too many',
};

/** A place in an object, made while walking down and written out only when there is something to say about it. */
export class Path {
  readonly #parent: Path | undefined;
  readonly #text: string;
  readonly #steps: JsonPath;

  private constructor(parent: Path | undefined, text: string, steps: JsonPath) {
    this.#parent = parent;
    this.#text = text;
    this.#steps = steps;
  }

  static root(name: string): Path {
    return new Path(undefined, name, [name]);
  }

  /** `steps` is given where the server's name for the place is not where it is in a document. */
  child(name: string, steps: JsonPath = [name]): Path {
    return new Path(this, `.${name}`, steps);
  }

  index(index: number): Path {
    return new Path(this, `[${index}]`, [index]);
  }

  key(key: string): Path {
    return new Path(this, `[${key}]`, [key]);
  }

  /** This place under the name of another: errors of a label are reported for all labels, but shown at the label. */
  named(name: Path): Path {
    return new Path(undefined, name.toString(), this.toSteps());
  }

  toString(): string {
    return this.#parent === undefined ? this.#text : `${this.#parent.toString()}${this.#text}`;
  }

  toSteps(): JsonPath {
    return this.#parent === undefined ? this.#steps : [...this.#parent.toSteps(), ...this.#steps];
  }
}

/** Collects errors in the order in which they are found, which is the order in which the server lists them. */
export class ErrorList {
  readonly errors: FieldError[] = [];

  get count(): number {
    return this.errors.length;
  }

  required(path: Path, detail = ''): void {
    this.#add('FieldValueRequired', path, '', detail);
  }

  forbidden(path: Path, detail: string): void {
    this.#add('FieldValueForbidden', path, '', detail);
  }

  invalid(path: Path, badValue: unknown, detail: string): void {
    this.#add('FieldValueInvalid', path, badValue, detail);
  }

  /** One error a message, as the format checks give them. */
  invalidEach(path: Path, badValue: unknown, details: readonly string[]): void {
    for (const detail of details) this.invalid(path, badValue, detail);
  }

  notSupported(path: Path, badValue: unknown, supported: readonly string[]): void {
    const detail = supported.length === 0 ? '' : `supported values: ${supported.map((value) => goQuote(value)).join(', ')}`;
    this.#add('FieldValueNotSupported', path, badValue, detail);
  }

  duplicate(path: Path, badValue: unknown): void {
    this.#add('FieldValueDuplicate', path, badValue, '');
  }

  notFound(path: Path, badValue: unknown, detail = ''): void {
    this.#add('FieldValueNotFound', path, badValue, detail);
  }

  tooLong(path: Path, maxBytes: number): void {
    this.#add('FieldValueTooLong', path, '', `may not be more than ${maxBytes} bytes`);
  }

  tooMany(path: Path, actual: number, most: number): void {
    this.#add('FieldValueTooMany', path, actual, `must have at most ${most} items`);
  }

  #add(type: FieldErrorType, path: Path, badValue: unknown, detail: string): void {
    const field = path.toString();
    const message = `${field}: ${errorBody(type, badValue, detail)}`;
    this.errors.push({ type, field, detail, message, badValue, path: path.toSteps() });
  }
}

function errorBody(type: FieldErrorType, badValue: unknown, detail: string): string {
  const hidesValue = type === 'FieldValueRequired' || type === 'FieldValueForbidden' || type === 'FieldValueTooLong';
  const head = hidesValue ? TITLES[type] : `${TITLES[type]}: ${renderValue(badValue)}`;
  return detail === '' ? head : `${head}: ${detail}`;
}

function renderValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value);
  return goJson(value ?? null);
}

/** JSON as Go writes it: keys of maps sorted by the caller, `<`, `>` and `&` escaped. */
export function goJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('&', '\\u0026')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
}

/** A map with its keys in order, which is how Go writes maps. */
export function sortedMap<T>(map: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(
    Object.keys(map)
      .sort()
      .map((key) => [key, map[key] as T]),
  );
}
