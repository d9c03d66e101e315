/** Ours: numbers that no API object can hold stay out of the store. */
import type { IntOrString } from '../../model/intOrPercent';
import { objectKey } from '../../model/meta';
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { EngineError } from '../kernel/engineError';
import type { Kind, KindMap } from './kinds';

const MAX_INT32 = 2 ** 31 - 1;

/** Numbers of a spec, and whether its strategy has some. */
const NUMBERS = {
  Deployment: ['replicas', 'minReadySeconds', 'revisionHistoryLimit', 'progressDeadlineSeconds'],
  ReplicaSet: ['replicas', 'minReadySeconds'],
  DaemonSet: ['minReadySeconds', 'revisionHistoryLimit'],
} as const;

/**
 * Refuses numbers that no API object can hold (NaN, fractions, negative ones) before they come into the store: whoever sends
 * them has an error of his own, since what users write has been validated before.
 */
export function checkInput(kind: Kind, object: KindMap[Kind]): void {
  if (kind !== 'Deployment' && kind !== 'ReplicaSet' && kind !== 'DaemonSet') return;
  const spec = (object as Deployment).spec as Deployment['spec'] & DaemonSet['spec'];
  for (const field of NUMBERS[kind]) check(kind, object, field, spec[field]);
  const name = kind === 'DaemonSet' ? 'updateStrategy' : 'strategy';
  const bounds = spec[name]?.rollingUpdate;
  check(kind, object, `${name}.rollingUpdate.maxSurge`, bounds?.maxSurge);
  check(kind, object, `${name}.rollingUpdate.maxUnavailable`, bounds?.maxUnavailable);
}

function check(kind: Kind, object: KindMap[Kind], field: string, value: IntOrString | undefined): void {
  if (typeof value !== 'number' || (Number.isInteger(value) && value >= 0 && value <= MAX_INT32)) return;
  const problem = `is ${value}, and must be a whole number from 0 to ${MAX_INT32}`;
  throw new EngineError('InvalidInput', `${kind} ${objectKey(object)} spec.${field}`, problem);
}
