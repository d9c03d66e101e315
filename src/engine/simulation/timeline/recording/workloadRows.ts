import { DEFAULT_REPLICAS } from '../../../../model/defaults';
import type {
  ControllerRevision,
  DaemonSet,
  Deployment,
  KubernetesObject,
  PodTemplateSpec,
  ReplicaSet,
} from '../../../../model/apiTypes';
import { REVISION_ANNOTATION, revisionHashIn } from '../../../../model/wellKnown';
import type { Workload } from '../../scenario/scenario';
import { isDaemonSet } from '../../scenario/workloadKind';
import type { RevisionColumn, StatusColumn } from '../timeline';

export function statusRow(workload: Workload): Readonly<Record<StatusColumn, number>> {
  return isDaemonSet(workload) ? daemonSetRow(workload) : deploymentRow(workload);
}

function deploymentRow({ metadata, spec, status = {} }: Deployment): Readonly<Record<StatusColumn, number>> {
  return {
    generationObserved: Number((status.observedGeneration ?? 0) >= (metadata.generation ?? 0)),
    desired: spec.replicas ?? DEFAULT_REPLICAS,
    replicas: status.replicas ?? 0,
    updated: status.updatedReplicas ?? 0,
    ready: status.readyReplicas ?? 0,
    available: status.availableReplicas ?? 0,
    unavailable: status.unavailableReplicas ?? 0,
    terminating: status.terminatingReplicas ?? 0,
    misscheduled: 0,
  };
}

function daemonSetRow({ metadata, status = {} }: DaemonSet): Readonly<Record<StatusColumn, number>> {
  return {
    generationObserved: Number((status.observedGeneration ?? 0) >= (metadata.generation ?? 0)),
    desired: status.desiredNumberScheduled ?? 0,
    replicas: status.currentNumberScheduled ?? 0,
    updated: status.updatedNumberScheduled ?? 0,
    ready: status.numberReady ?? 0,
    available: status.numberAvailable ?? 0,
    unavailable: status.numberUnavailable ?? 0,
    terminating: 0,
    misscheduled: status.numberMisscheduled ?? 0,
  };
}

export function replicaSetRow(replicaSet: ReplicaSet | undefined): Readonly<Record<RevisionColumn, number>> {
  const { replicas = 0, readyReplicas = 0, availableReplicas = 0, terminatingReplicas = 0 } = replicaSet?.status ?? {};
  return {
    desired: replicaSet?.spec.replicas ?? 0,
    current: replicas,
    ready: readyReplicas,
    available: availableReplicas,
    terminating: terminatingReplicas,
  };
}

export function revisionHash({ metadata }: KubernetesObject): string {
  return revisionHashIn(metadata.labels) ?? metadata.name;
}

export function revisionNumber(replicaSet: ReplicaSet): number {
  const revision = Number(replicaSet.metadata.annotations?.[REVISION_ANNOTATION]);
  return Number.isInteger(revision) ? revision : 0;
}

/** Of what either kind of workload keeps of its past. */
export function numberOfRevision(object: ReplicaSet | ControllerRevision): number {
  return 'revision' in object ? object.revision : revisionNumber(object);
}

/** The image of the template that a ControllerRevision keeps. */
export function revisionImage(revision: ControllerRevision): string {
  const data = revision.data as { readonly spec?: { readonly template?: PodTemplateSpec } } | undefined;
  return data?.spec?.template?.spec.containers[0]?.image ?? '';
}
