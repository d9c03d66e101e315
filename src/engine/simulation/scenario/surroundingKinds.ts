/** What surrounds a rollout: its list in the description of a cluster, and its kind, in the order of creation. */
export const SURROUNDINGS = {
  namespaces: 'Namespace',
  storageClasses: 'StorageClass',
  persistentVolumes: 'PersistentVolume',
  persistentVolumeClaims: 'PersistentVolumeClaim',
  limitRanges: 'LimitRange',
  resourceQuotas: 'ResourceQuota',
  podDisruptionBudgets: 'PodDisruptionBudget',
  services: 'Service',
  priorityClasses: 'PriorityClass',
} as const;
