/** Ours: the form of what the processes in the containers do, which no manifest tells. What plays it needs its types only. */
import { LIMITS } from '../../../model/limits';
import { either, flag, list, name, number, object, optional, refuse, text, variant, type Of } from '../../kernel/schema';

export const seconds = number({ min: 0, max: LIMITS.seconds });
const range = object({ min: seconds, max: seconds });
const forwardRange: typeof range = (value, path) => {
  const { min, max } = range(value, path);
  return min <= max ? { min, max } : refuse(path, `min ${min} is more than max ${max}`);
};
const values = object({ list: list(seconds, { most: LIMITS.delays, least: 1 }), drawn: optional(flag) });
const normal = object({ mean: seconds, deviation: seconds });

/** How long something takes, in seconds: drawn from the seed, but for a `list` that is not `drawn`, which is taken in turn. */
export type Delay = Of<typeof delay>;
const delay = either((value) => {
  if (typeof value !== 'object' || value === null) return seconds;
  return 'list' in value ? values : 'mean' in value ? normal : forwardRange;
});

const probability = number({ min: 0, max: 1 });

export type PodFailure = Of<typeof podFailure>;
export const podFailure = variant(
  'kind',
  {},
  {
    neverReady: {},
    /** The process ends `after` seconds from its start, each time it is started; `times` limits how often. */
    crash: { after: delay, times: optional(number({ min: 1, integer: true })) },
    imagePullError: {},
    /** Never gets ready on these nodes only. */
    failsOnNodes: { nodes: list(name, { most: LIMITS.nodes }) },
    /** Each pod is one that never gets ready with this probability. */
    flaky: { probability },
    /** Answers no probe: its startup or liveness probe kills it, again and again. */
    neverAnswers: {},
    /**
     * Gets ready only while it has one of `slots` that the workload's pods share (a leader's lease, a lock, a database's
     * connections), and keeps it until it is gone. Without a number: as many as pods ran before, so that one must go first.
     */
    exclusive: { slots: optional(number({ min: 1, integer: true })) },
    /** The kubelet of each node does not admit the first `times` of them: they fail at once. */
    rejected: { times: number({ min: 1, max: 1000, integer: true }) },
    /** Needs an object that is not there: by its name, or the first that the pod names; or whatever its kubelet `says`. */
    missingObject: { name: optional(name), says: optional(text()) },
    /** The API server refuses to create them, with this message: always, or while none of the workload's pods is ready. */
    refused: { message: text(), whileNoneReady: optional(flag) },
  },
);

/** Nodes on which everything takes so many times as long. */
export const slowNodes = object({ probability, factor: number({ min: 1, max: LIMITS.slowFactor }) });

/** What the pods of a revision do. */
export type PodBehavior = Of<typeof podBehavior>;
export const podBehavior = object({
  /** Image pull on a node that does not have the image yet. */
  imagePull: optional(delay),
  /** From the image to running containers. */
  start: optional(delay),
  /** From running to answering: when probes begin to succeed. Readiness is then what the probes make of it. */
  warmUp: optional(delay),
  /** From the stop signal to the end of the process. */
  shutDown: optional(delay),
  /** Each attempt to pull the image fails with this probability; the kubelet tries again after its back-off. */
  pullErrors: optional(probability),
  /** Until a start has gone well, each ends with this probability in a crash, `after` seconds later (absent: one). */
  crashes: optional(object({ probability, after: optional(delay) })),
  failure: optional(podFailure),
});
