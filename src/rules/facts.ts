import type { JsonObject } from '../manifest/json';
import type { IntOrString } from '../model/intOrPercent';
import type { LabelSelector, LimitRange, PriorityClass, ResourceQuota, StringMap, Taint } from '../model/apiTypes';
import type { VolumeTraits } from '../model/attachment';
import { quote } from '../model/words';
import { NOT_KUSTOMIZED, type Kustomized } from '../manifest/kustomization';
import type { TextRange } from '../manifest/source';
import { hasAny, inCommon, inNamespaceOf, ownOf, type BySort } from './folderFacts';
import { FileReach, kept, Reach, type Wanted } from './reach';
import type { Running, Standing, Subject } from './subject';
import type { PodSecurity } from './podSecurityLevel';
import type { PodWebhook } from './podWebhook';
import { isNear, ORDINARY, type Purpose } from './nearness';

/** An object of the workspace that bears on rollouts of others, with what the rules read of it. */
interface Known {
  readonly uri: string;
  readonly name: string;
  /** As written; undefined: nobody wrote one, or a template does. */
  readonly namespace: string | undefined;
  /** The manifest itself: the simulation plays with the same object that the rules speak of. */
  readonly object: JsonObject;
  /** Where it begins in its document: edits elsewhere in the file leave it alone. */
  readonly range: TextRange;
}

export interface ServiceFact extends Known {
  readonly fact: 'service';
  readonly selector: StringMap;
}
export interface BudgetFact extends Known {
  readonly fact: 'budget';
  readonly selector: LabelSelector | undefined;
  readonly minAvailable: IntOrString | undefined;
  readonly maxUnavailable: IntOrString | undefined;
}
export interface AutoscalerFact extends Known {
  readonly fact: 'autoscaler';
  readonly targetKind: string;
  readonly targetName: string;
  readonly minReplicas: number;
  readonly maxReplicas: number | undefined;
}
export interface VolumeClaimFact extends Known {
  readonly fact: 'claim';
  readonly accessModes: readonly string[];
  readonly volumeName: string | undefined;
  readonly selector: LabelSelector | undefined;
  readonly storageClassName: string | undefined;
}
export interface QuotaFact extends Known {
  readonly fact: 'quota';
  /** `status.used`, where it is there: what others were seen to use of it. */
  readonly quota: ResourceQuota;
}
export interface LimitsFact extends Known {
  readonly fact: 'limits';
  /** As the API server stores it. */
  readonly limitRange: LimitRange;
}
export interface NodeFact extends Known {
  readonly fact: 'node';
  readonly labels: StringMap;
  readonly unschedulable: boolean;
  /** Its conditions say that it does not answer. */
  readonly down: boolean;
  /** Those that keep pods away. */
  readonly taints: readonly Taint[];
  /** What pods find there. Empty: nothing is said of its size. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** Where it was measured what others take: it is gone from `allocatable`. */
  readonly taken?: NodeTaken;
}
export interface NodeTaken {
  /** What the node has in all. */
  readonly whole: Readonly<Record<string, string>>;
  readonly pods: number;
  readonly ports: readonly { readonly port: number; readonly protocol: string }[];
}
export interface PriorityClassFact extends Known {
  readonly fact: 'priorityClass';
  /** What of it decides. */
  readonly stored: PriorityClass;
}
export type VolumeFact = Known & VolumeTraits & { readonly fact: 'volume' };
export interface StorageClassFact extends Known {
  readonly fact: 'storageClass';
  readonly provisioner: string | undefined;
  /** Claims that name no class get it. */
  readonly isDefault: boolean;
}
export type IngressFact = Known & { readonly fact: 'ingress' };
/** It lets in only some pods. */
export type NamespaceFact = Known & PodSecurity & { readonly fact: 'namespace' };
/** Some must be asked before a pod is created. */
export type WebhookFact = Known & { readonly fact: 'webhook'; readonly hooks: readonly PodWebhook[] };
/** Another workload. Most edits of it change nothing that others see of it. */
export interface WorkloadFact extends Known {
  readonly fact: 'workload';
  readonly kind: string;
  /** All of it that matters to others: two of the same are the same to them. */
  readonly digest: string;
  /** The pods of a Deployment or DaemonSet, which take room and quota; undefined: a template decides, or a part is not there. */
  readonly running: Running | undefined;
  /** The pods of anything else. */
  readonly standing: Standing | undefined;
  readonly lacksImage: boolean;
  /** Of its pods; undefined: a template decides, or what completes a fragment. */
  readonly labels: StringMap | undefined;
  readonly selector: LabelSelector | undefined;
}
/** A ConfigMap, Secret or account, or what makes one; its content is not kept. Without a name: a template names it. */
export interface ConfigFact extends Known {
  readonly fact: 'config';
  readonly kind: 'ConfigMap' | 'Secret' | 'ServiceAccount';
  /** Absent or empty: they are not known, or come from elsewhere. */
  readonly keys?: readonly string[];
}

