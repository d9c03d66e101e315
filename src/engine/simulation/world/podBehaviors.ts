import type { Container, OwnerReference, Pod } from '../../../model/apiTypes';
import { LIMITS } from '../../../model/limits';
import { loadOf, type Load } from '../../../model/load';
import { getControllerOf } from '../../../model/meta';
import { revisionHashIn } from '../../../model/wellKnown';
import type { Draft } from '../../../model/copies';
import type { RandomSource, RandomStream } from '../../kernel/random';
import type { Pace } from './pace';
import { drawBehavior, type DrawnBehavior } from '../../cluster/kubelet/behavior';
import type { PodBehavior, PodFailure } from '../../cluster/kubelet/behaviorForm';
import type { BehaviorProfile, Scenario } from '../scenario/scenario';
import { keyOfOther } from '../scenario/others';
import { workloadKey, workloadKeyOfPod } from '../scenario/workloadKind';

/** Which version a pod is of: the one that ran before, or a later one. */
export type PodVersion = 'before' | 'after';

interface DrawnBefore {
  readonly random: RandomStream;
  count: number;
  /** The behavior that was found last, and for whom. */
  last:
    | {
        readonly owner: OwnerReference;
        readonly containers: readonly Container[];
        readonly version: PodVersion;
        readonly behavior: PodBehavior;
      }
    | undefined;
}

/** Decides what each pod does, from the scenario's profile and what actions have changed of it. */
export class PodBehaviors {
  readonly #profile: BehaviorProfile;
  readonly #random: RandomSource;
  readonly #pace: Pace;
  /** The workload whose versions the profile speaks of. */
  readonly #subject: string;
  /** Where it decides how the subject's pods stop. */
  readonly #load: Load | undefined;
  readonly #others: ReadonlyMap<string, PodBehavior>;
  readonly #failures = new Map<string, PodFailure | null>();
  readonly #drawn = new Map<string, DrawnBefore>();
  readonly #beforeHashes = new Set<string>();
  readonly #slowNodes = new Map<string, boolean>();
  readonly #timesOfNodes = new Map<string, number[]>();
  #warmingUp = true;
  /** Some pods are not let in: most of the time none is asked about. */
  #refusesSome: boolean;

  constructor(scenario: Scenario, random: RandomSource, pace: Pace) {
    this.#pace = pace;
    this.#profile = scenario.behavior ?? {};
    this.#random = random;
    this.#subject = workloadKey(scenario.workload.after);
    this.#others = new Map((scenario.others ?? []).map((other) => [keyOfOther(other), other.behavior ?? {}]));
    const { default: general, revisions = {} } = this.#profile;
    const behaviors = [general, ...Object.values(revisions), ...this.#others.values()];
    this.#refusesSome = behaviors.some((behavior) => behavior?.failure?.kind === 'refused');
    const load = scenario.traffic && loadOf(scenario.traffic);
    this.#load = load?.onTerm === 'exits' ? undefined : load;
  }

  /** From now on pods take their time; until now they were made ready at once, as they have long been running. */
  endWarmUp(): void {
    this.#warmingUp = false;
  }

  /** Pods of these templates are of the version that ran before. */
  noteBefore(hashes: Iterable<string>): void {
    for (const hash of hashes) this.#beforeHashes.add(hash);
  }

  get isWarmingUp(): boolean {
    return this.#warmingUp;
  }

  versionOf(pod: Pod): PodVersion {
    return this.#versionOf(templateHashOf(pod));
  }

  #versionOf(hash: string): PodVersion {
    return this.#beforeHashes.has(hash) ? 'before' : 'after';
  }

  isOfRevision(pod: Pod, revision: string): boolean {
    const version = workloadKeyOfPod(pod) === this.#subject ? this.versionOf(pod) : undefined;
    return version === revision || templateHashOf(pod) === revision || pod.spec.containers[0]?.image === revision;
  }

