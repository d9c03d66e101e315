/** How many requests per second the client of a controller may send, and how many at once before that counts. */
export interface ClientLimits {
  readonly qps: number;
  readonly burst: number;
}

/** Of kube-controller-manager: `--kube-api-qps` and `--kube-api-burst`. */
export const CLIENT_LIMITS: ClientLimits = { qps: 20, burst: 30 };
