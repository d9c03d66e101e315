/** Ours: a world that goes on from the objects of another one. */
import type { ControllerRevision, KubernetesObject, ReplicaSet } from '../../../model/apiTypes';
import { getControllerOf, objectKey } from '../../../model/meta';
import { revisionHashIn } from '../../../model/wellKnown';
import { ApiError } from '../../api/apiError';
import { restoreObjects } from '../../api/restore';
import { jsonEqual } from '../../kernel/jsonEqual';
import type { Scenario, Workload } from '../scenario/scenario';
import { isDaemonSet } from '../scenario/workloadKind';
import { numberOfRevision, revisionHash } from '../timeline/recording/workloadRows';
import type { AdmissionMemo } from './admissionMemo';
import { applyTo, inNamespace, withNamespace } from './putWorkload';
import type { World } from './world';

/** Puts the workload and what it owns into a world whose nodes are there, and lets the controllers find it. */
export function resumeState(world: World, { state, workload: { after }, cluster }: Scenario): void {
  const { store, memo } = world;
  const others = (cluster.pods ?? []).map((pod) => inNamespace({ ...pod, kind: 'Pod' }));
  const own = (state?.objects ?? []).map((object): KubernetesObject => inNamespace(object));
  world.stillPods = new Set(others.map(objectKey));
  restoreObjects(store, [...own, ...others]);
  const current = store.get(isDaemonSet(after) ? 'DaemonSet' : 'Deployment', objectKey(withNamespace(after)));
  const isSame = current !== undefined && isWhatRuns(memo, after, current);
  world.behaviors.noteBefore(hashesBefore(own, isSame ? current : undefined));
  world.resume();
}

/** Whether applying it changes no pod. */
function isWhatRuns(memo: AdmissionMemo, after: Workload, current: Workload): boolean {
  try {
    return jsonEqual(applyTo(memo, after, current).spec.template, current.spec.template);
  } catch (error) {
    // It will be refused when it is applied.
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/** What is not of the version that the workload has come to: of all there is, if another one is applied now. */
function hashesBefore(objects: readonly KubernetesObject[], current: Workload | undefined): ReadonlySet<string> {
  const hashes = new Set(objects.flatMap(({ metadata }) => revisionHashIn(metadata.labels) ?? []));
  const newest = current === undefined ? undefined : newestRevision(objects, current.metadata.uid);
  if (newest !== undefined) hashes.delete(revisionHash(newest));
  return hashes;
}

/** The ReplicaSet or ControllerRevision of the version that a workload has come to. */
function newestRevision(objects: readonly KubernetesObject[], owner: string | undefined): KubernetesObject | undefined {
  const isVersion = (object: KubernetesObject): object is ReplicaSet | ControllerRevision =>
    object.kind === 'ReplicaSet' || object.kind === 'ControllerRevision';
  const owned = objects.filter(isVersion).filter((object) => getControllerOf(object)?.uid === owner);
  const [newest] = owned.sort((a, b) => numberOfRevision(b) - numberOfRevision(a));
  return newest;
}
