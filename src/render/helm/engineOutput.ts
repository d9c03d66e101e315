/** Upstream: pkg/engine/engine.go (Helm v3.21.4): what is left of outputs and errors of templates. */
import { writeOutput } from '../goTemplate/bytes';
import type { Segment } from '../goTemplate/trace';
import { GoError, type Value } from '../goTemplate/value';

const WARN_START = 'HELM_ERR_START';
const WARN_END = 'HELM_ERR_END';

export const NO_VALUE = '<no value>';

export function finish(text: string): string {
  return writeOutput(text.replaceAll(NO_VALUE, ''));
}

/** The places of what is left. */
export function withoutNoValue(text: string, segments: readonly Segment[]): readonly Segment[] {
  if (!text.includes(NO_VALUE)) return segments;
  const gone: number[] = [];
  for (let at = text.indexOf(NO_VALUE); at >= 0; at = text.indexOf(NO_VALUE, at + NO_VALUE.length)) gone.push(at);
  let before = 0;
  const moved = (offset: number): number => {
    while ((gone[before] ?? Infinity) < offset) before += 1;
    return offset - before * NO_VALUE.length;
  };
  return segments.map((segment) => ({ ...segment, from: moved(segment.from), to: moved(segment.to) }));
}

export function cleanupParseError(file: string, { message }: GoError): GoError {
  const tokens = message.split(': ');
  if (tokens.length === 1) return new GoError(`parse error in (${file}): ${message}`);
  return new GoError(`parse error at (${tokens[1] ?? ''}): ${tokens[tokens.length - 1] ?? ''}`);
}

export function required([message, value = null]: readonly Value[]): Value {
  if (value === null || value === '') fail(message as string);
  return value;
}

export function fail(message: string): never {
  throw new GoError(`${WARN_START}${message}${WARN_END}`);
}

/** Of a template that has looked something up in the cluster, where this finds nothing. */
export class LookupError extends GoError {}

/** Of what `fail` and `required` say only that is left, with the place where it all began. */
export function cleanupExecError(file: string, error: GoError, hasAsked: boolean): GoError {
  const message = cleaned(file, error.message);
  if (hasAsked) return new LookupError(message);
  return message === error.message ? error : new GoError(message);
}

function cleaned(file: string, message: string): string {
  if (!message.includes(': executing ')) return message;
  const [, location, ...rest] = message.split(': ');
  if (rest.length === 0) return `execution error in (${file}): ${message}`;
  const text = rest.join(': ');
  const from = text.indexOf(WARN_START);
  const to = text.lastIndexOf(WARN_END);
  return from >= 0 && to > from ? `execution error at (${location ?? ''}): ${text.slice(from + WARN_START.length, to)}` : message;
}
