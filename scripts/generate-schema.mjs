/**
 * Makes src/engine/api/schema/{fieldTable,apiTypes}.ts from Kubernetes' OpenAPI v3 documents:
 *
 *     node scripts/generate-schema.mjs <folder with api__v1.json and apis__apps__v1.json>
 *
 * The documents know names, kinds and merge keys of fields. What only the Go types know (pointer or value, named string
 * types, embedded structs) is in the lists below; it is needed for the decoder's texts and for what is left out when empty.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';

/**
 * The part of an OpenAPI schema that matters here.
 * @typedef {object} Schema
 * @property {string} [type]
 * @property {string} [format]
 * @property {string} [$ref]
 * @property {{ $ref?: string }[]} [allOf]
 * @property {Schema} [items]
 * @property {Schema} [additionalProperties]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {unknown} [default]
 * @property {string} [x-kubernetes-patch-strategy]
 * @property {string} [x-kubernetes-patch-merge-key]
 */

const ROOTS = ['io.k8s.api.apps.v1.Deployment', 'io.k8s.api.apps.v1.DaemonSet'];

/** Optional scalars that are pointers in Go, so that zero and absent differ. */
/** @type {Record<string, string>} */
const POINTERS = {
  ObjectMeta: 'deletionGracePeriodSeconds deletionTimestamp',
  DeploymentSpec: 'replicas revisionHistoryLimit progressDeadlineSeconds',
  DeploymentStatus: 'collisionCount terminatingReplicas',
  DaemonSetSpec: 'revisionHistoryLimit',
  DaemonSetStatus: 'collisionCount',
  RollingUpdateDeployment: 'maxSurge maxUnavailable',
  RollingUpdateDaemonSet: 'maxSurge maxUnavailable',
  OwnerReference: 'controller blockOwnerDeletion',
  PodSpec:
    'terminationGracePeriodSeconds activeDeadlineSeconds automountServiceAccountToken shareProcessNamespace priority runtimeClassName enableServiceLinks preemptionPolicy setHostnameAsFQDN hostUsers hostnameOverride',
  Container: 'restartPolicy',
  EphemeralContainer: 'restartPolicy',
  PodResourceClaim: 'resourceClaimName resourceClaimTemplateName',
  PodSchedulingGroup: 'podGroupName',
  PodSecurityContext:
    'runAsUser runAsGroup runAsNonRoot fsGroup fsGroupChangePolicy supplementalGroupsPolicy seLinuxChangePolicy',
  Toleration: 'tolerationSeconds',
  TopologySpreadConstraint: 'minDomains nodeAffinityPolicy nodeTaintsPolicy',
  Lifecycle: 'stopSignal',
  Probe: 'terminationGracePeriodSeconds',
  SecurityContext: 'privileged runAsUser runAsGroup runAsNonRoot readOnlyRootFilesystem allowPrivilegeEscalation procMount',
  VolumeMount: 'mountPropagation recursiveReadOnly',
  PodDNSConfigOption: 'value',
  AppArmorProfile: 'localhostProfile',
  SeccompProfile: 'localhostProfile',
  WindowsSecurityContextOptions: 'gmsaCredentialSpec gmsaCredentialSpecName hostProcess runAsUserName',
  AzureDiskVolumeSource: 'cachingMode fsType readOnly kind',
  ConfigMapVolumeSource: 'defaultMode optional',
  SecretVolumeSource: 'defaultMode optional',
  DownwardAPIVolumeSource: 'defaultMode',
  ProjectedVolumeSource: 'defaultMode',
  CSIVolumeSource: 'readOnly fsType',
  EmptyDirVolumeSource: 'sizeLimit',
  FCVolumeSource: 'lun',
  HostPathVolumeSource: 'type',
  ISCSIVolumeSource: 'initiatorName',
  KeyToPath: 'mode',
  DownwardAPIVolumeFile: 'mode',
  ConfigMapKeySelector: 'optional',
  SecretKeySelector: 'optional',
  FileKeySelector: 'optional',
  ConfigMapEnvSource: 'optional',
  SecretEnvSource: 'optional',
  ConfigMapProjection: 'optional',
  SecretProjection: 'optional',
  GRPCAction: 'service',
  PersistentVolumeClaimSpec: 'storageClassName volumeMode volumeAttributesClassName',
  ClusterTrustBundleProjection: 'name signerName optional',
  PodCertificateProjection: 'maxExpirationSeconds',
  ServiceAccountTokenProjection: 'expirationSeconds',
  TypedLocalObjectReference: 'apiGroup',
  TypedObjectReference: 'apiGroup namespace',
};

