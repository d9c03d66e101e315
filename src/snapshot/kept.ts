import { isJsonObject, type JsonObject, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import {
  CHANGE_CAUSE_ANNOTATION,
  DESIRED_REPLICAS_ANNOTATION,
  MAX_REPLICAS_ANNOTATION,
  MIRROR_POD_ANNOTATION,
  POD_DELETION_COST_ANNOTATION,
  RESTARTED_AT_ANNOTATION,
  REVISION_ANNOTATION,
  REVISION_HISTORY_ANNOTATION,
  BIND_COMPLETED_ANNOTATION,
  TEMPLATE_GENERATION_ANNOTATION,
} from '../model/wellKnown';
import { keptPodSpec, keptTemplate, type Veil } from './keptPod';
import type { SnapshotKind } from './snapshot';

/** What of an object is used: everything else is left behind when it is read. */
export function keptOf(kind: SnapshotKind, json: JsonObject, veil: Veil): JsonObject {
  const { apiVersion = 'v1' } = json;
  return { apiVersion, kind, metadata: keptMetadata(object(json['metadata'])), ...KEEP[kind](json, veil) };
}

const META = [
  'name',
  'namespace',
  'uid',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'finalizers',
] as const;

/** The annotations that controllers, scheduler and kubectl go by. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  REVISION_ANNOTATION,
  REVISION_HISTORY_ANNOTATION,
  DESIRED_REPLICAS_ANNOTATION,
  MAX_REPLICAS_ANNOTATION,
  TEMPLATE_GENERATION_ANNOTATION,
  RESTARTED_AT_ANNOTATION,
  POD_DELETION_COST_ANNOTATION,
  MIRROR_POD_ANNOTATION,
  BIND_COMPLETED_ANNOTATION,
  CHANGE_CAUSE_ANNOTATION,
]);

function keptMetadata(metadata: JsonObject): JsonObject {
  const annotations = Object.entries(object(metadata['annotations'])).filter(([name]) => ANNOTATIONS.has(name));
  const owners = list(metadata['ownerReferences']).map((owner) =>
    picked(object(owner), ['apiVersion', 'kind', 'name', 'uid', 'controller', 'blockOwnerDeletion']),
  );
  return {
    ...picked(metadata, META),
    ...(annotations.length === 0 ? {} : { annotations: Object.fromEntries(annotations) }),
    ...(owners.length === 0 ? {} : { ownerReferences: owners }),
  };
}

/** Some fields; those that are null are as good as not there. */
function picked(json: JsonObject, fields: readonly string[]): JsonObject {
  const result: Record<string, JsonValue> = {};
  for (const field of fields) {
    const value = json[field];
    if (value !== undefined && value !== null) result[field] = value;
  }
  return result;
}

type Keep = (json: JsonObject, veil: Veil) => JsonObject;

const whole =
  (...fields: string[]): Keep =>
  (json) =>
    picked(json, fields);

/** Workloads and what they keep of their past. */
const workload: Keep = (json, veil) => {
  const spec = object(json['spec']);
  const template = spec['template'];
  const kept = isJsonObject(template) ? { ...spec, template: keptTemplate(template, keptMetadata, veil) } : spec;
  return { spec: kept, ...picked(json, ['status']) };
};

const pod: Keep = (json, veil) => ({
  spec: keptPodSpec(object(json['spec']), veil, true),
  status: keptPodStatus(object(json['status'])),
});

function keptPodStatus(status: JsonObject): JsonObject {
  const statuses = (field: string): JsonObject => {
    const kept = list(status[field]).map((item) => keptContainerStatus(object(item)));
    return kept.length === 0 ? {} : { [field]: kept };
  };
  return {
    ...picked(status, ['phase', 'reason', 'message', 'nominatedNodeName', 'observedGeneration', 'podIP', 'startTime']),
    conditions: list(status['conditions']).map((item) => picked(object(item), CONDITION)),
    ...statuses('initContainerStatuses'),
    ...statuses('containerStatuses'),
  };
}

const CONDITION = ['type', 'status', 'reason', 'message', 'lastTransitionTime'];

/** Containers leave their last words in a message: those are the application's. */
function keptContainerStatus(status: JsonObject): JsonObject {
  const state = (field: string): JsonObject => {
    const { running, waiting, terminated } = object(status[field]);
    const kept = {
      ...(running === undefined ? {} : { running: picked(object(running), ['startedAt']) }),
      ...(waiting === undefined ? {} : { waiting: picked(object(waiting), ['reason', 'message']) }),
      ...(terminated === undefined
        ? {}
        : { terminated: picked(object(terminated), ['exitCode', 'signal', 'reason', 'startedAt', 'finishedAt']) }),
    };
    return Object.keys(kept).length === 0 ? {} : { [field]: kept };
  };
  return {
    ...picked(status, ['name', 'image', 'ready', 'started', 'restartCount']),
    ...state('state'),
    ...state('lastState'),
  };
}

const node: Keep = (json) => {
  const status = object(json['status']);
  const conditions = list(status['conditions']).map((item) =>
    picked(object(item), ['type', 'status', 'reason', 'lastHeartbeatTime', 'lastTransitionTime']),
  );
  return {
    spec: picked(object(json['spec']), ['taints', 'unschedulable']),
    status: { ...picked(status, ['allocatable', 'capacity']), conditions },
  };
};

/** Drivers put secrets into what they need of a volume. */
const volume: Keep = (json) => {
  const spec = object(json['spec']);
  const csi = object(spec['csi']);
  const kept = spec['csi'] === undefined ? spec : { ...spec, csi: picked(csi, ['driver', 'volumeHandle']) };
  return { spec: kept, ...picked(json, ['status']) };
};

/** v1 and events.k8s.io/v1 call the same things differently. */
const event: Keep = (json) => ({
  ...picked(json, ['type', 'reason', 'firstTimestamp', 'lastTimestamp', 'eventTime']),
  message: text(json['message'] ?? json['note']).slice(0, MAX_MESSAGE),
  count: json['count'] ?? json['deprecatedCount'] ?? 1,
  involvedObject: picked(object(json['involvedObject'] ?? json['regarding']), ['kind', 'namespace', 'name', 'uid', 'fieldPath']),
});

const MAX_MESSAGE = 1000;

const revision: Keep = (json, veil) => {
  const template = object(object(object(json['data'])['spec'])['template']);
  const kept = { ...keptTemplate(template, keptMetadata, veil), ...picked(template, ['$patch']) };
  return { ...picked(json, ['revision']), data: { spec: { template: kept } } };
};

const KEEP: Readonly<Record<SnapshotKind, Keep>> = {
  Node: node,
  Namespace: whole(),
  Pod: pod,
  Deployment: workload,
  ReplicaSet: workload,
  DaemonSet: workload,
  ControllerRevision: revision,
  PodDisruptionBudget: whole('spec', 'status'),
  ResourceQuota: whole('spec', 'status'),
  LimitRange: whole('spec'),
  PersistentVolumeClaim: whole('spec', 'status'),
  PersistentVolume: volume,
  StorageClass: whole('provisioner', 'volumeBindingMode', 'allowedTopologies'),
  PriorityClass: whole('value', 'globalDefault', 'preemptionPolicy'),
  HorizontalPodAutoscaler: (json) => ({
    spec: picked(object(json['spec']), ['scaleTargetRef', 'minReplicas', 'maxReplicas']),
    status: picked(object(json['status']), ['currentReplicas', 'desiredReplicas']),
  }),
  Service: whole('spec'),
  EndpointSlice: whole('addressType', 'endpoints', 'ports'),
  Event: event,
};
