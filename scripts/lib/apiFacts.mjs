/** What generate-schema.mjs has to know beyond the documents: roots, what only the Go types say, what the model leaves out. */

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

export const DECODED = ['io.k8s.api.apps.v1.Deployment', 'io.k8s.api.apps.v1.DaemonSet'];
/** The other kinds that the model has. */
export const STORED = [
  ...['ControllerRevision', 'ReplicaSet'].map((kind) => `io.k8s.api.apps.v1.${kind}`),
  ...['LimitRange', 'Namespace', 'Node', 'PersistentVolume', 'PersistentVolumeClaim', 'Pod', 'ResourceQuota', 'Service'].map(
    (kind) => `io.k8s.api.core.v1.${kind}`,
  ),
  'io.k8s.api.policy.v1.PodDisruptionBudget',
  'CSINode',
  'EndpointSlice',
  'PriorityClass',
  'StorageClass',
];

/** Those that a scenario brings along: their shape is checked. */
export const CHECKED = STORED.filter((kind) => !/\.(?:ControllerRevision|ReplicaSet)$|^(?:CSINode|EndpointSlice)$/.test(kind));

/** Optional scalars that are pointers in Go, so that zero and absent differ. */
/** @type {Record<string, string>} */
export const POINTERS = {
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
export const NAMED = {
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
  Condition: { status: 'ConditionStatus' },
  NodeCondition: { status: 'ConditionStatus' },
  PodCondition: { status: 'ConditionStatus' },
  PodStatus: { phase: 'PodPhase' },
  PodDisruptionBudgetSpec: { unhealthyPodEvictionPolicy: 'UnhealthyPodEvictionPolicyType' },
  ReplicaSetCondition: { status: 'ConditionStatus' },
  StorageClass: { volumeBindingMode: 'VolumeBindingMode' },
  Taint: { effect: 'TaintEffect' },
  VolumeResourceRequirements: { limits: 'ResourceList', requests: 'ResourceList' },
};

/** The values of named string types that the code looks at. */
/** @type {Record<string, string>} */
export const VALUES = {
  ConditionStatus: 'True False Unknown',
  LabelSelectorOperator: 'In NotIn Exists DoesNotExist',
  NodeInclusionPolicy: 'Honor Ignore',
  NodeSelectorOperator: 'In NotIn Exists DoesNotExist Gt Lt',
  PodPhase: 'Pending Running Succeeded Failed Unknown',
  PullPolicy: 'Always IfNotPresent Never',
  TaintEffect: 'NoSchedule PreferNoSchedule NoExecute',
  TolerationOperator: 'Exists Equal Gt Lt',
  UnhealthyPodEvictionPolicyType: 'IfHealthyBudget AlwaysAllow',
  UnsatisfiableConstraintAction: 'DoNotSchedule ScheduleAnyway',
  VolumeBindingMode: 'Immediate WaitForFirstConsumer',
};

/** Fields of embedded Go structs: the decoder names the embedded struct in its error texts. `-x` means all but x. */
/** @type {Record<string, Record<string, string>>} */
export const EMBEDDED = {
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
export const ALWAYS_WRITTEN = { ProjectedVolumeSource: 'sources' };

/** What every stored object has although the schema does not demand it. */
/** @type {Record<string, string>} */
export const ALWAYS_THERE = {
  ObjectMeta: 'name',
  DaemonSet: 'spec',
  Deployment: 'spec',
  Pod: 'spec',
  PodTemplateSpec: 'spec',
  ReplicaSet: 'spec',
  ReplicaSetSpec: 'template',
};

/** Required by the schema, yet left out by controllers and tests that have nothing to say: absent means zero. */
/** @type {Record<string, string>} */
export const MAY_BE_ABSENT = {
  Condition: 'lastTransitionTime message reason',
  ContainerStateTerminated: 'exitCode',
  ContainerStatus: 'image imageID ready restartCount',
  DaemonSetSpec: 'selector',
  DaemonSetStatus: 'currentNumberScheduled desiredNumberScheduled numberMisscheduled numberReady',
  DeploymentSpec: 'selector',
  PodDisruptionBudgetStatus: 'currentHealthy desiredHealthy disruptionsAllowed expectedPods',
  ReplicaSetSpec: 'selector',
  ReplicaSetStatus: 'replicas',
};

/** Where the model differs from the JSON: see ADR 2. */
/** @type {Record<string, Record<string, string>>} */
export const IN_THE_MODEL = {
  ObjectMeta: { resourceVersion: 'number' },
  PodTemplateSpec: { metadata: 'Partial<ObjectMeta>' },
  PersistentVolumeClaimTemplate: { metadata: 'Partial<ObjectMeta>' },
  // An empty effect stands for all of them.
  Toleration: { effect: "TaintEffect | ''" },
};

/** Types of which the model has only these fields, and so not what hangs on the others. */
/** @type {Record<string, string>} */
export const TRIMMED = {
  ContainerStatus: 'name ready started restartCount image state lastState',
  NamespaceStatus: 'phase',
  NodeSpec: 'unschedulable taints providerID',
  NodeStatus: 'allocatable capacity conditions images',
  PersistentVolumeClaimStatus: 'phase',
  PersistentVolumeSpec: 'accessModes capacity claimRef csi nodeAffinity storageClassName volumeMode',
  CSIPersistentVolumeSource: 'driver volumeHandle',
  PersistentVolumeStatus: 'phase',
  PodStatus:
    'phase reason message conditions initContainerStatuses containerStatuses startTime podIP podIPs nominatedNodeName observedGeneration',
  ServiceSpec:
    'clusterIP externalTrafficPolicy internalTrafficPolicy ipFamilies ports publishNotReadyAddresses selector trafficDistribution type',
  Namespace: 'metadata status',
  Service: 'metadata spec',
};
