import { isFactKind, isListKind, isWorkloadKind, mayHoldKind, type FactKind, type Resource, type WorkloadKind } from './kinds';
import { readIgnores, type Ignore } from './ignores';
import { isJsonObject, isKnown, jsonAt, readJson, unknownsBelow, type JsonObject, type JsonReading, type Unknowns } from './json';
import { goYamlProblem } from './goYaml/parser';
import { parseAround } from './around';
import type { SyntaxProblem } from './parse';
import { nodeAt, type Path, type SourceNode, type TextRange } from './source';
import { markTemplates } from './templateMarks';
import { readWorkload, type Workload } from './workload';

/** One document of a file. Depends on nothing but its text, so that it can be kept while the text stays the same. */
export interface ManifestDocument {
  readonly resources: readonly Resource[];
  /** The workloads among them, read when they are first asked for. */
  readonly workloads: readonly Workload[];
  /** Which findings its comments silence. */
  readonly ignores: readonly Ignore[];
  /** Where the text is no YAML; what was read may be wrong around there. */
  readonly problems: readonly SyntaxProblem[];
  /** What kubectl says about the text if it cannot read it either, without its prefix. */
  readonly yamlError: string | undefined;
  /** Why nothing is said about it; undefined when all is well, and when there is nothing of interest. */
  readonly notAnalyzed: string | undefined;
  /** Where begins what kubectl leaves out, although it is no comment. */
  readonly unread: TextRange | undefined;
  readonly root: SourceNode | undefined;
  /** How much there was to read. */
  readonly size: number;
}

/** The API server takes no request body above 3 MiB. */
const MAX_DOCUMENT = 3 * 1024 * 1024;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** `item`: the text is one item of a List, with its dash. */
export function readDocument(text: string, item = false): ManifestDocument {
  if (!mayHoldKind(text)) return NOTHING;
  if (text.length > MAX_DOCUMENT) return emptyDocument('the document is larger than 3 MiB, which no API server accepts');
  if (text.includes('\0')) return emptyDocument('the document contains NUL characters');
  if (LONE_SURROGATE.test(text)) return emptyDocument('the document contains halves of surrogate pairs');
  const { mask, parsed } = parseAround(text);
  const { root, size } = parsed;
  if (parsed.refused !== undefined) return emptyDocument(parsed.refused, size);
  if (root === undefined)
    return { ...emptyDocument(undefined, size), problems: parsed.problems, yamlError: kubectlError(text, parsed.problems) };
  if (mask !== undefined) markTemplates(root, mask);
  const resources = item ? findItem(root, readJson(root)) : findResources(root, readJson(root));
  const broken = parsed.problems.length > 0 && mask === undefined ? kubectlError(text, parsed.problems) : undefined;
  const yamlError = broken ?? parsed.undecodable?.message;
  // Around templates a syntax error may be the template's doing: nothing is said about it.
  const syntax = mask === undefined ? parsed.problems : [];
  const problems = parsed.undecodable === undefined ? syntax : [...syntax, parsed.undecodable];
  const notAnalyzed =
    mask !== undefined && parsed.problems.length > 0 ? 'templates hide the structure of the document' : undefined;
  const trusted = notAnalyzed === undefined ? resources : [];
  const ignores = trusted.length === 0 ? [] : readIgnores(text);
  return new ReadDocument({ resources: trusted, ignores, problems, yamlError, notAnalyzed, unread: parsed.unread, root, size });
}

/** A class, because a getter of an object literal would give each document a shape of its own. */
class ReadDocument implements ManifestDocument {
  readonly resources: readonly Resource[];
  readonly ignores: readonly Ignore[];
  readonly problems: readonly SyntaxProblem[];
  readonly yamlError: string | undefined;
  readonly notAnalyzed: string | undefined;
  readonly unread: TextRange | undefined;
  readonly root: SourceNode | undefined;
  readonly size: number;
  #workloads: readonly Workload[] | undefined;

  constructor(read: Omit<ManifestDocument, 'workloads'>) {
    this.resources = read.resources;
    this.ignores = read.ignores;
    this.problems = read.problems;
    this.yamlError = read.yamlError;
    this.notAnalyzed = read.notAnalyzed;
    this.unread = read.unread;
    this.root = read.root;
    this.size = read.size;
  }

