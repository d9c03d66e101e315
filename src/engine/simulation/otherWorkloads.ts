import type { Time } from '../../model/time';
import type { WatchEvent } from '../api/objectStore';
import { isComplete } from './isComplete';
import { updatedAndAvailable } from './progressWatch';
import { keyOfOther } from './scenario/others';
import type { OtherWorkload, Workload } from './scenario/scenario';
import { workloadKey } from './scenario/workloadKind';
import { workloadWords } from './verdict/otherWords';
import { putOfScenario, putRunning } from './world/putWorkload';
import { StandingPods } from './world/standingPods';
import { WORLD_START, type World } from './world/world';

/** What else runs and rolls out beside the workload that the timeline is about. */
export class OtherWorkloads {
  readonly #world: World;
  readonly #others: readonly OtherWorkload[];
  readonly #onProgress: () => void;
  readonly #standing: StandingPods;
  /** Those whose end is worth waiting for: they roll out themselves, or were whole and may be disturbed. */
  readonly #awaited = new Set<string>();
  readonly #incomplete = new Set<string>();
  readonly #mostAvailable = new Map<string, number>();
  readonly #available = new Map<string, number>();
  /** When one of them last got more or fewer pods that serve. */
  lastChangeAt: Time = WORLD_START;

  constructor(world: World, others: readonly OtherWorkload[], onProgress: () => void) {
    this.#world = world;
    this.#others = others;
    this.#onProgress = onProgress;
    this.#standing = new StandingPods(world, others, () => {
      this.lastChangeAt = world.loop.now;
    });
    for (const other of others) this.#mostAvailable.set(keyOfOther(other), 0);
    if (others.length === 0) return;
    world.store.subscribe(['Deployment', 'DaemonSet'], (event) => {
      this.#onWrite(event);
    });
  }

  get hasRunning(): boolean {
    return this.#standing.areAny || this.#others.some(({ before }) => before !== undefined);
  }

  /** Creates what runs before the story begins. */
  create(isWanted: (workload: Workload) => boolean): void {
    this.#others.forEach(({ before }, index) => {
      if (before !== undefined && isWanted(before)) putRunning(this.#world, before, `scenario.others[${index}].before`);
    });
  }

  /** Creates the pods that only run. */
  createStanding(): void {
    this.#standing.create();
  }

  /** The story begins: what is whole now is expected to be so in the end. */
  begin(): void {
    const lacking = new Set([...this.#incomplete, ...this.#standing.lacking]);
    for (const other of this.#others) {
      const key = keyOfOther(other);
      if (other.after !== undefined || !lacking.has(key)) this.#awaited.add(key);
    }
  }

  /** Of what should run already, all that is not whole. */
  setupProblems(sources: ReadonlyMap<string, string>): string[] {
    const lacking = this.#others.filter((other) => other.before !== undefined && this.#incomplete.has(keyOfOther(other)));
    const keys = [...lacking.map(keyOfOther), ...this.#standing.lacking];
    return keys.map((key) => `${workloadWords(key, sources)} is not whole at the start`);
  }

  /** Applies what rolls out together with the workload. */
  apply(): void {
    this.#others.forEach(({ after }, index) => {
      if (after !== undefined) putOfScenario(this.#world, after, `scenario.others[${index}].after`);
    });
  }

  get areComplete(): boolean {
    for (const key of this.#incomplete) if (this.#awaited.has(key)) return false;
    return !this.#standing.lacking.some((key) => this.#awaited.has(key));
  }

  /** Only what has never been reached counts as progress: pods that come and go for ever are none. */
  #onWrite({ type, object, previous }: WatchEvent<'Deployment' | 'DaemonSet'>): void {
    const workload: Workload = object;
    const key = workloadKey(workload);
    const most = this.#mostAvailable.get(key);
    if (most === undefined) return;
    if (type === 'deleted' || isComplete(workload)) this.#incomplete.delete(key);
    else this.#incomplete.add(key);
    const isNewSpec = previous === undefined || previous.metadata.generation !== workload.metadata.generation;
    const available = updatedAndAvailable(workload);
    if (available !== this.#available.get(key)) this.lastChangeAt = this.#world.loop.now;
    this.#available.set(key, available);
    if (!isNewSpec && available <= most) return;
    this.#mostAvailable.set(key, isNewSpec ? 0 : available);
    this.#onProgress();
  }
}
