import { defaultLimitRange } from '../engine/api/defaults/limitRange';
import { isPodKind, isWorkloadKind, MADE_KINDS, type Resource } from '../manifest/kinds';
import { isFragment, lacksImage } from '../manifest/fragment';
import { isKnown, isNothingUnknown, jsonAt, type JsonObject, type JsonValue, type Unknowns } from '../manifest/json';
import { integer, list, object, readResources, readSelector, readStringMap, text } from '../manifest/reading';
import { firstRange, type Path, type TextRange } from '../manifest/source';
import { volumeTraits } from '../model/attachment';
import type { IntOrString } from '../model/intOrPercent';
import { completeAllocatable, downTaint } from '../model/nodes';
import type { LimitRange, LimitRangeItem, PriorityClass, ResourceList, ResourceQuota, Taint } from '../model/apiTypes';
import { DEFAULT_CLASS_ANNOTATION, HOSTNAME_LABEL } from '../model/wellKnown';
import type { Fact } from '../rules/facts';
import { podSecurityOf } from '../rules/podSecurityLevel';
import { podWebhooksOf } from '../rules/podWebhook';
import { runningOf, standingOf, takenBy } from './runningPods';

/** The fact a resource stands for; undefined for what a template leaves open. */
export function readFact(resource: Resource, uri: string): Fact | undefined {
  const { json, unknowns } = resource;
  if (!isDecided(unknowns) && !isPresent(resource.kind)) return undefined;
  const name = text(jsonAt(json, ['metadata', 'name']));
  const namespace = text(jsonAt(json, ['metadata', 'namespace'])) || undefined;
  return build(resource, { uri, name, namespace, object: json, range: firstRange(resource.source) }, object(json['spec']));
}

function isDecided({ values, open }: Unknowns): boolean {
  return isNothingUnknown({ values: values.filter(matters), open: open.filter(matters) });
}

/** What is there whatever the rest of it says. */
function isPresent(kind: string): boolean {
  return isPodKind(kind) || MADE.has(kind);
}
const MADE: ReadonlySet<string> = new Set(MADE_KINDS);

/** A templated label or annotation changes nothing about what an object does; a templated namespace is an unwritten one. */
function matters(path: readonly (string | number)[]): boolean {
  return !(path[0] === 'metadata' && (path[1] === 'labels' || path[1] === 'annotations' || path[1] === 'namespace'));
}

interface Named {
  readonly uri: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly object: JsonObject;
  readonly range: TextRange;
}

function build(resource: Resource, named: Named, spec: JsonObject): Fact | undefined {
  if (isPodKind(resource.kind)) return readBeside(resource, named);
  switch (resource.kind) {
    case 'Service':
      return { fact: 'service', ...named, selector: readStringMap(spec['selector']) };
    case 'PodDisruptionBudget':
      return {
        fact: 'budget',
        ...named,
        selector: readSelector(spec['selector']),
        minAvailable: intOrText(spec['minAvailable']),
        maxUnavailable: intOrText(spec['maxUnavailable']),
      };
    case 'HorizontalPodAutoscaler':
      return {
        fact: 'autoscaler',
        ...named,
        targetKind: text(jsonAt(spec, ['scaleTargetRef', 'kind'])),
        targetName: text(jsonAt(spec, ['scaleTargetRef', 'name'])),
        minReplicas: integer(spec['minReplicas']) ?? 1,
        maxReplicas: integer(spec['maxReplicas']),
      };
    case 'PersistentVolumeClaim':
      return readClaim(named, spec);
    case 'ResourceQuota':
      return { fact: 'quota', ...named, quota: readQuota(named.name, spec) };
    case 'LimitRange':
      return { fact: 'limits', ...named, limitRange: readLimitRange(named.name, spec) };
    case 'Node':
      return readNode(resource.json, named, spec);
    case 'ScaledObject':
      return readScaledObject(named, spec);
    case 'PersistentVolume':
      return {
        fact: 'volume',
        ...named,
        ...volumeTraits(named.name, spec, readStringMap(jsonAt(resource.json, ['metadata', 'labels']))),
      };
    case 'StorageClass':
      return readStorageClass(named, resource.json);
    case 'PriorityClass':
      return { fact: 'priorityClass', ...named, stored: readPriorityClass(resource.json, named.name) };
    case 'Ingress':
      return { fact: 'ingress', ...named };
    case 'Namespace':
      return { fact: 'namespace', ...named, ...podSecurityOf(readStringMap(jsonAt(resource.json, ['metadata', 'labels']))) };
    case 'MutatingWebhookConfiguration':
    case 'ValidatingWebhookConfiguration':
      return { fact: 'webhook', ...named, hooks: podWebhooksOf(resource.json) };
    default:
      return readConfig(resource.kind, named, spec, keysOf(resource));
  }
}

