import { objectKey } from '../../../model/meta';
import type { Pod, PodDisruptionBudget } from '../../../model/apiTypes';
import type { Time } from '../../../model/time';
import { syncBudget } from '../../cluster/disruption/syncBudget';
import {
  startDrain,
  stepDrain,
  type DrainCluster,
  type DrainPod,
  type DrainState,
  type DrainStep,
} from '../../cluster/drain/drain';
import { evictPod, type EvictionResult } from '../../cluster/eviction/eviction';
import { podControllers } from './podControllers';
import type { DrainFlags } from '../scenario/actions';
import type { DrainOptions } from '../../cluster/drain/podFilters';
import { matchesSelector } from '../../../model/labelSelector';
import type { RandomStream } from '../../kernel/random';
import type { World } from './world';

/** What people pass to get a drain through at all. */
const USUAL: DrainOptions = { ignoreDaemonSets: true, deleteEmptyDirData: true };

/** A drain that gets no further tries on for this long: pods that become available meanwhile may let it through. */
const DRAIN_PATIENCE_MS = 30_000;

/** So long a budget's change is on its way. */
const CONFLICT_MS = 10;

/** A drain that a budget keeps from ending. */
export interface BlockedDrain {
  readonly node: string;
  readonly pods: readonly string[];
  readonly cause: string;
  /** It tries no longer. */
  readonly gaveUp: boolean;
}

/** Runs `kubectl drain` in the simulated cluster: evictions through the budgets, retries every 5 seconds. */
export class DrainDriver {
  readonly #world: World;
  readonly #phase: number;
  readonly #states = new Map<string, DrainState>();
  /** How many drains have been called for, but not begun. */
  #starting = 0;
  #changedAt = 0;
  /** When an eviction last used a budget: two at once use the same version of it, and the second has to come again. */
  readonly #budgetUsedAt = new Map<string, Time>();

  constructor(world: World, phase: number) {
    this.#world = world;
    this.#phase = phase;
  }

  /** A drain that only waits for a budget changes nothing by itself, unless pods have changed lately. */
  isActive(lastPodChange: Time): boolean {
    if (this.#starting > 0) return true;
    if (this.#states.size === 0) return false;
    const running = [...this.#states.values()].filter(({ phase }) => phase === 'running');
    const waits = running.filter(({ pods }) => pods.some(({ state }) => state.step === 'terminating'));
    if (waits.some(({ nodeName }) => this.#answers(nodeName))) return true;
    return running.length > 0 && this.#world.loop.now - Math.max(this.#changedAt, lastPodChange) <= DRAIN_PATIENCE_MS;
  }

  /** On a node that does not answer no pod ends: kubectl would wait for ever. */
  #answers(nodeName: string): boolean {
    const conditions = this.#world.store.get('Node', nodeName)?.status?.conditions ?? [];
    return conditions.every(({ type, status }) => type !== 'Ready' || status === 'True');
  }

  blocked(): readonly BlockedDrain[] {
    return [...this.#states.values()].flatMap((state): BlockedDrain[] => {
      const refused = state.pods.filter(({ state: pod }) => pod.step === 'evicting' && pod.refusal !== undefined);
      const first = refused[0]?.state;
      if (state.phase === 'failed' && state.pods.length > 0) {
        const left = state.pods.filter(({ state: pod }) => pod.step === 'failed').map(({ pod }) => pod.metadata.name);
        return [{ node: state.nodeName, pods: left, cause: state.error ?? '', gaveUp: true }];
      }
      if (state.phase !== 'running' || first?.step !== 'evicting') return [];
      const cause = first.refusal?.cause ?? first.refusal?.message ?? '';
      return [{ node: state.nodeName, pods: refused.map(({ pod }) => pod.metadata.name), cause, gaveUp: false }];
    });
  }

  /** kubectl has to start before it cordons the node and evicts. Returns why nothing can be drained, if so. */
  start(nodeName: string, flags: DrainFlags, cordon: () => void): string | undefined {
    const { loop, pace, random } = this.#world;
    const planned = this.#plan(nodeName, flags);
    if (planned === undefined) return `there is no node ${nodeName}`;
    const times = random.stream('drains');
    const begin = (): void => {
      cordon();
      const step = this.#plan(nodeName, flags);
      if (step !== undefined) this.#follow(this.#inTurn(step, times));
    };
    const startsAfter = pace.kubectlMs(times);
    if (startsAfter === 0) begin();
    else {
      this.#starting++;
      loop.schedule(loop.now + startsAfter, this.#phase, () => {
        this.#starting--;
        begin();
      });
    }
    return planned.state.phase === 'failed' ? planned.state.error : undefined;
  }

  /** All evictions are sent at once; which of them comes first is nobody's choice. */
  #inTurn({ state, ...step }: DrainStep, times: RandomStream): DrainStep {
    const { loop, pace, random } = this.#world;
    if (pace.isInstant || state.phase !== 'running') return { state, ...step };
    const order = random.spreadStream('order of evictions');
    const drawn = new Map(state.pods.map((item) => [item, order()]));
    let at = loop.now;
    let nextAt: Time | undefined;
    const pods = state.pods
      .toSorted((a, b) => (drawn.get(a) ?? 0) - (drawn.get(b) ?? 0))
      .map((item, index): DrainPod => {
        at += pace.evictionMs(index === 0, times);
        nextAt ??= at;
        return item.state.step === 'evicting' ? { ...item, state: { ...item.state, at } } : item;
      });
    return { ...step, state: { ...state, pods }, nextAt: nextAt ?? step.nextAt };
  }

  #plan(nodeName: string, { podSelector, ...flags }: DrainFlags): DrainStep | undefined {
    const { store, loop } = this.#world;
    const node = store.get('Node', nodeName);
    if (node === undefined) return undefined;
    const isSelected = ({ metadata }: Pod): boolean => matchesSelector({ matchLabels: podSelector ?? {} }, metadata.labels);
    const cluster = this.#cluster();
    const podsOnNode = (name: string): Pod[] => cluster.podsOnNode(name).filter(isSelected);
    return startDrain(node, { ...cluster, podsOnNode }, { ...USUAL, ...flags }, loop.now);
  }

