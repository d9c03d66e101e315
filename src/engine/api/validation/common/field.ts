/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/field/{errors,path}.go (v1.36.4). */
import type { JsonPath } from '../../decoding/decode';
import { goQuote } from '../../../../model/goQuote';

type Problem = keyof typeof TITLES;
export type FieldErrorType = `FieldValue${Problem}`;

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

const TITLES = {
  NotFound: 'Not found',
  Required: 'Required value',
  Duplicate: 'Duplicate value',
  Invalid: 'Invalid value',
  NotSupported: 'Unsupported value',
  Forbidden: 'Forbidden',
  TooLong: 'Too long',
  TooMany: 'Too many',
};
const WITHOUT_VALUE: ReadonlySet<Problem> = new Set(['Required', 'Forbidden', 'TooLong']);

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
    this.#add('Required', path, '', detail);
  }

  forbidden(path: Path, detail: string): void {
    this.#add('Forbidden', path, '', detail);
  }

  invalid(path: Path, badValue: unknown, detail: string): void {
    this.#add('Invalid', path, badValue, detail);
  }

  /** One error a message, as the format checks give them. */
  invalidEach(path: Path, badValue: unknown, details: readonly string[]): void {
    for (const detail of details) this.invalid(path, badValue, detail);
  }

  /** A text that must be there, and is then checked. */
  text(path: Path, value: string, problemsOf: (value: string) => readonly string[]): void {
    if (value === '') this.required(path);
    else this.invalidEach(path, value, problemsOf(value));
  }

  notSupported(path: Path, badValue: unknown, supported: readonly string[]): void {
    const detail = supported.length === 0 ? '' : `supported values: ${supported.map((value) => goQuote(value)).join(', ')}`;
    this.#add('NotSupported', path, badValue, detail);
  }

  duplicate(path: Path, badValue: unknown): void {
    this.#add('Duplicate', path, badValue, '');
  }

  notFound(path: Path, badValue: unknown, detail = ''): void {
    this.#add('NotFound', path, badValue, detail);
  }

  tooLong(path: Path, maxBytes: number): void {
    this.#add('TooLong', path, '', `may not be more than ${maxBytes} bytes`);
  }

  tooMany(path: Path, actual: number, most: number): void {
    this.#add('TooMany', path, actual, `must have at most ${most} items`);
  }

  #add(problem: Problem, path: Path, badValue: unknown, detail: string): void {
    const field = path.toString();
    const message = `${field}: ${errorBody(problem, badValue, detail)}`;
    this.errors.push({ type: `FieldValue${problem}`, field, detail, message, badValue, path: path.toSteps() });
  }
}

function errorBody(problem: Problem, badValue: unknown, detail: string): string {
  const head = WITHOUT_VALUE.has(problem) ? TITLES[problem] : `${TITLES[problem]}: ${renderValue(badValue)}`;
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
