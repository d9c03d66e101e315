/** Upstream: pkg/releaseutil/{manifest,manifest_sorter,kind_sorter}.go (Helm v3.21.4): rendered files → documents in order. */
import { finished, type Slices } from '../../model/slices';
import { compareStrings } from '../goTemplate/bytes';
import { GoError } from '../goTemplate/value';
import { readTopFields, readYamlInSlices } from './readYaml';
import type { TextRange } from '../../manifest/source';
import { StructReader } from './structReader';

export interface Manifest {
  /** The file it comes from. */
  readonly name: string;
  readonly content: string;
  readonly kind: string;
}

export interface Hook extends Manifest {
  /** `helm test` runs it. */
  readonly isTest: boolean;
}

export interface SortedManifests {
  readonly hooks: readonly Hook[];
  readonly generic: readonly Manifest[];
}

export const HOOK = 'helm.sh/hook';
const TESTS: ReadonlySet<string> = new Set(['test', 'test-success']);
const EVENTS: ReadonlySet<string> = new Set([
  'pre-install',
  'post-install',
  'pre-delete',
  'post-delete',
  'pre-upgrade',
  'post-upgrade',
  'pre-rollback',
  'post-rollback',
  ...TESTS,
]);

/** Throws `GoError` for a document whose head cannot be read. */
export function sortManifests(files: ReadonlyMap<string, string>): SortedManifests {
  const hooks: Hook[] = [];
  const generic: Manifest[] = [];
  for (const [name, text] of [...files].sort(([a], [b]) => compareStrings(a, b))) {
    if (text.trim() === '') continue;
    for (const content of splitManifests(text)) {
      const { kind, annotations } = readHead(name, content);
      const hook = annotations?.get(HOOK);
      if (hook === undefined) generic.push({ name, content, kind });
      else if (isKnownHook(hook)) hooks.push({ name, content, kind, isTest: eventsOf(hook).some((event) => TESTS.has(event)) });
    }
  }
  return { hooks: sortByKind(hooks), generic: sortByKind(generic) };
}

/** Those of unknown sorts are dropped. */
export function isKnownHook(hook: string): boolean {
  return eventsOf(hook).every((event) => EVENTS.has(event));
}

const eventsOf = (hook: string): readonly string[] => hook.split(',').map((event) => event.trim().toLowerCase());

interface Head {
  readonly kind: string;
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function readHead(name: string, content: string): Head {
  return finished(readHeadInSlices(name, content));
}

/** The same a little at a time. */
export function* readHeadInSlices(name: string, content: string): Slices<Head> {
  try {
    const fields = (yield* readTopFields(content, HEAD)) ?? (yield* readYamlInSlices(content));
    const head = new StructReader(fields, 'releaseutil.SimpleHead');
    head.string('apiVersion');
    const metadata = head.struct(
      'metadata',
      'struct { Name string "json:\\"name\\""; Annotations map[string]string "json:\\"annotations\\"" }',
    );
    metadata?.string('name');
    return { kind: head.string('kind'), annotations: metadata?.stringMap('annotations') };
  } catch (error) {
    throw error instanceof GoError ? new GoError(`YAML parse error on ${name}: ${error.message}`) : error;
  }
}

export function splitManifests(text: string): readonly string[] {
  return splitRanges(text).map(({ start, end }) => text.slice(start, end));
}

/** Upstream cuts at `(?:^|\s*\n)---\s*`, which no regular expression here does in linear time. */
export function splitRanges(text: string): readonly TextRange[] {
  const ranges: TextRange[] = [];
  const last = text.trimEnd().length;
  const first = text.length - text.trimStart().length;
  let start = first;
  let hasText = false;
  const add = (end: number): void => {
    const part = text.slice(start, end);
    if (part.trim() === '') return;
    const from = start + part.length - part.trimStart().length;
    ranges.push({ start: from, end: from + part.trim().length });
  };
  for (let at = first; at < last;) {
    const lineBreak = text.indexOf('\n', at);
    const end = lineBreak < 0 || lineBreak > last ? last : lineBreak;
    // The separator takes the blanks behind it along, and with them the line break that another one needs.
    if (text.startsWith('---', at) && at + 3 <= last && (at === first || hasText)) {
      add(at);
      start = at + 3;
      hasText = text.slice(start, end).trim() !== '';
    } else hasText ||= text.slice(at, end).trim() !== '';
    at = end + 1;
  }
  add(last);
  return ranges;
}

/** Those of a kind stay in their order. */
export function sortByKind<T extends { readonly kind: string }>(manifests: readonly T[]): readonly T[] {
  return [...manifests].sort(({ kind: a }, { kind: b }) => {
    const first = ORDER.get(a);
    const second = ORDER.get(b);
    if (first !== undefined && second !== undefined) return first - second;
    if (first === undefined && second === undefined) return compareStrings(a, b);
    return first === undefined ? 1 : -1;
  });
}

const ORDER: ReadonlyMap<string, number> = new Map(
  [
    'PriorityClass',
    'Namespace',
    'NetworkPolicy',
    'ResourceQuota',
    'LimitRange',
    'PodSecurityPolicy',
    'PodDisruptionBudget',
    'ServiceAccount',
    'Secret',
    'SecretList',
    'ConfigMap',
    'StorageClass',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'CustomResourceDefinition',
    'ClusterRole',
    'ClusterRoleList',
    'ClusterRoleBinding',
    'ClusterRoleBindingList',
    'Role',
    'RoleList',
    'RoleBinding',
    'RoleBindingList',
    'Service',
    'DaemonSet',
    'Pod',
    'ReplicationController',
    'ReplicaSet',
    'Deployment',
    'HorizontalPodAutoscaler',
    'StatefulSet',
    'Job',
    'CronJob',
    'IngressClass',
    'Ingress',
    'APIService',
  ].map((kind, index) => [kind, index]),
);
