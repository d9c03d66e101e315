/** Upstream: pkg/apis/apps/v1/conversion.go (v1.36.4). */
import { decode, type DecodeError, type StrictError } from '../decoding/decode';
import type { DaemonSet, Deployment } from '../../../model/apiTypes';
import { ROLLBACK_TO_ANNOTATION, TEMPLATE_GENERATION_ANNOTATION } from '../../../model/wellKnown';
import type { Unchecked } from '../schema/unchecked';

export type WorkloadKind = 'Deployment' | 'DaemonSet';
export interface WorkloadOf {
  readonly Deployment: Unchecked<Deployment>;
  readonly DaemonSet: Unchecked<DaemonSet>;
}

export interface DecodedWorkload<K extends WorkloadKind> {
  /** Absent when the document cannot be decoded at all. */
  readonly object?: WorkloadOf[K];
  readonly decodeError?: DecodeError;
  readonly strictErrors: readonly StrictError[];
}

const INT64_MIN = -(1n << 63n);
const INT64_MAX = (1n << 63n) - 1n;

/** What the API server makes of a workload's JSON. A document with strict errors is still decoded, without what is unknown. */
export function decodeWorkload<K extends WorkloadKind>(kind: K, json: unknown): DecodedWorkload<K> {
  const { value, error, strictErrors } = decode(kind, json);
  if (error !== undefined) return { decodeError: error, strictErrors: [] };
  const object = value as WorkloadOf[K];
  const key = kind === 'DaemonSet' ? TEMPLATE_GENERATION_ANNOTATION : ROLLBACK_TO_ANNOTATION;
  const message = annotationProblem(key, object.metadata?.annotations?.[key]);
  if (message === undefined) return { object, strictErrors };
  return { decodeError: { message, path: ['metadata', 'annotations', key] }, strictErrors: [] };
}

/** Numbers that once were fields; an empty text is no revision to return to, but is no generation either. */
function annotationProblem(key: string, text: string | undefined): string | undefined {
  if (text === undefined || (text === '' && key === ROLLBACK_TO_ANNOTATION)) return undefined;
  const problem = integerProblem(text);
  return problem === undefined || key !== ROLLBACK_TO_ANNOTATION
    ? problem
    : `failed to parse annotation[${key}]=${text} as int64: ${problem}`;
}

/** What Go's strconv says about a text that is no 64-bit number. */
function integerProblem(text: string): string | undefined {
  const problem = (what: string): string => `strconv.ParseInt: parsing ${JSON.stringify(text)}: ${what}`;
  if (!/^[+-]?\d+$/.test(text)) return problem('invalid syntax');
  const value = BigInt(text.replace('+', ''));
  return value < INT64_MIN || value > INT64_MAX ? problem('value out of range') : undefined;
}
