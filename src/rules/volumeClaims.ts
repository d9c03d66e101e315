import type { ClaimFacts } from '../manifest/podFacts';
import { isAttached, volumeOf } from '../model/attachment';
import { matchesSelector } from '../model/labelSelector';
import { HOSTNAME_LABEL } from '../model/wellKnown';
import {
  factsInNamespace,
  factsOf,
  type ClusterFacts,
  type StorageClassFact,
  type VolumeClaimFact,
  type VolumeFact,
} from './facts';
import type { Subject } from './subject';

/** What has no namespace is meant wherever it is. */
const ANYWHERE = (): boolean => true;

export function claimNamed(facts: ClusterFacts, workload: Subject, name: string): VolumeClaimFact | undefined {
  return factsInNamespace(facts, 'claim', workload, () => true, { name })[0];
}

/** The volume behind a claim, where a file describes it. */
export function volumeBehind(facts: ClusterFacts, claim: VolumeClaimFact): VolumeFact | undefined {
  return volumeOf(claim, factsOf(facts, 'volume', ANYWHERE));
}

/** The one that it names, or the default, which the API server writes into a claim without any. */
export function storageClassOf(facts: ClusterFacts, { storageClassName }: VolumeClaimFact): StorageClassFact | undefined {
  const classes = factsOf(facts, 'storageClass', ANYWHERE);
  return storageClassName === undefined
    ? classes.find(({ isDefault }) => isDefault)
    : classes.find(({ name }) => name === storageClassName);
}

/** Who alone can have a claim's volume, as far as a workload's own pods are concerned; undefined: all can, or nobody knows. */
export function soleUse(facts: ClusterFacts, workload: Subject, claimName: string): SoleUse | undefined {
  const mode = soleMode(facts, workload, claimName);
  return mode === 'ReadWriteOnce' && staysOnOneNode(workload) ? undefined : mode;
}

/** The pods of one node, or one pod. */
function soleMode(facts: ClusterFacts, workload: Subject, claimName: string): SoleUse | undefined {
  const claim = claimNamed(facts, workload, claimName);
  const [mode, ...others] = claim?.accessModes ?? [];
  if (claim === undefined || others.length > 0) return undefined;
  if (mode === 'ReadWriteOncePod') return mode;
  if (mode !== 'ReadWriteOnce') return undefined;
  return isAttached(claim, volumeBehind(facts, claim), storageClassOf(facts, claim)?.provisioner) ? mode : undefined;
}

/** The claims of a workload that are for the pods of one node, or for one pod. */
export function soleClaims(facts: ClusterFacts, workload: Subject): readonly SoleClaim[] {
  return workload.pod.claims.flatMap((claim) => {
    const mode = claim.claimName === '' ? undefined : soleMode(facts, workload, claim.claimName);
    return mode === undefined ? [] : [{ claim, mode }];
  });
}

/** The first of them that another workload uses as well. */
export function sharedBy(own: readonly SoleClaim[], { pod }: Subject): SoleClaim | undefined {
  return own.find(({ claim }) => pod.claims.some(({ claimName }) => claimName === claim.claimName));
}

export interface SoleClaim {
  readonly claim: ClaimFacts;
  readonly mode: SoleUse;
}

type SoleUse = 'ReadWriteOnce' | 'ReadWriteOncePod';

/** Whether the pods can only run where one of them runs already: by the node's name, or because they want to be together. */
function staysOnOneNode({ pod }: Subject): boolean {
  return hostOf(pod) !== undefined || wantsOnNode(pod, pod);
}

/** Whether pods of two workloads are on one node, wherever that is. */
export function areOnOneNode({ pod: own }: Subject, { pod: other }: Subject): boolean {
  const host = hostOf(own);
  return (host !== undefined && host === hostOf(other)) || wantsOnNode(own, other) || wantsOnNode(other, own);
}

function wantsOnNode({ requiredAffinity }: Subject['pod'], { labels }: Subject['pod']): boolean {
  return requiredAffinity.some(
    ({ topologyKey, selector }) => topologyKey === HOSTNAME_LABEL && matchesSelector(selector, labels),
  );
}

/** The only node that they may be on. */
function hostOf({ nodeSelector, nodeAffinity }: Subject['pod']): string | undefined {
  const terms = nodeAffinity?.nodeSelectorTerms ?? [];
  const hosts = terms.map(({ matchExpressions = [] }) => {
    const byHost = matchExpressions.find(({ key, operator }) => key === HOSTNAME_LABEL && operator === 'In');
    return byHost?.values?.length === 1 ? byHost.values[0] : undefined;
  });
  return nodeSelector[HOSTNAME_LABEL] ?? (hosts.every((host) => host === hosts[0]) ? hosts[0] : undefined);
}
