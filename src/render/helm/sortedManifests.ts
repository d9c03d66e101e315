/** Upstream: pkg/releaseutil/{manifest,manifest_sorter,kind_sorter}.go (Helm v3.21.4): rendered files → documents in order. */
import { compareStrings } from '../goTemplate/bytes';
import { GoError } from '../goTemplate/value';
import { readTopFields, readYaml } from './readYaml';
import { StructReader } from './structReader';

export interface Manifest {
  /** The file it comes from. */
  readonly name: string;
  readonly content: string;
  readonly kind: string;
}

export interface SortedManifests {
  readonly hooks: readonly Manifest[];
  readonly generic: readonly Manifest[];
}

const HOOK = 'helm.sh/hook';
const EVENTS: ReadonlySet<string> = new Set([
  'pre-install',
  'post-install',
  'pre-delete',
  'post-delete',
  'pre-upgrade',
  'post-upgrade',
  'pre-rollback',
  'post-rollback',
  'test',
  'test-success',
]);

/** Throws `GoError` for a document whose head cannot be read. */
export function sortManifests(files: ReadonlyMap<string, string>): SortedManifests {
  const hooks: Manifest[] = [];
  const generic: Manifest[] = [];
  for (const [name, text] of [...files].sort(([a], [b]) => compareStrings(a, b))) {
    if (text.trim() === '') continue;
    for (const content of splitManifests(text)) {
      const { kind, annotations } = readHead(name, content);
      const hook = annotations?.get(HOOK);
      if (hook === undefined) generic.push({ name, content, kind });
      // Hooks of unknown sorts are dropped.
      else if (hook.split(',').every((event) => EVENTS.has(event.trim().toLowerCase()))) hooks.push({ name, content, kind });
    }
  }
  return { hooks: sortByKind(hooks), generic: sortByKind(generic) };
}

interface Head {
  readonly kind: string;
  readonly annotations: ReadonlyMap<string, string> | undefined;
}

const HEAD: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function readHead(name: string, content: string): Head {
  try {
    const head = new StructReader(readTopFields(content, HEAD) ?? readYaml(content), 'releaseutil.SimpleHead');
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

/** Upstream cuts at `(?:^|\s*\n)---\s*`, which no regular expression here does in linear time. */
export function splitManifests(text: string): readonly string[] {
  const documents: string[] = [];
  let current: string[] = [];
  let isFirst = true;
  for (const line of text.trim().split('\n')) {
    // The separator takes the blanks behind it along, and with them the line break that another one needs.
    if (line.startsWith('---') && (isFirst || current.some((earlier) => earlier.trim() !== ''))) {
      documents.push(current.join('\n'));
      current = [line.slice(3)];
    } else current.push(line);
    isFirst = false;
  }
  documents.push(current.join('\n'));
  return documents.map((document) => document.trim()).filter((document) => document !== '');
}

function sortByKind(manifests: readonly Manifest[]): readonly Manifest[] {
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
