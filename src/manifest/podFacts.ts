import { sleepOfCommand } from '../model/sleepOfCommand';
import { POD_DEFAULTS, PROBE_DEFAULTS } from '../model/defaults';
import type {
  Container,
  LabelSelector,
  NodeSelector,
  PodSpec,
  ResourceRequirements,
  StringMap,
  Toleration,
} from '../model/apiTypes';
import type { ResourceSpec } from '../model/podResources';
import { isJsonObject, jsonAt, type JsonObject, type JsonValue } from './json';
import { integer, list, object, readResources, readSelector, readStringMap, text } from './reading';
import type { Path } from './source';

/** How long a probe takes, with the API server's defaults (pkg/apis/core/v1/defaults.go). */
export interface ProbeFacts {
  readonly path: Path;
  readonly initialDelaySeconds: number;
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly successThreshold: number;
  readonly failureThreshold: number;
}

export interface PortFacts {
  readonly path: Path;
  /** Empty: none. */
  readonly name: string;
  readonly containerPort: number;
  readonly hostPort: number;
  readonly protocol: string;
}

export interface ContainerFacts {
  readonly path: Path;
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: string;
  readonly ports: readonly PortFacts[];
  readonly readiness: ProbeFacts | undefined;
  readonly liveness: ProbeFacts | undefined;
  readonly startup: ProbeFacts | undefined;
  readonly preStop: { readonly path: Path; readonly sleepSeconds: number | undefined } | undefined;
  /** An init container that keeps running. */
  readonly sidecar: boolean;
}

export interface ClaimFacts {
  readonly path: Path;
  /** Empty: a template fills it in. */
  readonly claimName: string;
  readonly readOnly: boolean;
}

export interface AffinityTermFacts {
  readonly path: Path;
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly namespaces: readonly string[];
}

/** A topology spread constraint that keeps pods from being scheduled. */
export interface SpreadFacts {
  readonly path: Path;
  readonly topologyKey: string;
  readonly selector: LabelSelector | undefined;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly honorsTaints: boolean;
  readonly ignoresAffinity: boolean;
}

/** What of a pod template bears on the rollout. */
export interface PodFacts {
  readonly path: Path;
  readonly labels: StringMap;
  readonly containers: readonly ContainerFacts[];
  readonly initContainers: readonly ContainerFacts[];
  /** What of it says what the pods ask for. */
  readonly asks: ResourceSpec & Pick<PodSpec, 'priorityClassName'>;
  readonly hostNetwork: boolean;
  /** Empty: none is named. */
  readonly priorityClassName: string;
  readonly graceSeconds: number;
  readonly graceWritten: boolean;
  readonly nodeSelector: StringMap;
  readonly tolerations: readonly Toleration[];
  /** As required, in a form that can be matched; undefined: there is none. */
  readonly nodeAffinity: NodeSelector | undefined;
  readonly claims: readonly ClaimFacts[];
  readonly requiredAffinity: readonly AffinityTermFacts[];
  readonly requiredAntiAffinity: readonly AffinityTermFacts[];
  readonly requiredSpread: readonly SpreadFacts[];
}

/** Reads a pod template at a path; whatever is not there or not readable is left out. */
export function readPod(json: JsonObject, path: Path): PodFacts {
  const template = object(jsonAt(json, path));
  const spec = object(template['spec']);
  const specPath: Path = [...path, 'spec'];
  const grace = integer(spec['terminationGracePeriodSeconds']);
  const affinity = object(spec['affinity']);
  return {
    path,
    labels: readStringMap(jsonAt(template, ['metadata', 'labels'])),
    containers: readContainers(spec['containers'], [...specPath, 'containers']),
    initContainers: readContainers(spec['initContainers'], [...specPath, 'initContainers']),
    asks: {
      containers: list(spec['containers']).map(readAsking),
      initContainers: list(spec['initContainers']).map(readAsking),
      resources: spec['resources'] === undefined ? undefined : readRequirements(spec),
      overhead: readResources(spec['overhead']),
      priorityClassName: text(spec['priorityClassName']) || undefined,
    },
    hostNetwork: spec['hostNetwork'] === true,
    priorityClassName: text(spec['priorityClassName']),
    graceSeconds: Math.max(0, grace ?? POD_DEFAULTS.terminationGracePeriodSeconds),
    graceWritten: grace !== undefined,
    nodeSelector: readStringMap(spec['nodeSelector']),
    tolerations: list(spec['tolerations']).map((item) => readStringMap(item)),
    nodeAffinity: readNodeAffinity(jsonAt(affinity, ['nodeAffinity', REQUIRED])),
    claims: readClaims(spec['volumes'], [...specPath, 'volumes']),
    requiredAffinity: readTerms(affinity, 'podAffinity', specPath),
    requiredAntiAffinity: readTerms(affinity, 'podAntiAffinity', specPath),
    requiredSpread: readSpread(spec['topologySpreadConstraints'], [...specPath, 'topologySpreadConstraints']),
  };
}

type NodeRequirement = NonNullable<NodeSelector['nodeSelectorTerms'][number]['matchExpressions']>[number];

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

