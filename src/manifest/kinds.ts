import type { JsonObject, Unknowns } from './json';
import type { Path, SourceNode } from './source';

/** Kinds whose documents are built: the workloads, and what surrounds a rollout. All others are passed over unparsed. */
const WORKLOAD_KINDS = ['Deployment', 'DaemonSet'] as const;
/** Whose pods are not simulated, but take quota and room, and are what selectors mean. */
const OTHER_POD_KINDS = [
  'StatefulSet',
  'ReplicaSet',
  'ReplicationController',
  'DeploymentConfig',
  'Rollout',
  'Pod',
  'Job',
  'CronJob',
] as const;
/** What others make as well as files, and pods only name. */
export const MADE_KINDS = ['ConfigMap', 'Secret', 'ServiceAccount', 'SealedSecret', 'ExternalSecret', 'Certificate'] as const;
const FACT_KINDS = [
  'Service',
  'PodDisruptionBudget',
  'HorizontalPodAutoscaler',
  'PersistentVolumeClaim',
  'ResourceQuota',
  'LimitRange',
  'Node',
  'ScaledObject',
  'PersistentVolume',
  'StorageClass',
  'PriorityClass',
  'Ingress',
  'Namespace',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
  ...MADE_KINDS,
  ...OTHER_POD_KINDS,
] as const;

export type WorkloadKind = (typeof WORKLOAD_KINDS)[number];
export type FactKind = (typeof FACT_KINDS)[number];

/** A Kubernetes object of interest in a document, alone or as an item of a List. All offsets count from the document's start. */
export interface Resource {
  readonly kind: WorkloadKind | FactKind;
  readonly apiVersion: string;
  /** As written, in JSON terms; uncertain values left out. */
  readonly json: JsonObject;
  readonly source: SourceNode;
  /** Where the object is in its document: empty, or `items` and an index. */
  readonly base: Path;
  readonly unknowns: Unknowns;
}

type OtherPodKind = (typeof OTHER_POD_KINDS)[number];

const WORKLOADS: ReadonlySet<string> = new Set(WORKLOAD_KINDS);
const FACTS: ReadonlySet<string> = new Set(FACT_KINDS);
const OTHER_PODS: ReadonlySet<unknown> = new Set(OTHER_POD_KINDS);
const LISTS: ReadonlySet<string> = new Set(['List', ...[...WORKLOAD_KINDS, ...FACT_KINDS].map((kind) => `${kind}List`)]);

export function isWorkloadKind(kind: unknown): kind is WorkloadKind {
  return typeof kind === 'string' && WORKLOADS.has(kind);
}

/** What runs pods, or is one. */
export function isPodKind(kind: unknown): kind is WorkloadKind | OtherPodKind {
  return isWorkloadKind(kind) || OTHER_PODS.has(kind);
}

export function isFactKind(kind: unknown): kind is FactKind {
  return typeof kind === 'string' && FACTS.has(kind);
}

/** `List`, `DeploymentList`, …: objects whose `items` are the real objects. */
export function isListKind(kind: unknown): boolean {
  return typeof kind === 'string' && LISTS.has(kind);
}

const TOP_LEVEL_KIND = /(?:^|\n)kind[ \t]*:[ \t]+(?:"([^"\n\\]*)"|'([^'\n]*)'|([A-Za-z]+))[ \t\r]*(?:#[^\n]*)?(?=\n|$)/g;
const TOP_LEVEL_KEY = /(?:^|\n)(?:kind|"kind"|'kind'|\?)/;
const MENTION = new RegExp(`\\b(?:${[...WORKLOAD_KINDS, ...FACT_KINDS].join('|')}|List)`);

/**
 * Whether a document can hold a kind of interest, told from its text alone. A plain `kind: X` at the first column decides; any
 * other way to write it (JSON, indented, an alias, a template) is built when the text mentions one of the kinds at all.
 */
export function mayHoldKind(text: string): boolean {
  if (!text.includes('kind') || !MENTION.test(text)) return false;
  TOP_LEVEL_KIND.lastIndex = 0;
  let plain = false;
  for (let match = TOP_LEVEL_KIND.exec(text); match !== null; match = TOP_LEVEL_KIND.exec(text)) {
    plain = true;
    const kind = match[1] ?? match[2] ?? match[3] ?? '';
    if (WORKLOADS.has(kind) || FACTS.has(kind) || LISTS.has(kind)) return true;
  }
  if (plain) return false;
  return TOP_LEVEL_KEY.test(text) || !/(?:^|\n)apiVersion[ \t]*:/.test(text);
}

/** Whether JSON begins as an object of Kubernetes does; most JSON is of other kinds (`package.json`, `tsconfig.json`). */
export function looksLikeJsonManifest(text: string): boolean {
  return /^[\s\uFEFF]*\{[^{}[\]]{0,2000}"(?:apiVersion|kind)"\s*:\s*"/.test(text.slice(0, MAX_HEAD));
}

const MAX_HEAD = 5000;