/** Named Go types of strings and of maps; without a package they are in a package called v1. */
/** @type {Record<string, Record<string, string>>} */
const NAMED = {
  ObjectMeta: { uid: 'types.UID' },
  OwnerReference: { uid: 'types.UID' },
  ManagedFieldsEntry: { operation: 'ManagedFieldsOperationType' },
  LabelSelectorRequirement: { operator: 'LabelSelectorOperator' },
  DeploymentStrategy: { type: 'DeploymentStrategyType' },
  DaemonSetUpdateStrategy: { type: 'DaemonSetUpdateStrategyType' },
  DeploymentCondition: { type: 'DeploymentConditionType', status: 'ConditionStatus' },
  DaemonSetCondition: { type: 'DaemonSetConditionType', status: 'ConditionStatus' },
  PodSpec: {
    restartPolicy: 'RestartPolicy',
    dnsPolicy: 'DNSPolicy',
    preemptionPolicy: 'PreemptionPolicy',
    overhead: 'ResourceList',
  },
  Container: {
    imagePullPolicy: 'PullPolicy',
    terminationMessagePolicy: 'TerminationMessagePolicy',
    restartPolicy: 'ContainerRestartPolicy',
  },
  EphemeralContainer: {
    imagePullPolicy: 'PullPolicy',
    terminationMessagePolicy: 'TerminationMessagePolicy',
    restartPolicy: 'ContainerRestartPolicy',
  },
  PodOS: { name: 'OSName' },
  PodReadinessGate: { conditionType: 'PodConditionType' },
  PodSecurityContext: {
    fsGroupChangePolicy: 'PodFSGroupChangePolicy',
    supplementalGroupsPolicy: 'SupplementalGroupsPolicy',
    seLinuxChangePolicy: 'PodSELinuxChangePolicy',
  },
  Toleration: { operator: 'TolerationOperator', effect: 'TaintEffect' },
  TopologySpreadConstraint: {
    whenUnsatisfiable: 'UnsatisfiableConstraintAction',
    nodeAffinityPolicy: 'NodeInclusionPolicy',
    nodeTaintsPolicy: 'NodeInclusionPolicy',
  },
  ContainerPort: { protocol: 'Protocol' },
  ContainerResizePolicy: { resourceName: 'ResourceName', restartPolicy: 'ResourceResizeRestartPolicy' },
  ContainerRestartRule: { action: 'ContainerRestartRuleAction' },
  ContainerRestartRuleOnExitCodes: { operator: 'ContainerRestartRuleOnExitCodesOperator' },
  SecurityContext: { procMount: 'ProcMountType' },
  VolumeMount: { mountPropagation: 'MountPropagationMode', recursiveReadOnly: 'RecursiveReadOnlyMode' },
  AppArmorProfile: { type: 'AppArmorProfileType' },
  SeccompProfile: { type: 'SeccompProfileType' },
  AzureDiskVolumeSource: { cachingMode: 'AzureDataDiskCachingMode', kind: 'AzureDataDiskKind' },
  EmptyDirVolumeSource: { medium: 'StorageMedium' },
  HostPathVolumeSource: { type: 'HostPathType' },
  ImageVolumeSource: { pullPolicy: 'PullPolicy' },
  HTTPGetAction: { scheme: 'URIScheme' },
  Capabilities: { add: 'Capability', drop: 'Capability' },
  PersistentVolumeClaimSpec: { accessModes: 'PersistentVolumeAccessMode', volumeMode: 'PersistentVolumeMode' },
  NodeSelectorRequirement: { operator: 'NodeSelectorOperator' },
  Lifecycle: { stopSignal: 'Signal' },
  ResourceRequirements: { limits: 'ResourceList', requests: 'ResourceList' },
  VolumeResourceRequirements: { limits: 'ResourceList', requests: 'ResourceList' },
};

