/** Ours: what the processes in the containers do, which no manifest tells. */
import type { Draft } from '../../../model/copies';
import { LIMITS } from '../../../model/limits';
import { UNSTATED_DELAYS } from '../../../model/podDelays';
import { gaussian, type RandomStream } from '../../kernel/random';
import { either, flag, list, name, number, object, optional, refuse, variant, type Of } from '../../kernel/schema';

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
    /** Needs an object that is not there: by its name, or the first that the pod names. */
    missingObject: { name: optional(name) },
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

/** A behavior with its numbers drawn: what one particular pod does. */
export interface DrawnBehavior {
  /** From the binding to the kubelet's first word about the pod. */
  readonly firstReport: number;
  readonly imagePull: number;
  readonly start: number;
  readonly warmUp: number;
  readonly shutDown: number;
  readonly neverReady: boolean;
  /** False: what its probes ask for is there, for it has long been running. */
  readonly looksUpPorts: boolean;
  readonly neverAnswers: boolean;
  readonly slots: number | 'as before' | undefined;
  /** Empty: the first that the pod names. */
  readonly missingObject: string | undefined;
  /** So many pods its node does not admit before it does. */
  readonly rejections: number;
  readonly imagePullError: boolean;
  /** So many attempts to pull the image fail before one succeeds. */
  readonly pullErrors: number;
  readonly crash: { readonly after: () => number; readonly times: number } | undefined;
}

/** The seconds that a delay stands for in its `ordinal`-th use (from 0). Drawn ones are in tenths: finer means nothing here. */
function drawDelay(delay: Delay, ordinal: number, random: RandomStream): number {
  if (typeof delay === 'number') return delay;
  if ('list' in delay) {
    const { length } = delay.list;
    return delay.list[delay.drawn === true ? Math.floor(length * random()) : ordinal % length] ?? 0;
  }
  if ('min' in delay) return toTenths(delay.min + (delay.max - delay.min) * random());
  return toTenths(Math.max(0, delay.mean + delay.deviation * gaussian(random)));
}

function toTenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

/** From where a pod's numbers come: its times may be those of its node. */
export interface Draws {
  readonly random: RandomStream;
  readonly times: RandomStream;
}

/** Draws for the `ordinal`-th pod of a revision, on a given node. */
export function drawBehavior(
  behavior: PodBehavior,
  ordinal: number,
  node: string,
  { random, times }: Draws,
): Draft<DrawnBehavior> {
  const draw = (delay: Delay | undefined, fallback: number): number => drawDelay(delay ?? fallback, ordinal, times);
  const { failure } = behavior;
  return {
    firstReport: 0,
    imagePull: draw(behavior.imagePull, UNSTATED_DELAYS.imagePull),
    start: draw(behavior.start, UNSTATED_DELAYS.start),
    warmUp: draw(behavior.warmUp, UNSTATED_DELAYS.warmUp),
    shutDown: draw(behavior.shutDown, UNSTATED_DELAYS.shutDown),
    neverReady: isNeverReady(failure, node, random),
    looksUpPorts: true,
    neverAnswers: failure?.kind === 'neverAnswers',
    slots: failure?.kind === 'exclusive' ? (failure.slots ?? 'as before') : undefined,
    missingObject: failure?.kind === 'missingObject' ? (failure.name ?? '') : undefined,
    rejections: failure?.kind === 'rejected' ? failure.times : 0,
    imagePullError: failure?.kind === 'imagePullError',
    pullErrors: drawFailures(behavior.pullErrors, random),
    crash: drawCrash(behavior, ordinal, random),
  };
}

function drawCrash({ failure, crashes }: PodBehavior, ordinal: number, random: RandomStream): DrawnBehavior['crash'] {
  if (failure?.kind === 'crash')
    return { after: () => drawDelay(failure.after, ordinal, random), times: failure.times ?? Infinity };
  const times = drawFailures(crashes?.probability, random);
  return times === 0 ? undefined : { after: () => drawDelay(crashes?.after ?? 1, ordinal, random), times };
}

/** How many attempts fail before the first that does not, each with this probability. What is certain draws nothing. */
function drawFailures(chance: number | undefined, random: RandomStream): number {
  if (chance === undefined || chance === 0) return 0;
  return chance === 1 ? Infinity : Math.floor(Math.log(1 - random()) / Math.log(chance));
}

function isNeverReady(failure: PodFailure | undefined, node: string, random: RandomStream): boolean {
  switch (failure?.kind) {
    case 'neverReady':
      return true;
    case 'failsOnNodes':
      return failure.nodes.includes(node);
    case 'flaky':
      return random() < failure.probability;
    default:
      return false;
  }
}
