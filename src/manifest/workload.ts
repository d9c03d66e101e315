import { DAEMON_SET_DEFAULTS, DEPLOYMENT_DEFAULTS } from '../model/defaults';
import { DEFAULT_NAMESPACE } from '../model/meta';
import type { IntOrString } from '../model/intOrPercent';
import type { LabelSelector } from '../model/apiTypes';
import { isFragment, openEverywhere, openLabels, withOldWords } from './fragment';
import { isJsonObject, isKnown, isNothingUnknown, jsonAt, type JsonValue } from './json';
import { readSelector, text } from './reading';
import { isWorkloadKind, type Resource, type WorkloadKind } from './kinds';
import { NOT_KUSTOMIZED } from './kustomization';
import { readPod, type PodFacts } from './podFacts';
import { pathsOverlap, type Path } from './source';

/** A field that bears on the rollout: what it says or what Kubernetes makes of its absence, and how sure that is. */
export interface Field<T> {
  readonly path: Path;
  /** The written value, else the default. */
  readonly value: T;
  /** False: nobody wrote it, the API server fills it in. */
  readonly written: boolean;
  /** False: a template decides, or the written value is not of the field's type; `value` must not be used. */
  readonly known: boolean;
}

/** A Deployment or DaemonSet as far as its rollout is concerned, from any JSON: what cannot be read is not known. */
export interface Workload {
  readonly kind: WorkloadKind;
  readonly name: string;
  readonly namespace: string;
  /** Undefined: nobody wrote one, or a template does; then only what is near by is in the same. */
  readonly writtenNamespace: string | undefined;
  readonly resource: Resource;
  /** Nothing in it is left to a template or to what completes a fragment. */
  readonly certain: boolean;
  /** A patch or another part of a manifest: what it does not say is not known. */
  readonly fragment: boolean;
  /** A DaemonSet has one pod for each node instead: its `replicas` are never known. */
  readonly replicas: Field<number>;
  readonly strategyPath: Path;
  readonly strategyType: Field<string>;
  readonly maxSurge: Field<IntOrString>;
  readonly maxUnavailable: Field<IntOrString>;
  readonly minReadySeconds: Field<number>;
  readonly progressDeadlineSeconds: Field<number>;
  readonly revisionHistoryLimit: Field<number>;
  readonly paused: Field<boolean>;
  readonly selector: LabelSelector | undefined;
  readonly pod: PodFacts;
}

/** A chart that names its objects itself may well bring an autoscaler for those that write no replicas. */
function isLeftToAutoscaler({ unknowns, json }: Resource, { written }: Field<number>): boolean {
  return !written && !isKnown(unknowns, json, ['metadata', 'name']);
}

