import { DEFAULT_NAMESPACE, getControllerOf, namespaceOf, objectKey } from '../../../model/meta';
import { isPodReady, isPodTerminal } from '../../../model/podConditions';
import type { OwnerReference, Pod, PodSpec } from '../../../model/apiTypes';
import { ApiError } from '../../api/apiError';
import { defaultPodSpec } from '../../api/defaults/podSpec';
import type { WatchEvent } from '../../api/objectStore';
import { keyOfStanding } from '../scenario/others';
import type { OtherWorkload, StandingPods as Standing } from '../scenario/scenario';
import { PHASE } from './phases';
import type { World } from './world';

/** Until all that is simulated has asked for its pods. */
const FIRST_MS = 2_000;
/** Until their controller has noticed that one is gone. */
const NOTICED_MS = 20;
/** After a refusal it tries again: as all controllers do, from 5 ms on, twice as long each time. */
const FIRST_RETRY_MS = 5;
const LAST_RETRY_MS = 1_000_000;

/** Groups of the kinds whose pods only run. */
const API_VERSIONS: Readonly<Record<string, string>> = {
  ReplicationController: 'v1',
  Job: 'batch/v1',
  Rollout: 'argoproj.io/v1alpha1',
  DeploymentConfig: 'apps.openshift.io/v1',
};

interface Keeper {
  readonly standing: Standing;
  readonly key: string;
  readonly owner: OwnerReference | undefined;
  readonly spec: PodSpec;
  failures: number;
  isDue: boolean;
}

/** Keeps the pods of others running whose controllers are not simulated: what is gone comes again, as far as it can. */
export class StandingPods {
  readonly #world: World;
  readonly #keepers: readonly Keeper[];
  readonly #byUid: ReadonlyMap<string, Keeper>;
  readonly #onChange: () => void;

  constructor(world: World, others: readonly OtherWorkload[], onChange: () => void) {
    this.#world = world;
    this.#onChange = onChange;
    this.#keepers = others.flatMap(({ standing }) => (standing === undefined ? [] : [keeperOf(standing)]));
    this.#byUid = new Map(this.#keepers.flatMap((keeper) => (keeper.owner === undefined ? [] : [[keeper.owner.uid, keeper]])));
    if (this.#keepers.length === 0) return;
    world.store.subscribe(['Pod'], (event) => {
      this.#onPod(event);
    });
  }

  get areAny(): boolean {
    return this.#keepers.length > 0;
  }

  /** Daemon pods are there before them: those have their places at once. */
  create(): void {
    for (const keeper of this.#keepers) this.#syncLater(keeper, FIRST_MS);
  }

  /** The keys of those that lack pods now. */
  get lacking(): readonly string[] {
    return this.#keepers.filter((keeper) => this.#readyOf(keeper) < keeper.standing.count).map(({ key }) => key);
  }

  #onPod({ type, object, previous }: WatchEvent<'Pod'>): void {
    const keeper = this.#byUid.get(getControllerOf(object)?.uid ?? '');
    if (keeper === undefined) return;
    const isGone = type === 'deleted' || isPodTerminal(object);
    const becameReady = isPodReady(object) !== (previous !== undefined && isPodReady(previous));
    if (isGone || becameReady) this.#onChange();
    if (isGone || (becameReady && keeper.standing.inOrder === true)) this.#syncLater(keeper, NOTICED_MS);
  }

  #syncLater(keeper: Keeper, delayMs: number): void {
    if (keeper.isDue) return;
    keeper.isDue = true;
    const { loop } = this.#world;
    loop.schedule(loop.now + delayMs, PHASE.cluster, () => {
      keeper.isDue = false;
      this.#sync(keeper);
    });
  }

  #sync(keeper: Keeper): void {
    try {
      this.#createMissing(keeper);
      keeper.failures = 0;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Whoever makes a pod by hand is told, and that is all.
      if (keeper.owner !== undefined) this.#syncLater(keeper, Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** keeper.failures++));
    }
  }

  #createMissing(keeper: Keeper): void {
    const { standing, owner } = keeper;
    const { store } = this.#world;
    const { name } = standing.pod.metadata;
    if (owner === undefined) {
      store.create('Pod', podOf(keeper, { name }));
      return;
    }
    if (standing.kind !== 'StatefulSet') {
      const active = this.#podsOf(keeper).filter((pod) => pod.metadata.deletionTimestamp === undefined && !isPodTerminal(pod));
      for (let missing = standing.count - active.length; missing > 0; missing--)
        store.create('Pod', podOf(keeper, { name: '', generateName: `${name}-` }));
      return;
    }
    for (let ordinal = 0; ordinal < standing.count; ordinal++) {
      const key = `${namespaceOf(standing.pod)}/${name}-${ordinal}`;
      const pod = store.get('Pod', key);
      if (pod !== undefined && isPodTerminal(pod)) store.remove('Pod', key);
      const isThere = pod !== undefined && !isPodTerminal(pod);
      if (!isThere) store.create('Pod', podOf(keeper, { name: `${name}-${ordinal}` }));
      if (standing.inOrder === true && !(isThere && isServing(pod))) return;
    }
  }

  #podsOf({ standing, owner }: Keeper): readonly Pod[] {
    const key = objectKey({ metadata: { ...standing.pod.metadata, namespace: namespaceOf(standing.pod) } });
    const { store } = this.#world;
    if (owner === undefined) return [store.get('Pod', key) ?? []].flat();
    return [...store.list('Pod')].filter((pod) => getControllerOf(pod)?.uid === owner.uid);
  }

  #readyOf(keeper: Keeper): number {
    return this.#podsOf(keeper).filter(isServing).length;
  }
}

function isServing(pod: Pod): boolean {
  return isPodReady(pod) && pod.metadata.deletionTimestamp === undefined;
}

function keeperOf(standing: Standing): Keeper {
  const { kind, pod } = standing;
  const key = keyOfStanding(standing);
  const apiVersion = API_VERSIONS[kind] ?? 'apps/v1';
  const owner = { apiVersion, kind, name: pod.metadata.name, uid: key, controller: true };
  const spec = defaultPodSpec(pod.spec) as PodSpec;
  return { standing, key, owner: kind === 'Pod' ? undefined : owner, spec, failures: 0, isDue: false };
}

function podOf({ standing: { pod }, owner, spec }: Keeper, names: Pick<Pod['metadata'], 'name' | 'generateName'>): Pod {
  const { namespace = DEFAULT_NAMESPACE, labels, annotations } = pod.metadata;
  const ownerReferences = owner === undefined ? undefined : [owner];
  return { metadata: { ...names, namespace, labels, annotations, ownerReferences }, spec, status: { phase: 'Pending' } };
}
