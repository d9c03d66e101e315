/**
 * Ours: how many requests fail in a rollout, and why, as expected values. Requests come evenly, each from a sender that knows
 * of the endpoints as they were some seconds ago: how many is spread evenly between what the first and the last sender take.
 * The sender chooses one of the endpoints that are ready by what it knows. No dice: the shares of the senders are integrated.
 */
import { CONDITION } from './endpointChanges';
import { Endpoints } from './endpointViews';
import { LOSS_CAUSES, noLosses, type LossCause, type Losses } from './losses';
import type { PodLife } from './podLives';

export interface FluidInput {
  readonly lives: readonly PodLife[];
  /** From 0 until then. */
  readonly end: number;
  /** Seconds after which the first and the last sender know of a change. */
  readonly learns: readonly [first: number, last: number];
  /** Seconds for which a new endpoint is checked before anything is sent there. */
  readonly registers: number;
  readonly requestsPerSecond: number;
  readonly requestSeconds: number;
  readonly podCapacity: number | undefined;
  readonly keptAlive: number;
  readonly retries: number;
}

/** Requests that fail between `from` and `until`, by cause. */
export interface LossRow {
  readonly from: number;
  readonly until: number;
  readonly losses: Losses;
}

/** All that fail from 0 to the end, in the order of time. Rows without any are left out. */
export function lossRows(input: FluidInput): readonly LossRow[] {
  const endpoints = new Endpoints(input);
  const kept = new KeptConnections(input, endpoints);
  const rows: LossRow[] = [];
  kept.settle();
  const moments = [0, ...endpoints.moments(input.end)];
  for (let at = 0; at + 1 < moments.length; at++) {
    const [from, until] = [moments[at] as number, moments[at + 1] as number];
    kept.follow(endpoints.advanceTo(from, until));
    const losses = lossesWithin(input, endpoints, kept, from, until);
    if (LOSS_CAUSES.some((cause) => losses[cause] > 0)) rows.push({ from, until, losses });
  }
  return rows;
}

function lossesWithin(
  { requestsPerSecond, keptAlive, retries, podCapacity, learns }: FluidInput,
  endpoints: Endpoints,
  kept: KeptConnections,
  from: number,
  until: number,
): Losses {
  const losses = noLosses();
  const seconds = until - from;
  const fresh = requestsPerSecond * (1 - keptAlive);
  for (let view = endpoints.oldest; view <= endpoints.newest; view++) {
    if (isFlawless(endpoints, view)) continue;
    const senders =
      knownWithin(learns, endpoints.startOf(view), from, until) - knownWithin(learns, endpoints.startOf(view + 1), from, until);
    if (senders > 0) addFates(losses, fresh * senders, endpoints, view, retries);
  }
  const open = requestsPerSecond * keptAlive * seconds;
  losses.cut += open * kept.cutShare;
  losses.noEndpoint += open * kept.homeless;
  if (podCapacity !== undefined) {
    const answered = requestsPerSecond * seconds - losses.noEndpoint - losses.stopped - losses.notYet - losses.cut;
    losses.overload = Math.max(0, answered - podCapacity * endpoints.answering * seconds);
  }
  return losses;
}

/** The integral, from `from` until `until`, of the share of senders who know of a change. */
function knownWithin([first, last]: FluidInput['learns'], change: number, from: number, until: number): number {
  if (change === -Infinity) return until - from;
  const since = (seconds: number): number => {
    if (seconds <= first) return 0;
    if (seconds >= last) return seconds - (first + last) / 2;
    return (seconds - first) ** 2 / (2 * (last - first));
  };
  return since(until - change) - since(from - change);
}

/** Whoever chooses one of these is answered. */
function isFlawless(endpoints: Endpoints, view: number): boolean {
  const { answers, notYet, cuts, stopped } = CONDITION;
  return (
    endpoints.countOf(view, answers) > 0 && [notYet, cuts, stopped].every((condition) => endpoints.countOf(view, condition) === 0)
  );
}

type Four = [notYet: number, answers: number, cuts: number, stopped: number];
const BY_CONDITION = [CONDITION.notYet, CONDITION.answers, CONDITION.cuts, CONDITION.stopped];

/** What becomes of requests that are sent by what some senders know of the endpoints. */
function addFates(
  losses: Record<LossCause, number>,
  requests: number,
  endpoints: Endpoints,
  view: number,
  retries: number,
): void {
  const [notYet, answers, cuts, stopped] = BY_CONDITION.map((condition) => endpoints.countOf(view, condition)) as Four;
  const [refusing, taking] = [notYet + stopped, answers + cuts];
  if (refusing + taking === 0) {
    losses.noEndpoint += requests;
    return;
  }
  const refused = requests * chanceOfNone(refusing, refusing + taking, 1 + retries);
  losses.stopped += (refused * stopped) / Math.max(1, refusing);
  losses.notYet += (refused * notYet) / Math.max(1, refusing);
  if (taking > 0) losses.cut += ((requests - refused) * cuts) / taking;
}

/** That all of so many tries, each at another one of `all`, find one of those that refuse. */
function chanceOfNone(refusing: number, all: number, tries: number): number {
  let chance = 1;
  for (let index = 0; index < Math.min(tries, all); index++) chance *= Math.max(0, refusing - index) / (all - index);
  return chance;
}

/**
 * Connections that stay open keep their pod until it takes nothing new. Then they are opened again, at once and evenly, to the
 * pods that get new requests and answer them; where there are none they wait for the first that does.
 */
class KeptConnections {
  readonly #share: Float64Array;
  readonly #endpoints: Endpoints;
  readonly #isUsed: boolean;
  #homeless = 1;

  constructor({ lives, keptAlive }: FluidInput, endpoints: Endpoints) {
    this.#share = new Float64Array(lives.length);
    this.#endpoints = endpoints;
    this.#isUsed = keptAlive > 0;
  }

  /** Share of the connections that have nowhere to go. */
  get homeless(): number {
    return this.#isUsed ? this.#homeless : 0;
  }

  /** Share of the connections whose pod ends before it answers what comes now. */
  get cutShare(): number {
    if (!this.#isUsed) return 0;
    let share = 0;
    for (const life of this.#endpoints.cutting) share += this.#share[life] as number;
    return share;
  }

  /** After these pods have begun or ceased to answer, or to be known for it. */
  follow(changed: readonly number[]): void {
    if (!this.#isUsed) return;
    for (const life of changed) {
      if (this.#endpoints.takes(life)) continue;
      this.#homeless += this.#share[life] as number;
      this.#share[life] = 0;
    }
    this.settle();
  }

  settle(): void {
    if (!this.#isUsed || this.#homeless === 0) return;
    const { targets } = this.#endpoints;
    if (targets.length === 0) return;
    for (const life of targets) this.#share[life] = (this.#share[life] as number) + this.#homeless / targets.length;
    this.#homeless = 0;
  }
}