  /** Changes how a revision fails, for pods that are drawn from now on. */
  setFailure(revision: string, failure: PodFailure | null): void {
    this.#failures.set(revision, failure);
    if (failure?.kind === 'refused') this.#refusesSome = true;
    for (const drawn of this.#drawn.values()) drawn.last = undefined;
  }

  /** Why the API server does not let it in. `isOneReady`: whether a pod of the workload of this key is. */
  refusalOf(pod: Pod, isOneReady: (key: string) => boolean): string | undefined {
    if (this.#warmingUp || !this.#refusesSome) return undefined;
    const key = workloadKeyOfPod(pod) ?? '';
    const hash = templateHashOf(pod);
    const version = key === this.#subject ? this.#versionOf(hash) : '';
    const { failure } = this.#profileOf(key, hash, version, pod.spec.containers[0]?.image ?? '');
    if (failure?.kind !== 'refused' || (failure.whileNoneReady === true && isOneReady(key))) return undefined;
    return failure.message;
  }

  draw(pod: Pod): DrawnBehavior {
    const hash = templateHashOf(pod);
    if (this.#warmingUp) this.#beforeHashes.add(hash);
    let drawnBefore = this.#drawn.get(hash);
    if (drawnBefore === undefined)
      this.#drawn.set(hash, (drawnBefore = { random: this.#random.stream(`behavior ${hash}`), count: 0, last: undefined }));
    const node = pod.spec.nodeName ?? '';
    const { random } = drawnBefore;
    const version = this.#versionOf(hash);
    const times = this.#profile.nodes?.sameSpeed === true ? this.#timesOf(node) : random;
    const drawn = drawBehavior(this.#behaviorOf(pod, hash, version, drawnBefore), drawnBefore.count++, node, { random, times });
    this.#slowDown(drawn, node);
    this.#addLatency(drawn, version);
    if (this.#load !== undefined && workloadKeyOfPod(pod) === this.#subject) finishRequests(drawn, this.#load);
    return this.#warmingUp ? Object.assign(drawn, LONG_RUNNING) : drawn;
  }

  /** The same numbers for each pod of a node, from the first on. */
  #timesOf(node: string): RandomStream {
    let numbers = this.#timesOfNodes.get(node);
    if (numbers === undefined) this.#timesOfNodes.set(node, (numbers = []));
    const drawn = numbers;
    const random = this.#random.stream(`times of node ${node}`);
    let next = 0;
    return () => (drawn[next++] ??= random());
  }

  /** Whether a node is slow is drawn by its name: pods that come and go change nothing. */
  #slowDown(drawn: Draft<DrawnBehavior>, node: string): void {
    const { slow } = this.#profile.nodes ?? {};
    if (slow === undefined) return;
    let isSlow = this.#slowNodes.get(node);
    if (isSlow === undefined)
      this.#slowNodes.set(node, (isSlow = this.#random.stream(`speed of node ${node}`)() < slow.probability));
    if (!isSlow) return;
    drawn.imagePull *= slow.factor;
    drawn.start *= slow.factor;
    drawn.warmUp *= slow.factor;
  }

  /** On a real system nothing comes at quite the same time: what pods do together they do some milliseconds apart. */
  #addLatency(drawn: Draft<DrawnBehavior>, version: PodVersion): void {
    const pace = this.#pace;
    drawn.looksUpPorts = version === 'after';
    drawn.firstReport = pace.firstReportMs / 1000;
    drawn.start += pace.jitterMs() / 1000;
    drawn.shutDown += pace.jitterMs() / 1000;
  }

  /** What follows from the profile; pods of a template and an owner that are made together share it. */
  #behaviorOf(pod: Pod, hash: string, version: PodVersion, drawn: DrawnBefore): PodBehavior {
    const { last } = drawn;
    const owner = getControllerOf(pod);
    const { containers } = pod.spec;
    if (last !== undefined && last.owner === owner && last.containers === containers && last.version === version)
      return last.behavior;
    const key = workloadKeyOfPod(pod) ?? '';
    const behavior = this.#profileOf(key, hash, key === this.#subject ? version : '', containers[0]?.image ?? '');
    if (owner !== undefined) drawn.last = { owner, containers, version, behavior };
    return behavior;
  }

  #profileOf(key: string, hash: string, version: string, image: string): PodBehavior {
    const { revisions = {}, default: general } = this.#profile;
    const ownBehavior = { ...revisions[version], ...revisions[image], ...revisions[hash] };
    const behavior: PodBehavior = { ...general, ...this.#others.get(key), ...ownBehavior };
    const failing = [hash, image, version].find((name) => this.#failures.has(name));
    if (failing === undefined) return behavior;
    const failure = this.#failures.get(failing);
    const { failure: _replaced, ...healthy } = behavior;
    return failure === null || failure === undefined ? healthy : { ...healthy, failure };
  }
}

/** Whoever ends what it has begun takes as long as that; whoever goes on as if nothing was is killed. */
function finishRequests(drawn: Draft<DrawnBehavior>, { onTerm, requestSeconds }: Load): void {
  if (onTerm === 'drains') drawn.shutDown = Math.max(drawn.shutDown, requestSeconds);
  else if (onTerm === 'serves') drawn.shutDown = LIMITS.seconds;
}

const LONG_RUNNING = {
  imagePull: 0,
  start: 0,
  warmUp: 0,
  neverReady: false,
  neverAnswers: false,
  slots: undefined,
  missingObject: undefined,
  rejections: 0,
  imagePullError: false,
  pullErrors: 0,
  crash: undefined,
} as const;

function templateHashOf(pod: Pod): string {
  return revisionHashIn(pod.metadata.labels) ?? pod.metadata.name;
}
