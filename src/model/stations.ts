/** The stations of the machine inside a cluster, in the order in which a change passes them. */
export const STATIONS = [
  'apiServer',
  'watch',
  'caches',
  'queue',
  'sync',
  'expectations',
  'slowStart',
  'writes',
  'scheduler',
  'kubelets',
] as const;

/** Whose machine it is. */
export const MACHINES = ['deployment', 'replicaset', 'daemonset', 'scheduler', 'kubelets'] as const;
