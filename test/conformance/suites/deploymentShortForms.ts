import type { IntOrString } from '../../../src/model/intOrPercent';
import type {
  Deployment,
  DeploymentStatus,
  Pod,
  PodPhase,
  PodTemplateSpec,
  ReplicaSet,
  ReplicaSetStatus,
  StringMap,
} from '../../../src/model/apiTypes';
import { decodeTimes, parseTime, type Time } from '../../../src/model/time';

/** The short forms of objects in tables.jsonl, as FORMAT.md section 1 describes them. */
export interface DeploymentForm {
  readonly name: string;
  readonly template?: string;
  readonly replicas?: number;
  readonly strategy: string;
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly minReadySeconds?: number;
  readonly progressDeadlineSeconds?: number;
  readonly revisionHistoryLimit?: number;
  readonly paused?: boolean;
  readonly generation: number;
  readonly annotations?: StringMap;
  readonly status?: unknown;
}

export interface ReplicaSetForm {
  readonly name: string;
  readonly created: string;
  readonly template?: string;
  readonly replicas?: number;
  readonly status: ReplicaSetStatus;
  readonly generation: number;
  readonly annotations?: StringMap;
  readonly deleting?: boolean;
}

export interface PodForm {
  readonly name: string;
  readonly uid: string;
  readonly created?: string;
  readonly node?: string;
  readonly phase: string;
  readonly ready?: boolean;
  readonly readyTransition?: string;
  readonly restarts?: readonly number[];
  readonly sidecarRestarts?: readonly number[];
  readonly deleting?: boolean;
  readonly annotations?: StringMap;
  readonly labels?: StringMap;
}

const DEPLOYMENT_UID = 'deployment-uid';
const SOME_TIME = parseTime('2000-01-01T12:00:00Z');

export function timeOf(text: string): Time {
  const time = parseTime(text);
  if (time === undefined) throw new Error(`no time: ${text}`);
  return time;
}

function templateOf(image: string | undefined, labels: StringMap = { app: 'web' }): PodTemplateSpec {
  return { metadata: { labels }, spec: { containers: [{ name: 'c', image: image ?? '' }] } };
}

export function deploymentOf(form: DeploymentForm): Deployment {
  const { name, generation, annotations, strategy: type } = form;
  const rollingUpdate = { maxSurge: form.maxSurge, maxUnavailable: form.maxUnavailable };
  return {
    metadata: { name, namespace: 'default', uid: DEPLOYMENT_UID, generation, ...(annotations && { annotations }) },
    spec: {
      replicas: form.replicas ?? 0,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(form.template),
      strategy: type === 'RollingUpdate' ? { type, rollingUpdate } : { type },
      minReadySeconds: form.minReadySeconds,
      progressDeadlineSeconds: form.progressDeadlineSeconds,
      revisionHistoryLimit: form.revisionHistoryLimit,
      paused: form.paused,
    },
    ...(form.status === undefined ? {} : { status: decodeTimes<DeploymentStatus>(form.status) }),
  };
}

export function replicaSetOf(form: ReplicaSetForm, templateLabels?: StringMap): ReplicaSet {
  const { name, generation, annotations } = form;
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: DEPLOYMENT_UID, controller: true };
  return {
    metadata: {
      name,
      namespace: 'default',
      uid: `uid-${name}`,
      generation,
      creationTimestamp: timeOf(form.created),
      ownerReferences: [owner],
      ...(annotations && { annotations }),
      ...(form.deleting === true && { deletionTimestamp: SOME_TIME }),
    },
    spec: {
      replicas: form.replicas ?? 0,
      selector: { matchLabels: { app: 'web' } },
      template: templateOf(form.template, templateLabels),
    },
    status: decodeTimes<ReplicaSetStatus>(form.status),
  };
}

export function podOf(form: PodForm): Pod {
  const { name, uid, annotations, labels, node } = form;
  const sidecars = form.sidecarRestarts ?? [];
  const lastTransitionTime = form.readyTransition === undefined ? undefined : timeOf(form.readyTransition);
  return {
    metadata: {
      name,
      uid,
      namespace: 'default',
      ...(form.created !== undefined && { creationTimestamp: timeOf(form.created) }),
      ...(form.deleting === true && { deletionTimestamp: SOME_TIME }),
      ...(annotations && { annotations }),
      ...(labels && { labels }),
    },
    spec: {
      containers: [{ name: 'c' }],
      ...(node !== undefined && { nodeName: node }),
      initContainers: sidecars.map((_restarts, index) => ({ name: `s${index}`, restartPolicy: 'Always' })),
    },
    status: {
      phase: form.phase as PodPhase,
      containerStatuses: (form.restarts ?? []).map((restartCount, index) => ({ name: `c${index}`, restartCount })),
      initContainerStatuses: sidecars.map((restartCount, index) => ({ name: `s${index}`, restartCount })),
      ...(form.ready !== undefined && {
        conditions: [{ type: 'Ready', status: form.ready ? 'True' : 'False', lastTransitionTime }],
      }),
    },
  };
}
