import { LIMITS } from '../../../model/limits';
import { ON_TERM } from '../../../model/load';
import { DATA_PLANE_IDS } from '../../../model/dataPlaneIds';
import { name, number, object, oneOf, optional, type Of } from '../../kernel/schema';

/** Who sends requests to the pods, how many, and by which way. */
export type TrafficSpec = Of<typeof trafficForm>;
export const trafficForm = object({
  /** By its name; absent: the first that selects the pods. */
  service: optional(name),
  /** In all. */
  requestsPerSecond: optional(number({ min: 0.001, max: LIMITS.qps })),
  /** How long one takes. */
  requestSeconds: optional(number({ min: 0, max: LIMITS.seconds })),
  /** Requests per second that one pod can take; absent: any number. */
  podCapacity: optional(number({ min: 0.001, max: LIMITS.qps })),
  /** Share of the requests that come on connections which stay open. */
  keptAlive: optional(number({ min: 0, max: 1 })),
  /** How many other endpoints are tried when one refuses the connection; absent: as many as the data plane tries. */
  retries: optional(number({ min: 0, max: LIMITS.retries, integer: true })),
  dataPlane: optional(oneOf(...DATA_PLANE_IDS)),
  /** What the process does when it is told to stop. */
  onTerm: optional(oneOf(...ON_TERM)),
});