  get workloads(): readonly Workload[] {
    return (this.#workloads ??= this.resources.flatMap((resource) => readWorkload(resource) ?? []));
  }
}

/** One about which nothing is said, and why. */
export function emptyDocument(notAnalyzed: string | undefined, size = 0): ManifestDocument {
  return {
    resources: [],
    workloads: [],
    ignores: [],
    problems: [],
    yamlError: undefined,
    notAnalyzed,
    unread: undefined,
    root: undefined,
    size,
  };
}

/** Nothing of interest; one for all, for a file may have very many. */
const NOTHING = emptyDocument(undefined);

/** Beyond this the reason is not looked for twice. */
const MAX_EXPLAINED = 50_000;

/** Kubernetes' YAML library is more forgiving in places; where it reads the text nothing is wrong with it. */
function kubectlError(text: string, problems: readonly SyntaxProblem[]): string | undefined {
  if (text.length > MAX_EXPLAINED) return problems[0]?.message;
  return goYamlProblem(text)?.replace(/^yaml: (?:line \d+: )?/, '');
}

function findResources(root: SourceNode, { json, unknowns }: JsonReading): Resource[] {
  if (!isJsonObject(json)) return [];
  const single = resourceOf(root, json, [], unknowns);
  if (single !== undefined) return [single];
  const items = isListKind(json['kind']) ? json['items'] : undefined;
  if (!Array.isArray(items)) return [];
  const itemKind =
    typeof json['kind'] === 'string' && json['kind'] !== 'List' ? json['kind'].slice(0, -'List'.length) : undefined;
  return items.flatMap((_, index) => {
    const base = ['items', index];
    const item = jsonAt(json, base);
    const source = nodeAt(root, base);
    if (!isJsonObject(item) || source === undefined) return [];
    const typed =
      itemKind === undefined || item['kind'] !== undefined
        ? item
        : { apiVersion: json['apiVersion'] ?? '', kind: itemKind, ...item };
    const resource = resourceOf(source, typed, base, unknownsBelow(unknowns, base));
    return resource === undefined ? [] : [resource];
  });
}

function findItem(root: SourceNode, { json, unknowns }: JsonReading): Resource[] {
  const base: Path = [0];
  const item = jsonAt(json, base);
  const source = nodeAt(root, base);
  if (!isJsonObject(item) || source === undefined) return [];
  return [resourceOf(source, item, base, unknownsBelow(unknowns, base))].filter((resource) => resource !== undefined);
}

function resourceOf(source: SourceNode, json: JsonObject, base: Path, unknowns: Unknowns): Resource | undefined {
  const kind = json['kind'] ?? conditionalKind(source, unknowns);
  if (!isWorkloadKind(kind) && !isFactKind(kind)) return undefined;
  const apiVersion = json['apiVersion'] ?? (isWorkloadKind(kind) && isUnknown(unknowns, 'apiVersion') ? 'apps/v1' : '');
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  if (!belongsTo(kind, version) || (version === '' && !isObject(json))) return undefined;
  const filled = kind === json['kind'] && version === json['apiVersion'] ? json : { ...json, apiVersion, kind };
  return { kind, apiVersion: version, json: named(filled, unknowns), source, base, unknowns };
}

/** With a name of the kind that the API server makes of a `generateName`. */
function named(json: JsonObject, unknowns: Unknowns): JsonObject {
  const { metadata } = json;
  if (!isJsonObject(metadata) || typeof metadata['generateName'] !== 'string') return json;
  if ((metadata['name'] ?? '') !== '' || !isKnown(unknowns, json, ['metadata', 'name'])) return json;
  return { ...json, metadata: { ...metadata, name: `${metadata['generateName']}xxxxx` } };
}

/** `kind: Deployment` in one branch of a condition: what is said of it holds if it is taken. */
function conditionalKind(source: SourceNode, unknowns: Unknowns): string | undefined {
  if (source.kind !== 'map' || !isUnknown(unknowns, 'kind')) return undefined;
  const kinds = source.entries.filter(({ key, value }) => key === 'kind' && value.kind === 'scalar' && !value.templated);
  return kinds.map(({ value }) => (value.kind === 'scalar' ? value.value : undefined)).find(isWorkloadKind);
}

function isUnknown({ values }: Unknowns, key: string): boolean {
  return values.some((path) => path.length === 1 && path[0] === key);
}

/** A chart's `values.yaml` may have a `kind` as well, among settings of its own. */
function isObject(json: JsonObject): boolean {
  return isJsonObject(json['metadata']) || isJsonObject(json['spec']) || Object.keys(json).every((key) => OBJECT_KEYS.has(key));
}

const OBJECT_KEYS: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'spec', 'status']);

/** `Service` of serving.knative.dev is another thing. A missing version is forgiven: the document may be half typed. */
function belongsTo(kind: WorkloadKind | FactKind, apiVersion: string): boolean {
  if (apiVersion === '') return true;
  return GROUPS[kind].test(apiVersion);
}

const GROUPS: Readonly<Record<WorkloadKind | FactKind, RegExp>> = {
  Deployment: /^(?:apps|extensions)\/v1/,
  DaemonSet: /^(?:apps|extensions)\/v1/,
  Service: /^v1$/,
  PodDisruptionBudget: /^policy\/v1/,
  HorizontalPodAutoscaler: /^autoscaling\/v/,
  PersistentVolumeClaim: /^v1$/,
  ResourceQuota: /^v1$/,
  LimitRange: /^v1$/,
  Node: /^v1$/,
  ScaledObject: /^keda\.sh\//,
  PersistentVolume: /^v1$/,
  StorageClass: /^storage\.k8s\.io\//,
  PriorityClass: /^scheduling\.k8s\.io\//,
  Ingress: /^(?:networking\.k8s\.io|extensions)\//,
  Namespace: /^v1$/,
  MutatingWebhookConfiguration: /^admissionregistration\.k8s\.io\//,
  ValidatingWebhookConfiguration: /^admissionregistration\.k8s\.io\//,
  ConfigMap: /^v1$/,
  Secret: /^v1$/,
  ServiceAccount: /^v1$/,
  SealedSecret: /^bitnami\.com\//,
  ExternalSecret: /^(?:external-secrets\.io|kubernetes-client\.io)\//,
  Certificate: /^(?:cert-manager\.io|certmanager\.k8s\.io)\//,
  StatefulSet: /^apps\/v1/,
  ReplicaSet: /^(?:apps|extensions)\/v1/,
  ReplicationController: /^v1$/,
  DeploymentConfig: /^(?:apps\.openshift\.io\/)?v1$/,
  Rollout: /^argoproj\.io\//,
  Pod: /^v1$/,
  Job: /^batch\//,
  CronJob: /^batch\//,
};
