/** Ours: what the processes in the containers do: numbers drawn from what is said of them. */
import type { Draft } from '../../../model/copies';
import { UNSTATED_DELAYS } from '../../../model/podDelays';
import { gaussian, type RandomStream } from '../../kernel/random';
import type { Delay, PodBehavior, PodFailure } from './behaviorForm';

/** Without a name: the first that the pod names, unless the kubelet says what else keeps its containers from being made. */
export interface MissingObject {
  readonly name?: string;
  readonly says?: string;
}

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
  readonly missingObject: MissingObject | undefined;
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
    missingObject: failure?.kind === 'missingObject' ? failure : undefined,
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
