import type { FluidInput } from '../../../src/engine/traffic/fluidModel';
import type { LossCause } from '../../../src/engine/traffic/losses';
import type { PodLife, Run, Span } from '../../../src/engine/traffic/podLives';

/**
 * Sends requests one by one at random moments, each from a sender of its own, and asks what becomes of it: the plainest
 * possible reading of what the fluid model computes, without any of its formulas.
 */
export class OneByOne {
  readonly #input: FluidInput;
  readonly #random: () => number;

  constructor(input: FluidInput, random: () => number) {
    this.#input = input;
    this.#random = random;
  }

  /** Expected failures by cause, estimated with so many requests. */
  estimate(count: number): { readonly failures: number; readonly error: number; readonly byCause: Record<LossCause, number> } {
    const { end, requestsPerSecond } = this.#input;
    const each = (requestsPerSecond * end) / count;
    const byCause: Record<LossCause, number> = { noEndpoint: 0, stopped: 0, notYet: 0, cut: 0, overload: 0 };
    let failed = 0;
    for (let sent = 0; sent < count; sent++) {
      const cause = this.#fate(this.#random() * end);
      if (cause === undefined) continue;
      failed++;
      byCause[cause] += each;
    }
    const share = failed / count;
    return { failures: failed * each, error: Math.sqrt((share * (1 - share)) / count) * each * count, byCause };
  }

  #fate(t: number): LossCause | undefined {
    return this.#random() < this.#input.keptAlive ? this.#fateOnKept(t) : this.#fateOfNew(t);
  }

  #fateOfNew(t: number): LossCause | undefined {
    const { learns, retries } = this.#input;
    const [first, last] = learns;
    const known = [...this.#chosenFrom(t - first - this.#random() * (last - first))];
    if (known.length === 0) return 'noEndpoint';
    let fate: LossCause | undefined;
    for (let tries = 0; tries <= retries && known.length > 0; tries++) {
      const [life] = known.splice(Math.floor(this.#random() * known.length), 1);
      fate = fateAt(life as PodLife, t, this.#input.requestSeconds);
      if (fate === undefined || fate === 'cut') return fate;
    }
    return fate;
  }

  /** A connection that has been open since the beginning, with all the pods that it has had. */
  #fateOnKept(t: number): LossCause | undefined {
    const { lives, requestSeconds } = this.#input;
    const moments = [...new Set([0, ...lives.flatMap((life) => this.#momentsOf(life))])].sort((a, b) => a - b);
    let pod: PodLife | undefined;
    for (const moment of moments) {
      if (moment > t) break;
      if (pod !== undefined && runAt(pod, moment) === undefined) pod = undefined;
      if (pod !== undefined) continue;
      const targets = this.#chosenFrom(moment).filter((life) => runAt(life, moment) !== undefined);
      pod = targets[Math.floor(this.#random() * targets.length)];
    }
    return pod === undefined ? 'noEndpoint' : fateAt(pod, t, requestSeconds);
  }

  #momentsOf({ ready, terminating, runs }: PodLife): number[] {
    const spans = [
      ...ready.map(({ from, until }) => [from + this.#input.registers, until]),
      ...terminating.map(({ from, until }) => [from, until]),
    ];
    return [...spans.flat(), ...runs.flatMap(({ answersAt, until }) => [answersAt, until])].filter((t) => t > 0 && t < Infinity);
  }

  /** The pods of which one is chosen by who knows the endpoints as they were at that moment. */
  #chosenFrom(moment: number): readonly PodLife[] {
    const { lives, registers } = this.#input;
    const known = Math.max(0, moment);
    const ready = lives.filter((life) =>
      life.ready.some(({ from, until }) => from + registers < until && from + registers <= known && known < until),
    );
    return ready.length > 0 ? ready : lives.filter(({ terminating }) => terminating.some((span) => isWithin(span, known)));
  }
}

function isWithin({ from, until }: Span, t: number): boolean {
  return from <= t && t < until;
}

function runAt({ runs }: PodLife, t: number): Run | undefined {
  return runs.find(({ answersAt, until }) => answersAt <= t && t < until);
}

function fateAt(life: PodLife, t: number, requestSeconds: number): LossCause | undefined {
  const run = runAt(life, t);
  if (run !== undefined) return t + requestSeconds > run.cutAt ? 'cut' : undefined;
  const last = life.runs.findLast(({ from }) => from <= t);
  return last === undefined || t < last.answersAt ? 'notYet' : 'stopped';
}