export type Fact =
  | ServiceFact
  | BudgetFact
  | AutoscalerFact
  | VolumeClaimFact
  | QuotaFact
  | LimitsFact
  | NodeFact
  | PriorityClassFact
  | VolumeFact
  | StorageClassFact
  | IngressFact
  | NamespaceFact
  | WebhookFact
  | WorkloadFact
  | ConfigFact;
type Sort = Fact['fact'];
type FactOf<S extends Sort> = Extract<Fact, { readonly fact: S }>;

export interface NearFact {
  readonly fact: Fact;
  readonly distance: number;
}

/** A place in a file that may not be open: its line, and the characters from and to. All count from 0. */
export interface Place {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** What is the same from wherever one looks. */
export interface Workspace {
  /** All workloads, wherever they are. */
  readonly workloads: () => readonly WorkloadFact[];
  readonly factsFor: (uri: string) => ClusterFacts;
  /** A workload as it is written now: edits that others do not see leave its fact alone. */
  readonly objectOf: (workload: WorkloadFact) => JsonObject;
}

/** What is known of the surroundings of one file's workloads, the nearest first. */
export interface ClusterFacts extends Purpose {
  /** The file that looks around. */
  readonly home: string;
  readonly bySort: BySort<Fact>;
  /** Of a build: what the file sees that defines it, with what others build. */
  readonly outside?: BySort<Fact>;
  /** `ConfigMap web`: all that are described anywhere, however far away: not to be found is more than not to be near. */
  readonly configs: ReadonlySet<string>;
  /** What kustomizations do to the file. */
  readonly kustomized: Kustomized;
  /** The index stopped at its limit: what is missing may exist. */
  readonly limited: boolean;
  /** All pods of the cluster were seen: what they take is known, whatever other files would run. */
  readonly isMeasured?: boolean;
  /** Where an object stands now. */
  readonly placeOf: (fact: Fact) => Place | undefined;
  /** The file that an object of a build is written in: all of a build count as of one file, its home. */
  readonly writtenIn?: (fact: Fact) => string | undefined;
  /** For what is asked the other way round; undefined: nothing else is known. */
  readonly workspace?: Workspace;
  /** Takes down what is asked of the facts and found: each with those of other files that would be meant just as well. */
  readonly heard?: Map<Fact, readonly Fact[]>;
}

export const NO_FACTS: ClusterFacts = {
  home: '',
  bySort: new Map(),
  configs: new Set(),
  kustomized: NOT_KUSTOMIZED,
  limited: false,
  ...ORDINARY,
  placeOf: () => undefined,
};

/** Every question to the facts ends here: what is answered is heard. */
export function factsOf<S extends Sort>(
  facts: ClusterFacts,
  sort: S,
  isInReach: (near: NearFact) => boolean,
  isMeant: (fact: FactOf<S>) => boolean = () => true,
): FactOf<S>[] {
  if (!hasAny(facts.bySort, sort)) return [];
  const reach = new FileReach(NOTHING, new Reach((facts.bySort.get(sort) ?? []).filter(isInReach)));
  return heardOf(facts, reach, isMeant, {});
}

const NOTHING = new Reach<NearFact>([]);

function heardOf<F extends Fact>(
  facts: ClusterFacts,
  reach: FileReach<NearFact>,
  isMeant: (fact: F) => boolean,
  wanted: Wanted,
): F[] {
  const nearest: NearFact[] = [];
  for (const near of reach.like(wanted)) {
    if (nearest.length === wanted.most) break;
    if (isMeant(near.fact as F)) nearest.push(near);
  }
  for (const near of facts.heard === undefined ? [] : nearest)
    facts.heard?.set(
      near.fact,
      reach.rivalsOf(near).map(({ fact }) => fact),
    );
  return nearest.map(({ fact }) => fact as F);
}

/**
 * Facts of the workload's namespace. Where it is not written, what lies near by without one (or in `default`) is meant, and
 * nothing that lies far away.
 */
export function factsInNamespace<S extends Sort>(
  facts: ClusterFacts,
  sort: S,
  workload: Subject,
  isMeant: (fact: FactOf<S>) => boolean,
  { furthest = Infinity, ...wanted }: Wanted & { readonly furthest?: number } = {},
): FactOf<S>[] {
  return heardOf(facts, reachInNamespace(facts, sort, workload, furthest), isMeant, wanted);
}

const REACHES = new WeakMap<object, Map<string, FileReach<NearFact>>>();
const COMMON_REACHES = new WeakMap<object, Map<string, Reach<NearFact>>>();

/** Asked by many rules about each workload: what the files of a folder have in common is looked for once. */
function reachInNamespace(facts: ClusterFacts, sort: Sort, workload: Subject, furthest: number): FileReach<NearFact> {
  const { bySort, home } = facts;
  const { writtenNamespace } = workload;
  const key = `${sort} ${furthest} ${writtenNamespace ?? '\n'}`;
  return kept(REACHES, bySort, key, () => {
    const isInReach = (near: NearFact): boolean => isInNamespace(near, workload, furthest);
    const common = inCommon(bySort);
    const reach = (near: readonly NearFact[]): Reach<NearFact> => new Reach(near.filter(isInReach), selectorOf);
    const isOwn = ({ fact }: NearFact): boolean => fact.uri === home;
    if (common === bySort) {
      const all = bySort.get(sort) ?? [];
      return new FileReach(reach(all.filter(isOwn)), reach(all.filter((near) => !isOwn(near))), home);
    }
    const find = (): Reach<NearFact> => reach(inNamespaceOf(common, sort, writtenNamespace));
    return new FileReach(reach(ownOf(bySort, sort)), kept(COMMON_REACHES, common, key, find), home);
  });
}

function selectorOf({ fact }: NearFact): StringMap | undefined {
  if (fact.fact === 'service') return fact.selector;
  return fact.fact === 'budget' ? fact.selector?.matchLabels : undefined;
}

export function isInNamespace({ fact, distance }: NearFact, { writtenNamespace }: Subject, furthest = Infinity): boolean {
  if (writtenNamespace !== undefined && fact.namespace !== undefined) return fact.namespace === writtenNamespace;
  const isSame = fact.namespace === undefined || fact.namespace === 'default';
  return isSame && isNear(distance) && distance <= furthest;
}

/** `Service “web”`. */
export function factText({ name, object: { kind } }: Fact): string {
  return `${typeof kind === 'string' ? kind : 'object'} ${quote(name)}`;
}

/** The PriorityClasses that decide about the workload's pods: the one that they name, or those that are the default. */
export function priorityClassesOf(facts: ClusterFacts, { pod: { priorityClassName } }: Subject): readonly PriorityClassFact[] {
  return factsOf(facts, 'priorityClass', ({ fact }) =>
    priorityClassName === ''
      ? fact.fact === 'priorityClass' && fact.stored.globalDefault === true
      : fact.name === priorityClassName,
  );
}