/** Fields of embedded Go structs: the decoder names the embedded struct in its error texts. `-x` means all but x. */
/** @type {Record<string, Record<string, string>>} */
const EMBEDDED = {
  Volume: { VolumeSource: '-name' },
  Probe: { ProbeHandler: 'exec grpc httpGet tcpSocket' },
  EphemeralContainer: { EphemeralContainerCommon: '-targetContainerName' },
  ConfigMapVolumeSource: { LocalObjectReference: 'name' },
  ConfigMapEnvSource: { LocalObjectReference: 'name' },
  SecretEnvSource: { LocalObjectReference: 'name' },
  ConfigMapKeySelector: { LocalObjectReference: 'name' },
  SecretKeySelector: { LocalObjectReference: 'name' },
  ConfigMapProjection: { LocalObjectReference: 'name' },
  SecretProjection: { LocalObjectReference: 'name' },
  Deployment: { TypeMeta: 'apiVersion kind' },
  DaemonSet: { TypeMeta: 'apiVersion kind' },
};

/** Not required by the schema, yet always written by the server. */
/** @type {Record<string, string>} */
const ALWAYS_WRITTEN = { ProjectedVolumeSource: 'sources' };

const folder = process.argv[2];
if (folder === undefined) throw new Error('Usage: node scripts/generate-schema.mjs <folder with the OpenAPI documents>');
/** @type {Record<string, Schema>} */
const schemas = Object.assign(
  {},
  ...['api__v1.json', 'apis__apps__v1.json'].map(
    (file) => JSON.parse(readFileSync(join(folder, file), 'utf8')).components.schemas,
  ),
);

/** @param {string | undefined} text */
const words = (text) => (text ?? '').split(' ').filter((word) => word !== '');
/** @param {string} name */
const shortName = (name) => name.split('.').at(-1) ?? name;
/** @param {Schema} schema */
const refOf = (schema) => (schema.$ref ?? schema.allOf?.[0]?.$ref)?.split('/').at(-1);
/** @type {Record<string, string>} */
const SPECIAL = { IntOrString: 'x', Quantity: 'q', Time: 't', MicroTime: 't', FieldsV1: 'r' };

/** @param {string} type @param {string} field */
function embeddedIn(type, field) {
  for (const [struct, list] of Object.entries(EMBEDDED[type] ?? {})) {
    const all = words(list);
    if (all[0]?.startsWith('-') ? all[0] !== `-${field}` : all.includes(field)) return struct;
  }
  return undefined;
}

/**
 * s string, b bool, i int32, l int64, x int-or-string, q quantity, t time, r raw, =T struct, [] list, {} map.
 * @param {Schema | undefined} schema @param {string} [named]
 * @returns {string}
 */
function kindCode(schema = {}, named) {
  const ref = refOf(schema);
  if (ref !== undefined) {
    const short = shortName(ref);
    if (SPECIAL[short] !== undefined) return SPECIAL[short];
    queue.push(ref);
    return `=${short}`;
  }
  if (schema.type === 'array') return `[]${kindCode(schema.items, named)}`;
  if (schema.type === 'object') return `{}${kindCode(schema.additionalProperties)}`;
  if (schema.type === 'boolean') return 'b';
  if (schema.type === 'integer') return schema.format === 'int64' ? 'l' : 'i';
  if (schema.type === 'string') return `s${named ?? ''}`;
  throw new Error(`What is ${JSON.stringify(schema)}?`);
}

