/**
 * Makes src/render/kustomize/facts.ts, what kustomize knows of Kubernetes' fields, from the recorded facts:
 *
 *     node scripts/generate-kustomize-facts.mjs [--check]
 *
 * Fields are written as lines, because they are long lists of short things. The recorded scopes name the kinds that the
 * recorded cases use; the other kinds without a namespace of Kubernetes v1.21.2 are listed here.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';

/**
 * @typedef {{ path: string, create?: boolean, group?: string, version?: string, kind?: string }} FieldSpec
 * @typedef {{ path: string, strategy: string, keys: string[] }} MergeKey
 * @typedef {object} Facts
 * @property {{ kustomize: string }} versions
 * @property {Record<string, FieldSpec[]>} fieldSpecs
 * @property {{ kind: string, group?: string, version?: string, fieldSpecs: FieldSpec[] }[]} nameReference
 * @property {{ first: string[], last: string[] }} legacyOrder
 * @property {Record<string, MergeKey[]>} mergeKeys
 * @property {{ apiVersion: string, kind: string, namespaced?: boolean }[]} scope
 */

const FACTS = 'test/conformance/data/kustomize/facts.json';
const TARGET = 'src/render/kustomize/facts.ts';

const OTHER_CLUSTER_SCOPED = [
  'admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1beta1 ValidatingWebhookConfiguration',
  'apiextensions.k8s.io/v1beta1 CustomResourceDefinition',
  'apiregistration.k8s.io/v1beta1 APIService',
  'certificates.k8s.io/v1 CertificateSigningRequest',
  'certificates.k8s.io/v1beta1 CertificateSigningRequest',
  'flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema',
  'flowcontrol.apiserver.k8s.io/v1beta1 PriorityLevelConfiguration',
  'networking.k8s.io/v1beta1 IngressClass',
  'node.k8s.io/v1 RuntimeClass',
  'node.k8s.io/v1beta1 RuntimeClass',
  'policy/v1beta1 PodSecurityPolicy',
  'rbac.authorization.k8s.io/v1beta1 ClusterRole',
  'rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding',
  'scheduling.k8s.io/v1beta1 PriorityClass',
  'storage.k8s.io/v1 CSIDriver',
  'storage.k8s.io/v1 CSINode',
  'storage.k8s.io/v1 VolumeAttachment',
  'storage.k8s.io/v1beta1 CSIDriver',
  'storage.k8s.io/v1beta1 CSINode',
  'storage.k8s.io/v1beta1 StorageClass',
  'storage.k8s.io/v1beta1 VolumeAttachment',
  'v1 ComponentStatus',
];

/** Older versions of kinds that have the same lists. @type {Record<string, string>} */
const SAME_LISTS = {
  'batch/v1beta1 CronJob': 'batch/v1 CronJob',
  'policy/v1beta1 PodDisruptionBudget': 'policy/v1 PodDisruptionBudget',
  'networking.k8s.io/v1beta1 Ingress': 'networking.k8s.io/v1 Ingress',
  'extensions/v1beta1 Ingress': 'networking.k8s.io/v1 Ingress',
  'rbac.authorization.k8s.io/v1beta1 Role': 'rbac.authorization.k8s.io/v1 Role',
  'rbac.authorization.k8s.io/v1beta1 RoleBinding': 'rbac.authorization.k8s.io/v1 RoleBinding',
  'rbac.authorization.k8s.io/v1beta1 ClusterRole': 'rbac.authorization.k8s.io/v1 ClusterRole',
  'rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding': 'rbac.authorization.k8s.io/v1 ClusterRoleBinding',
};

