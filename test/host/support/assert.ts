/** The few assertions the host tests need; Node's own are missing where the host is a web worker. */

export function ok(value: unknown, message: string): asserts value {
  if (value === undefined || value === null || value === false) throw new Error(message);
}

export function equal<T>(actual: T, expected: T, message = 'not equal'): void {
  if (!Object.is(actual, expected)) throw new Error(`${message}\n    expected: ${show(expected)}\n    actual:   ${show(actual)}`);
}

/** Compares plain data by its JSON text. */
export function deepEqual<T>(actual: T, expected: T, message = 'not deeply equal'): void {
  equal(show(actual), show(expected), message);
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

export function match(actual: string, expected: RegExp): void {
  ok(expected.test(actual), `${JSON.stringify(actual.slice(0, 2000))} does not match ${String(expected)}`);
}
