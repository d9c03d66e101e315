/** What may stand between the clients and the pods: `DATA_PLANES` tells of each. */
export const DATA_PLANE_IDS = ['kube-proxy', 'ipvs', 'ingress-nginx', 'istio', 'load-balancer', 'dns'] as const;
export type DataPlaneId = (typeof DATA_PLANE_IDS)[number];
