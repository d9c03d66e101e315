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
export type Station = (typeof STATIONS)[number];

/** Whose machine it is. */
export const MACHINES = ['deployment', 'replicaset', 'daemonset', 'scheduler', 'kubelets'] as const;
export type Machine = (typeof MACHINES)[number];
