import type { Pod, PodDisruptionBudget, ResourceQuota } from '../../../../model/apiTypes';
import { matchesSelector } from '../../../../model/labelSelector';
import { namespaceOf } from '../../../../model/meta';
import { isPodReady } from '../../../../model/podConditions';
import { formatQuantity } from '../../../../model/quantity';
import { parseResources, type Resources } from '../../../../model/podResources';
import { OBJECT_COUNTS, ONE_POD, type CountedKind } from '../../../../model/quotaUsage';
import type { ObjectStore, WatchEvent } from '../../../api/objectStore';
import { syncBudget } from '../../../cluster/disruption/syncBudget';
import { podMatchesScopes, podUsage } from '../../../cluster/quota/podEvaluator';
import { countsObjects } from '../../../cluster/quota/objectCounts';
import { calculateUsage } from '../../../cluster/quota/quotaController';
import { podControllers } from '../../world/podControllers';
import { BUDGET_COLUMNS, type BudgetColumn, type BudgetStatus, type QuotaUse } from '../policies';
import { SeriesLog } from './seriesLog';
import type { TimelineClock } from './timelineClock';

const COUNTED_KINDS = Object.keys(OBJECT_COUNTS) as readonly CountedKind[];

interface TrackedBudget {
  budget: PodDisruptionBudget;
  healthy: number;
  wanted: number;
  readonly log: SeriesLog<BudgetColumn>;
}

interface TrackedQuota {
  quota: ResourceQuota;
  hard: Resources;
  /** By name, in billionths. */
  used: Map<string, bigint>;
  readonly rows: { readonly t: number; readonly used: ReadonlyMap<string, bigint> }[];
}

/** What the budgets and quotas of the workload's namespace say while it rolls out, kept up pod by pod. */
export class PolicyLog {
  readonly #clock: TimelineClock;
  readonly #store: ObjectStore;
  readonly #namespace: string;
  readonly #budgets = new Map<string, TrackedBudget>();
  readonly #quotas = new Map<string, TrackedQuota>();
  #isFollowing = false;

  constructor(clock: TimelineClock, store: ObjectStore, namespace: string) {
    this.#clock = clock;
    this.#store = store;
    this.#namespace = namespace;
  }