/** KEDA makes an autoscaler of it. */
function readScaledObject(named: Named, spec: JsonObject): Fact {
  return {
    fact: 'autoscaler',
    ...named,
    targetKind: text(jsonAt(spec, ['scaleTargetRef', 'kind'])) || 'Deployment',
    targetName: text(jsonAt(spec, ['scaleTargetRef', 'name'])),
    minReplicas: integer(spec['minReplicaCount']) ?? 0,
    maxReplicas: integer(spec['maxReplicaCount']) ?? 100,
  };
}

const LABELS = ['spec', 'template', 'metadata', 'labels'];
const SELECTOR = ['spec', 'selector'];
/** Where others have the labels of their pods. */
const OTHER_LABELS: Readonly<Record<string, Path>> = {
  Pod: ['metadata', 'labels'],
  CronJob: ['spec', 'jobTemplate', ...LABELS],
};
/** Those that know their pods by labels that people write, as a Deployment does. */
const SELECTING: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'StatefulSet', 'ReplicaSet']);

/** Even where its labels are not known: its pods may be the ones that somebody's selector means. */
function readBeside(resource: Resource, named: Named): Fact | undefined {
  const { kind, json, unknowns } = resource;
  const path = OTHER_LABELS[kind] ?? LABELS;
  const isSelecting = SELECTING.has(kind);
  const isWhole = !isSelecting || (!isFragment(resource) && isKnown(unknowns, json, SELECTOR));
  const isSure = isWhole && isKnown(unknowns, json, path);
  const labels = isSure ? readStringMap(jsonAt(json, path)) : undefined;
  const isRead = isSure && isDecided(unknowns) && named.name !== '';
  const running = isRead && isWorkloadKind(kind) ? runningOf(resource, named) : undefined;
  const standing = isRead && !isWorkloadKind(kind) ? standingOf(resource, named) : undefined;
  // What carries no labels nobody selects.
  if (!isSelecting && standing === undefined && labels !== undefined && Object.keys(labels).length === 0) return undefined;
  const selector = isSure && isSelecting ? readSelector(jsonAt(json, SELECTOR)) : undefined;
  const isImageless = isSelecting && !isFragment(resource) && lacksImage(resource);
  const taken = takenBy(running ?? standing, json);
  const notes = standing?.atTimes === true ? jsonAt(json, ['metadata', 'annotations']) : undefined;
  const digest = JSON.stringify([isImageless, kind, named.name, named.namespace, named.range, labels, selector, taken, notes]);
  return { fact: 'workload', ...named, kind, lacksImage: isImageless, labels, selector, running, standing, digest };
}

/** What is written, or made by something else: under a name of its own, or under its maker's. */
function readConfig(
  maker: 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'SealedSecret' | 'ExternalSecret' | 'Certificate',
  named: Named,
  spec: JsonObject,
  keys: readonly string[],
): Fact {
  const kind = maker === 'ConfigMap' || maker === 'ServiceAccount' ? maker : 'Secret';
  const own = {
    ConfigMap: undefined,
    Secret: undefined,
    ServiceAccount: undefined,
    SealedSecret: jsonAt(spec, ['template', 'metadata', 'name']),
    ExternalSecret: jsonAt(spec, ['target', 'name']),
    Certificate: spec['secretName'] ?? '',
  }[maker];
  return { fact: 'config', ...named, kind, name: own === undefined ? named.name : text(own), object: { kind }, keys };
}