// name:kind, then: * pointer, ! always written, ^S embedded in S, @k merge by k, @= merge a set, + retain keys, ~N named map.
/** @param {string} type @param {string} field @param {Schema} schema @param {boolean} required */
function fieldCode(type, field, schema, required) {
  const named = NAMED[type]?.[field];
  const isMap = schema.type === 'object' && refOf(schema) === undefined;
  let code = `${field}:${kindCode(schema, isMap ? undefined : named)}`;
  const isStruct = /:=/.test(code);
  if (words(POINTERS[type]).includes(field) || (isStruct && schema.default === undefined)) code += '*';
  if (required || words(ALWAYS_WRITTEN[type]).includes(field)) code += '!';
  if (isMap && named !== undefined) code += `~${named}`;
  const struct = embeddedIn(type, field);
  if (struct !== undefined) code += `^${struct}`;
  const strategy = schema['x-kubernetes-patch-strategy'] ?? '';
  if (strategy.includes('merge')) code += `@${schema['x-kubernetes-patch-merge-key'] ?? '='}`;
  if (strategy.includes('retainKeys')) code += '+';
  return code;
}

/** @type {Record<string, string>} */
const TS = { s: 'string', b: 'boolean', i: 'number', l: 'number', x: 'number | string', q: 'string', t: 'string', r: 'unknown' };

/** @param {string} code @returns {string} */
function tsType(code) {
  if (code.startsWith('[]')) return `readonly ${wrap(tsType(code.slice(2)))}[]`;
  if (code.startsWith('{}')) return `Readonly<Record<string, ${tsType(code.slice(2))}>>`;
  const [kind = ''] = code.split(/[*!^@+~]/);
  return kind.startsWith('=') ? kind.slice(1) : (TS[kind.charAt(0)] ?? 'unknown');
}
/** @param {string} text */
const wrap = (text) => (/[| ]/.test(text) ? `(${text})` : text);

/** @param {string} code */
function property(code) {
  const colon = code.indexOf(':');
  const type = tsType(code.slice(colon + 1));
  return `  readonly ${code.slice(0, colon)}?: ${type === 'unknown' ? type : `${type} | undefined`};`;
}

const queue = [...ROOTS];
/** @type {Map<string, string[]>} */
const table = new Map();
for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
  const type = shortName(name);
  if (table.has(type)) continue;
  const { properties = {}, required = [] } = schemas[name] ?? {};
  const fields = Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1));
  table.set(
    type,
    fields.map(([field, schema]) => fieldCode(type, field, schema, required.includes(field))),
  );
}
for (const [what, overrides] of Object.entries({ POINTERS, NAMED, EMBEDDED })) {
  for (const type of Object.keys(overrides))
    if (!table.has(type)) throw new Error(`${what} names ${type}, which is not in the schema`);
}

const types = [...table].sort(([a], [b]) => (a < b ? -1 : 1));
const tableText = `// Generated by scripts/generate-schema.mjs from Kubernetes v1.36.4 (Apache 2.0). Do not edit.

/** The fields of every type below Deployment and DaemonSet; the notation is explained in the generator and read by fields.ts. */
export const FIELD_TABLE: Readonly<Record<string, string>> = {
${types.map(([type, fields]) => `  ${type}: '${fields.join(' ')}',`).join('\n')}
};
`;
const typesText = `// Generated by scripts/generate-schema.mjs from Kubernetes v1.36.4 (Apache 2.0). Do not edit.

${types.map(([type, fields]) => `export interface ${type} {\n${fields.map(property).join('\n')}\n}`).join('\n\n')}
`;
for (const [file, text] of Object.entries({ 'fieldTable.ts': tableText, 'apiTypes.ts': typesText })) {
  const path = join('src/engine/api/schema', file);
  writeFileSync(
    path,
    await format(text, { ...(await resolveConfig(path)), printWidth: 130, singleQuote: true, parser: 'typescript' }),
  );
}