  #follow({ state, nextAt }: DrainStep): void {
    const { loop } = this.#world;
    const previous = this.#states.get(state.nodeName);
    if (previous === undefined || stepsOf(previous) !== stepsOf(state)) this.#changedAt = loop.now;
    this.#states.set(state.nodeName, state);
    if (nextAt === undefined) return;
    loop.schedule(nextAt, this.#phase, () => {
      const current = this.#states.get(state.nodeName);
      if (current === state) this.#follow(stepDrain(state, this.#cluster(), loop.now));
    });
  }

  #cluster(): DrainCluster {
    const { store } = this.#world;
    return {
      podsOnNode: (nodeName) => [...store.list('Pod')].filter(({ spec }) => spec.nodeName === nodeName),
      getPod: (namespace, name) => store.get('Pod', `${namespace}/${name}`),
      hasDaemonSet: (namespace, name) => store.get('DaemonSet', `${namespace}/${name}`) !== undefined,
      cordon: () => undefined,
      evict: (pod, grace) => this.#evict(pod, grace),
      delete: (pod, grace) => {
        store.delete('Pod', objectKey(pod), grace === undefined ? {} : { gracePeriodSeconds: grace });
      },
    };
  }

  #evict(pod: Pod, gracePeriodSeconds: number | undefined): EvictionResult | 'notFound' {
    const { store, loop } = this.#world;
    const current = store.get('Pod', objectKey(pod));
    if (current === undefined) return 'notFound';
    const result = evictPod(current, this.#budgets(), loop.now);
    if (!result.allowed) return result;
    const { budget } = result;
    if (budget !== undefined && loop.now - (this.#budgetUsedAt.get(objectKey(budget)) ?? -Infinity) < CONFLICT_MS)
      return this.#conflict();
    if (budget !== undefined) this.#budgetUsedAt.set(objectKey(budget), loop.now);
    if (budget !== undefined) store.patch('PodDisruptionBudget', objectKey(budget), () => budget, 'whole');
    store.delete('Pod', objectKey(pod), gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds });
    return result;
  }

  /** The API server tries again by itself half a second later (EvictionsRetry), without a word to kubectl. */
  #conflict(): EvictionResult {
    const retryAfterSeconds = 0.5 * (1 + 0.1 * this.#world.random.stream('retries of evictions')());
    return { allowed: false, code: 429, message: 'the object has been modified', retryAfterSeconds };
  }

  /** Budgets as the disruption controller has them: brought up to date when somebody asks. */
  #budgets(): PodDisruptionBudget[] {
    const { store, loop } = this.#world;
    const pods = [...store.list('Pod')].sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
    return [...store.list('PodDisruptionBudget')].map((budget) => {
      const { status } = syncBudget(budget, pods, podControllers(store), loop.now);
      return store.patch('PodDisruptionBudget', objectKey(budget), (current) => ({ ...current, status }), 'whole');
    });
  }
}

/** How far each of its pods is. */
function stepsOf({ phase, pods }: DrainState): string {
  return [phase, ...pods.map(({ state }) => state.step)].join();
}
