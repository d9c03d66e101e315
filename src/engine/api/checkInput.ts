/** Ours: numbers that no API object can hold stay out of the store. */
import type { IntOrString } from '../../model/intOrPercent';
import { objectKey } from '../../model/meta';
import type { DaemonSet, Deployment, ReplicaSet } from '../../model/apiTypes';
import { EngineError } from '../kernel/engineError';
import type { Kind, KindMap } from './kinds';

const MAX_INT32 = 2 ** 31 - 1;

/**
 * Refuses numbers that no API object can hold (NaN, fractions, negative ones) before they come into the store: whoever sends
 * them has an error of his own, since what users write has been validated before.
 */
export function checkInput(kind: Kind, object: KindMap[Kind]): void {
  if (kind === 'Deployment') checkDeployment(object as Deployment);
  else if (kind === 'ReplicaSet') checkReplicaSet(object as ReplicaSet);
  else if (kind === 'DaemonSet') checkDaemonSet(object as DaemonSet);
}

function checkDeployment(deployment: Deployment): void {
  const { replicas, minReadySeconds, revisionHistoryLimit, progressDeadlineSeconds, strategy } = deployment.spec;
  const check = checker('Deployment', deployment);
  check('replicas', replicas);
  check('minReadySeconds', minReadySeconds);
  check('revisionHistoryLimit', revisionHistoryLimit);
  check('progressDeadlineSeconds', progressDeadlineSeconds);
  check('strategy.rollingUpdate.maxSurge', strategy?.rollingUpdate?.maxSurge);
  check('strategy.rollingUpdate.maxUnavailable', strategy?.rollingUpdate?.maxUnavailable);
}

function checkReplicaSet(replicaSet: ReplicaSet): void {
  const check = checker('ReplicaSet', replicaSet);
  check('replicas', replicaSet.spec.replicas);
  check('minReadySeconds', replicaSet.spec.minReadySeconds);
}

function checkDaemonSet(daemonSet: DaemonSet): void {
  const { minReadySeconds, revisionHistoryLimit, updateStrategy } = daemonSet.spec;
  const check = checker('DaemonSet', daemonSet);
  check('minReadySeconds', minReadySeconds);
  check('revisionHistoryLimit', revisionHistoryLimit);
  check('updateStrategy.rollingUpdate.maxSurge', updateStrategy?.rollingUpdate?.maxSurge);
  check('updateStrategy.rollingUpdate.maxUnavailable', updateStrategy?.rollingUpdate?.maxUnavailable);
}

function checker(kind: Kind, object: KindMap[Kind]): (field: string, value: IntOrString | undefined) => void {
  return (field, value) => {
    if (typeof value !== 'number' || (Number.isInteger(value) && value >= 0 && value <= MAX_INT32)) return;
    const problem = `is ${value}, and must be a whole number from 0 to ${MAX_INT32}`;
    throw new EngineError('InvalidInput', `${kind} ${objectKey(object)} spec.${field}`, problem);
  };
}
