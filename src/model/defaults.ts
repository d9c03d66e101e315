/**
 * What the API server fills in where nothing is written (defaults.go of pkg/apis/apps/v1 and pkg/apis/core/v1). Objects in the
 * store have it all; who reads a manifest as it was written, or an object that nobody has completed, takes it from here.
 */
/** How many pods a Deployment or a ReplicaSet asks for. */
export const DEFAULT_REPLICAS = 1;

export const DEPLOYMENT_DEFAULTS = {
  replicas: DEFAULT_REPLICAS,
  strategy: 'RollingUpdate',
  maxSurge: '25%',
  maxUnavailable: '25%',
  progressDeadlineSeconds: 600,
  revisionHistoryLimit: 10,
} as const;

export const DAEMON_SET_DEFAULTS = {
  strategy: 'RollingUpdate',
  maxSurge: 0,
  maxUnavailable: 1,
  revisionHistoryLimit: 10,
} as const;

export const POD_DEFAULTS = {
  dnsPolicy: 'ClusterFirst',
  restartPolicy: 'Always',
  schedulerName: 'default-scheduler',
  terminationGracePeriodSeconds: 30,
} as const;

export const PROBE_DEFAULTS = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 } as const;

/** How long a pod may take to stop. */
export function graceSecondsOf(spec: { readonly terminationGracePeriodSeconds?: number | undefined }): number {
  return spec.terminationGracePeriodSeconds ?? POD_DEFAULTS.terminationGracePeriodSeconds;
}