  /** Takes what there is and listens from now on. */
  begin(): void {
    for (const budget of this.#store.list('PodDisruptionBudget')) this.#onBudget(budget, 'added');
    for (const quota of this.#store.list('ResourceQuota')) this.#onQuota(quota, 'added');
    this.#store.subscribe(['PodDisruptionBudget'], ({ object, type }) => {
      this.#onBudget(object, type);
    });
    this.#store.subscribe(['ResourceQuota'], ({ object, type }) => {
      this.#onQuota(object, type);
    });
  }

  /** From the first budget or quota on there is something to keep up. */
  #follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#store.subscribe(['Pod'], ({ object, previous, type }) => {
      this.#onPod(object, type === 'modified' ? previous : undefined, type);
    });
    this.#store.subscribe(COUNTED_KINDS, ({ kind, object, type }) => {
      if (type !== 'modified' && namespaceOf(object) === this.#namespace) this.#countObjects(kind);
    });
    // How many pods a budget wants follows from the size of their controller.
    this.#store.subscribe(['Deployment'], ({ object, previous }) => {
      if (previous?.metadata.generation !== object.metadata.generation) this.#syncBudgets();
    });
  }

  #onPod(pod: Pod, previous: Pod | undefined, type: WatchEvent['type']): void {
    if (namespaceOf(pod) !== this.#namespace) return;
    const before = type === 'deleted' ? pod : previous;
    const after = type === 'deleted' ? undefined : pod;
    for (const tracked of this.#budgets.values()) this.#countHealthy(tracked, before, after);
    for (const tracked of this.#quotas.values()) this.#countUse(tracked, before, after);
  }

  #countHealthy(tracked: TrackedBudget, before: Pod | undefined, after: Pod | undefined): void {
    if (!matchesSelector(tracked.budget.spec?.selector, (after ?? before)?.metadata.labels)) return;
    const change = Number(isHealthy(after)) - Number(isHealthy(before));
    // The first pod tells the budget whose it is.
    if (before === undefined && tracked.wanted === 0) this.#sync(tracked);
    else if (change !== 0) {
      tracked.healthy += change;
      this.#note(tracked);
    }
  }

  #onBudget(budget: PodDisruptionBudget, type: WatchEvent['type']): void {
    const { name } = budget.metadata;
    if (namespaceOf(budget) !== this.#namespace) return;
    const known = this.#budgets.get(name);
    const tracked = known ?? { budget, healthy: 0, wanted: 0, log: new SeriesLog(BUDGET_COLUMNS) };
    const isNews = known === undefined || known.budget.spec !== budget.spec || type === 'deleted';
    tracked.budget = type === 'deleted' ? { ...budget, spec: {} } : budget;
    this.#budgets.set(name, tracked);
    this.#follow();
    if (isNews) this.#sync(tracked);
  }

  #syncBudgets(): void {
    for (const tracked of this.#budgets.values()) this.#sync(tracked);
  }

  #sync(tracked: TrackedBudget): void {
    const { status } = syncBudget(tracked.budget, [...this.#store.list('Pod')], podControllers(this.#store), 0);
    tracked.healthy = status.currentHealthy ?? 0;
    tracked.wanted = status.desiredHealthy ?? 0;
    this.#note(tracked);
  }

  #note({ healthy, wanted, log }: TrackedBudget): void {
    log.push(this.#clock.t, { healthy, wanted, allowed: Math.max(0, healthy - wanted) }, this.#store.resourceVersion);
  }

  #onQuota(quota: ResourceQuota, type: WatchEvent['type']): void {
    const { name } = quota.metadata;
    if (namespaceOf(quota) !== this.#namespace) return;
    if (type === 'deleted') {
      this.#quotas.delete(name);
      return;
    }
    const rows = this.#quotas.get(name)?.rows ?? [];
    const hard = parseResources(quota.spec?.hard);
    const usage = calculateUsage(quota, [...this.#store.list('Pod')], 0);
    const used = new Map([...usage].map(([resource, { nanos }]) => [resource, nanos]));
    for (const kind of COUNTED_KINDS) if (countsObjects(quota, kind)) used.set(OBJECT_COUNTS[kind], this.#numberOf(kind));
    this.#quotas.set(name, { quota, hard, used, rows });
    this.#follow();
    rows.push({ t: this.#clock.t, used: new Map(used) });
  }

  #countUse({ quota, used, rows }: TrackedQuota, before: Pod | undefined, after: Pod | undefined): void {
    const [old, next] = [this.#usage(quota, before), this.#usage(quota, after)];
    if (old === next) return;
    let isNews = false;
    for (const [resource, sum] of used) {
      const change = (next?.get(resource)?.nanos ?? 0n) - (old?.get(resource)?.nanos ?? 0n);
      if (change === 0n) continue;
      used.set(resource, sum + change);
      isNews = true;
    }
    if (isNews) rows.push({ t: this.#clock.t, used: new Map(used) });
  }

  #countObjects(kind: CountedKind): void {
    for (const { quota, used, rows } of this.#quotas.values()) {
      if (!countsObjects(quota, kind)) continue;
      used.set(OBJECT_COUNTS[kind], this.#numberOf(kind));
      rows.push({ t: this.#clock.t, used: new Map(used) });
    }
  }

  /** In billionths. */
  #numberOf(kind: CountedKind): bigint {
    return BigInt([...this.#store.list(kind)].filter((object) => namespaceOf(object) === this.#namespace).length) * ONE_POD.nanos;
  }

  #usage(quota: ResourceQuota, pod: Pod | undefined): Resources | undefined {
    return pod === undefined || !podMatchesScopes(quota, pod) ? undefined : podUsage(pod, 0);
  }

  budgets(end: number): readonly BudgetStatus[] {
    return [...this.#budgets].map(([name, { log }]) => ({ name, series: log.series(end) }));
  }

  quotas(end: number): readonly QuotaUse[] {
    return [...this.#quotas].map(([name, { quota, hard, rows }]) => ({
      name,
      hard: { ...quota.spec?.hard },
      rows: rows
        .filter(({ t }) => t <= end)
        .map(({ t, used }) => ({
          t,
          used: Object.fromEntries([...used].map(([resource, nanos]) => [resource, shown(hard, resource, nanos)])),
        })),
    }));
  }
}

function shown(hard: Resources, resource: string, nanos: bigint): string {
  return formatQuantity({ format: 'DecimalSI', ...hard.get(resource), nanos });
}

/** As the disruption controller counts. */
function isHealthy(pod: Pod | undefined): boolean {
  return pod !== undefined && pod.metadata.deletionTimestamp === undefined && isPodReady(pod);
}