function readContainers(value: JsonValue | undefined, path: Path): ContainerFacts[] {
  return list(value).map((item, index) => readContainer(object(item), [...path, index]));
}

function readContainer(container: JsonObject, path: Path): ContainerFacts {
  return {
    path,
    name: text(container['name']),
    image: text(container['image']),
    imagePullPolicy: text(container['imagePullPolicy']),
    ports: list(container['ports']).map((port, index) => readPort(object(port), [...path, 'ports', index])),
    readiness: readProbe(container['readinessProbe'], [...path, 'readinessProbe']),
    liveness: readProbe(container['livenessProbe'], [...path, 'livenessProbe']),
    startup: readProbe(container['startupProbe'], [...path, 'startupProbe']),
    preStop: readPreStop(jsonAt(container, ['lifecycle', 'preStop']), [...path, 'lifecycle', 'preStop']),
    sidecar: container['restartPolicy'] === 'Always',
  };
}

function readAsking(value: JsonValue): Container {
  const container = object(value);
  const { name, restartPolicy } = readStringMap(container);
  return { name: name ?? '', restartPolicy, resources: readRequirements(container) };
}

function readRequirements(owner: JsonObject): ResourceRequirements {
  const { requests, limits } = object(owner['resources']);
  return { requests: readResources(requests), limits: readResources(limits) };
}

function readPort(port: JsonObject, path: Path): PortFacts {
  return {
    path,
    name: text(port['name']),
    containerPort: integer(port['containerPort']) ?? 0,
    hostPort: integer(port['hostPort']) ?? 0,
    protocol: text(port['protocol']) || 'TCP',
  };
}

function readProbe(value: JsonValue | undefined, path: Path): ProbeFacts | undefined {
  if (value === undefined || value === null) return undefined;
  const probe = object(value);
  // A written 0 counts as absent: the API server fills it in.
  const number = (key: keyof typeof PROBE_DEFAULTS): number => Math.max(0, integer(probe[key]) ?? 0) || PROBE_DEFAULTS[key];
  return {
    path,
    initialDelaySeconds: Math.max(0, integer(probe['initialDelaySeconds']) ?? 0),
    periodSeconds: number('periodSeconds'),
    timeoutSeconds: number('timeoutSeconds'),
    successThreshold: number('successThreshold'),
    failureThreshold: number('failureThreshold'),
  };
}

function readPreStop(value: JsonValue | undefined, path: Path): ContainerFacts['preStop'] {
  if (value === undefined || value === null) return undefined;
  const handler = object(value);
  return {
    path,
    sleepSeconds: integer(jsonAt(handler, ['sleep', 'seconds'])) ?? sleepOfCommand(list(jsonAt(handler, ['exec', 'command']))),
  };
}

function readClaims(value: JsonValue | undefined, path: Path): ClaimFacts[] {
  return list(value).flatMap((item, index) => {
    const claim = jsonAt(item, ['persistentVolumeClaim']);
    if (!isJsonObject(claim)) return [];
    const at: Path = [...path, index, 'persistentVolumeClaim', 'claimName'];
    return [{ path: at, claimName: text(claim['claimName']), readOnly: claim['readOnly'] === true }];
  });
}

function readTerms(affinity: JsonObject, kind: 'podAffinity' | 'podAntiAffinity', specPath: Path): AffinityTermFacts[] {
  return list(jsonAt(affinity, [kind, REQUIRED])).map((item, index) => {
    const term = object(item);
    return {
      path: [...specPath, 'affinity', kind, REQUIRED, index],
      topologyKey: text(term['topologyKey']),
      selector: readSelector(term['labelSelector']),
      namespaces: list(term['namespaces']).filter((name) => typeof name === 'string'),
    };
  });
}

function readNodeAffinity(value: JsonValue | undefined): NodeSelector | undefined {
  if (value === undefined || value === null) return undefined;
  const requirements = (written: JsonValue | undefined): NodeRequirement[] =>
    list(written).map((item) => {
      const { key, operator, values } = object(item);
      const texts = list(values).filter((entry) => typeof entry === 'string');
      return { key: text(key), operator: text(operator) as NodeRequirement['operator'], values: texts };
    });
  const nodeSelectorTerms = list(jsonAt(value, ['nodeSelectorTerms'])).map((item) => ({
    matchExpressions: requirements(jsonAt(item, ['matchExpressions'])),
    matchFields: requirements(jsonAt(item, ['matchFields'])),
  }));
  return { nodeSelectorTerms };
}

function readSpread(value: JsonValue | undefined, path: Path): SpreadFacts[] {
  return list(value).flatMap((item, index) => {
    const constraint = object(item);
    if (constraint['whenUnsatisfiable'] !== 'DoNotSchedule') return [];
    return [
      {
        path: [...path, index],
        topologyKey: text(constraint['topologyKey']),
        selector: readSelector(constraint['labelSelector']),
        maxSkew: integer(constraint['maxSkew']) ?? 1,
        minDomains: integer(constraint['minDomains']) ?? 1,
        honorsTaints: constraint['nodeTaintsPolicy'] === 'Honor',
        ignoresAffinity: constraint['nodeAffinityPolicy'] === 'Ignore',
      },
    ];
  });
}