/** None where others may put more of them there: who does so is told by annotations, mostly. */
function keysOf({ json, unknowns }: Resource): readonly string[] {
  if (!isNothingUnknown(unknowns) || jsonAt(json, ['metadata', 'annotations']) !== undefined) return [];
  return ['data', 'stringData', 'binaryData'].flatMap((part) => Object.keys(object(json[part])));
}

function intOrText(value: JsonValue | undefined): IntOrString | undefined {
  return typeof value === 'string' ? value : integer(value);
}

function readQuota(name: string, spec: JsonObject): ResourceQuota {
  const expressions = list(jsonAt(spec, ['scopeSelector', 'matchExpressions'])).map((item) => {
    const { scopeName, operator, values } = object(item);
    return { scopeName: text(scopeName), operator: text(operator), values: list(values).map(text) };
  });
  const scopes = list(spec['scopes']).map(text);
  return {
    metadata: { name },
    spec: { hard: readResources(spec['hard']), scopes, scopeSelector: { matchExpressions: expressions } },
  };
}

/** What the API server makes of it when it stores it. */
function readLimitRange(name: string, spec: JsonObject): LimitRange {
  const limits = list(spec['limits']).map((item): LimitRangeItem => {
    const { type, ...amounts } = object(item);
    const read = (field: string): ResourceList => readResources(amounts[field]);
    const [max, min, maxLimitRequestRatio] = [read('max'), read('min'), read('maxLimitRequestRatio')];
    return { type: text(type), max, min, maxLimitRequestRatio, default: read('default'), defaultRequest: read('defaultRequest') };
  });
  return defaultLimitRange({ metadata: { name }, spec: { limits } });
}
function readClaim(named: Named, spec: JsonObject): Fact {
  const { storageClassName } = spec;
  return {
    fact: 'claim',
    ...named,
    accessModes: list(spec['accessModes']).map(text),
    volumeName: text(spec['volumeName']) || undefined,
    selector: readSelector(spec['selector']),
    storageClassName: (storageClassName ?? null) === null ? undefined : text(storageClassName),
  };
}

function readStorageClass(named: Named, json: JsonObject): Fact {
  const isDefault = jsonAt(json, ['metadata', 'annotations', DEFAULT_CLASS_ANNOTATION]) === 'true';
  return { fact: 'storageClass', ...named, provisioner: text(json['provisioner']) || undefined, isDefault };
}

function readNode(json: JsonObject, named: Named, spec: JsonObject): Fact {
  const status = object(json['status']);
  const stated = readResources(status['allocatable'] ?? status['capacity']);
  const conditions = list(status['conditions']).map(object);
  const down = downTaint(conditions.map((condition) => ({ type: text(condition['type']), status: text(condition['status']) })));
  return {
    fact: 'node',
    ...named,
    labels: { [HOSTNAME_LABEL]: named.name, ...readStringMap(jsonAt(json, ['metadata', 'labels'])) },
    unschedulable: spec['unschedulable'] === true,
    down: down !== undefined,
    taints: [...list(spec['taints']).flatMap((item) => readTaint(object(item))), ...(down === undefined ? [] : [down])],
    allocatable: Object.keys(stated).length === 0 ? stated : completeAllocatable(stated),
  };
}

function readPriorityClass(json: JsonObject, name: string): PriorityClass {
  const preemptionPolicy = text(json['preemptionPolicy']) || undefined;
  return {
    metadata: { name },
    value: integer(json['value']) ?? 0,
    globalDefault: json['globalDefault'] === true,
    preemptionPolicy,
  };
}

function readTaint(taint: JsonObject): Taint[] {
  const effect = taint['effect'];
  if (effect !== 'NoSchedule' && effect !== 'NoExecute') return [];
  return [{ key: text(taint['key']), value: text(taint['value']), effect }];
}