/** @template T @param {Iterable<T>} items @param {(item: T) => string | undefined} keyOf @returns {Map<string, T[]>} */
function grouped(items, keyOf) {
  const groups = new Map();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** `create group version kind`, with `-` for what is not set. @param {FieldSpec} spec */
const kindText = ({ create, group, version, kind }) =>
  [create === true ? 'create' : '-', group ?? '-', version ?? '-', kind ?? '-'].join(' ').replace(/(?: -)+$/, '');

/** Paths that the same kinds have stand together. @param {FieldSpec[]} specs */
function fieldLines(specs) {
  const kinds = grouped(specs, ({ path }) => path);
  const paths = grouped([...kinds], ([, list]) => list.map(kindText).join(', '));
  return [...paths].map(([of, list]) => `${shortened(list.map(([path]) => path)).join(' ')}: ${of}`);
}

/** `a/b/c a/b/d` as `a/b/c 2/d`: so many steps of the path before are its own. @param {readonly string[]} paths */
function shortened(paths) {
  return paths.map((path, index) => {
    const before = (paths[index - 1] ?? '').split('/');
    const steps = path.split('/');
    const end = steps.findIndex((step, at) => step !== before[at] || at === steps.length - 1);
    return end > 0 ? `${end}/${steps.slice(end).join('/')}` : path;
  });
}

/** `path key,key`. @param {MergeKey} entry */
const mergeLine = ({ path, keys }) => (keys.length > 0 ? `${path} ${keys.join(',')}` : path);

/** The lists of a pod are the same wherever a pod is. @param {MergeKey[]} entries */
function podPrefix(entries) {
  const containers = entries.find(({ path }) => /(?:^|\.)containers$/.test(path));
  return containers?.path.replace(/containers$/, '');
}

/** @param {Facts} facts */
function mergeKeys({ mergeKeys: kinds }) {
  const pod = kinds['v1 Pod'] ?? [];
  const podLines = pod.filter(({ path }) => path.startsWith('spec.')).map((entry) => mergeLine(entry).replace(/^spec\./, ''));
  const common = Object.values(kinds)
    .map((entries) => entries.map(mergeLine))
    .reduce((all, lines) => all.filter((line) => lines.includes(line)));
  /** @type {Record<string, string>} */
  const table = {};
  for (const [kind, entries] of Object.entries(kinds)) {
    const prefix = podPrefix(entries);
    const lines = entries.map(mergeLine);
    const isOwn = (/** @type {string} */ line) => prefix === undefined || !podLines.includes(line.replace(prefix, ''));
    const lists = lines.filter((line) => !common.includes(line) && isOwn(line));
    table[kind] = [prefix === undefined ? [] : `pod ${prefix}`, ...lists].flat().join('; ');
  }
  for (const [kind, same] of Object.entries(SAME_LISTS)) if (table[same] !== undefined) table[kind] = table[same];
  return {
    podLines,
    common,
    table: [...grouped(Object.keys(table), (kind) => table[kind])].map(([lists, of]) => [of.join(', '), lists]),
  };
}

/** @param {Facts} facts */
function render(facts) {
  const { podLines, common, table } = mergeKeys(facts);
  const specs = Object.fromEntries(Object.entries(facts.fieldSpecs).map(([name, list]) => [name, fieldLines(list)]));
  const references = facts.nameReference.map(({ kind, group, version, fieldSpecs }) => ({
    target: [group ?? '-', version ?? '-', kind].join(' '),
    referrers: fieldLines(fieldSpecs),
  }));
  const clusterScoped = [
    ...facts.scope.filter(({ namespaced }) => namespaced === false).map(({ apiVersion, kind }) => `${apiVersion} ${kind}`),
    ...OTHER_CLUSTER_SCOPED,
  ];
  const value = (/** @type {unknown} */ data) => JSON.stringify(data);
  return `/** Generated by scripts/generate-kustomize-facts.mjs from what kustomize ${facts.versions.kustomize} knows of Kubernetes. */

/**
 * Which fields a transformer reaches: \`path path: create group version kind, …\`, \`-\` or nothing for what is not set.
 * \`2/name\` begins with the first two steps of the path before it.
 */
export const FIELD_SPECS = ${value(specs)} as const;

/** For each kind that is referred to (\`group version kind\`) the fields that do. */
export const NAME_REFERENCES: readonly { readonly target: string; readonly referrers: readonly string[] }[] = ${value(references)};

export const LEGACY_ORDER_FIRST: readonly string[] = ${value(facts.legacyOrder.first)};
export const LEGACY_ORDER_LAST: readonly string[] = ${value(facts.legacyOrder.last)};

/** Kinds without a namespace; what is not listed has one. */
export const CLUSTER_SCOPED: readonly string[] = ${value(clusterScoped)};

/** Lists of a pod's spec that patches merge: \`path keys\`; without keys they are sets of plain values. */
export const POD_LISTS: readonly string[] = ${value(podLines)};

/** Those that every kind has. */
export const COMMON_LISTS: readonly string[] = ${value(common)};

/** Kinds, and the lists that they have besides: \`path keys; path keys\`; \`pod\` is where the spec of a pod is in it. */
export const MERGED_LISTS: readonly (readonly [kinds: string, lists: string])[] = ${value(table)};

export const KUSTOMIZE_VERSION = ${value(facts.versions.kustomize)};
`;
}

const facts = /** @type {Facts} */ (JSON.parse(readFileSync(FACTS, 'utf8')));
const text = await format(render(facts), { ...(await resolveConfig(TARGET)), parser: 'typescript' });
if (!process.argv.includes('--check')) writeFileSync(TARGET, text);
else if (readFileSync(TARGET, 'utf8') !== text) {
  console.error(`${TARGET} is not what scripts/generate-kustomize-facts.mjs makes: run it`);
  process.exitCode = 1;
}