/** `by`: what a kustomization does to the file. */
export function readWorkload(written: Resource, by = NOT_KUSTOMIZED): Workload | undefined {
  const { kind } = written;
  if (!isWorkloadKind(kind)) return undefined;
  const fragment = by.isPatch || isFragment(written, by.isAmongPatches, by.isBuiltOn);
  const based = by.isBase ? withOldWords(openLabels(written)) : written;
  const resource = fragment ? openEverywhere(based) : based;
  const reader = new FieldReader(resource);
  const isDeployment = kind === 'Deployment';
  const strategyPath: Path = ['spec', isDeployment ? 'strategy' : 'updateStrategy'];
  const defaults = isDeployment ? DEPLOYMENT_DEFAULTS : DAEMON_SET_DEFAULTS;
  const writtenNamespace = text(jsonAt(resource.json, ['metadata', 'namespace'])) || undefined;
  const replicas = reader.field(['spec', 'replicas'], isInteger, DEPLOYMENT_DEFAULTS.replicas);
  const pod = readPod(resource.json, ['spec', 'template']);
  return {
    kind,
    name: text(jsonAt(resource.json, ['metadata', 'name'])),
    namespace: writtenNamespace ?? DEFAULT_NAMESPACE,
    writtenNamespace,
    resource,
    certain: isNothingUnknown(resource.unknowns),
    fragment,
    replicas: isDeployment && !isLeftToAutoscaler(resource, replicas) ? replicas : { ...replicas, known: false },
    strategyPath,
    strategyType: reader.field([...strategyPath, 'type'], isText, defaults.strategy),
    maxSurge: reader.field([...strategyPath, 'rollingUpdate', 'maxSurge'], isIntOrText, defaults.maxSurge),
    maxUnavailable: reader.field([...strategyPath, 'rollingUpdate', 'maxUnavailable'], isIntOrText, defaults.maxUnavailable),
    minReadySeconds: reader.field(['spec', 'minReadySeconds'], isInteger, 0),
    progressDeadlineSeconds: reader.field(
      ['spec', 'progressDeadlineSeconds'],
      isInteger,
      DEPLOYMENT_DEFAULTS.progressDeadlineSeconds,
    ),
    revisionHistoryLimit: reader.field(['spec', 'revisionHistoryLimit'], isInteger, defaults.revisionHistoryLimit),
    paused: reader.field(['spec', 'paused'], isBoolean, false),
    selector: readSelector(jsonAt(resource.json, ['spec', 'selector'])),
    pod: by === NOT_KUSTOMIZED ? pod : { ...pod, labels: { ...by.labels, ...pod.labels } },
  };
}

/** Whether nothing at a path, above or below it is left to a template or to what completes a fragment. */
export function isCertainAt({ certain, resource }: Workload, path: Path): boolean {
  return certain || isKnown(resource.unknowns, resource.json, path);
}

/** Whether all is certain that decides how long a pod takes to start and to stop. */
export function hasCertainTimes(workload: Workload): boolean {
  if (workload.certain) return true;
  const { pod, minReadySeconds, resource } = workload;
  const grace: Path = [...pod.path, 'spec', 'terminationGracePeriodSeconds'];
  const timed = [...pod.containers, ...pod.initContainers].flatMap(({ path }) => TIMED.map((steps) => [...path, ...steps]));
  const mayHaveMore = resource.unknowns.open.some((open) => open.length === CONTAINERS_DEPTH && pathsOverlap(open, pod.path));
  return minReadySeconds.known && !mayHaveMore && [grace, ...timed].every((path) => isCertainAt(workload, path));
}

/** `spec.template.spec.containers` */
const CONTAINERS_DEPTH = 4;
const TIMED: readonly Path[] = [
  ['lifecycle'],
  ...['readinessProbe', 'startupProbe'].flatMap((probe) =>
    ['initialDelaySeconds', 'periodSeconds', 'successThreshold'].map((number) => [probe, number]),
  ),
];

class FieldReader {
  readonly #resource: Resource;

  constructor(resource: Resource) {
    this.#resource = resource;
  }

  field<T extends JsonValue>(path: Path, isRight: (value: JsonValue) => value is T, fallback: T): Field<T> {
    const { json, unknowns } = this.#resource;
    const value = jsonAt(json, path);
    const known = isKnown(unknowns, json, path);
    // A null counts as absent, wherever on the path it is.
    if (value === undefined || value === null)
      return { path, value: fallback, written: false, known: known && this.#isWayFree(path) };
    return isRight(value) ? { path, value, written: true, known } : { path, value: fallback, written: true, known: false };
  }

  /** `strategy: 5` leaves nothing to say about `strategy.type`. */
  #isWayFree(path: Path): boolean {
    return path.slice(0, -1).every((_, index) => {
      const parent = jsonAt(this.#resource.json, path.slice(0, index + 1));
      return parent === undefined || parent === null || isJsonObject(parent);
    });
  }
}

function isInteger(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function isText(value: JsonValue): value is string {
  return typeof value === 'string';
}

function isBoolean(value: JsonValue): value is boolean {
  return typeof value === 'boolean';
}

function isIntOrText(value: JsonValue): value is IntOrString {
  return isInteger(value) || isText(value);
}
