/** What a namespace allows: its quotas and LimitRanges. */
import { factsInNamespace, type ClusterFacts, type Fact, type LimitsFact, type QuotaFact } from './facts';
import { besideOf, hasAny, inCommon } from './folderFacts';
import { SAME_FILE, SAME_FOLDER } from './nearness';
import type { Subject } from './subject';

/** A quota of another folder is another team's, unless the namespace says otherwise. */
export const quotasOf = (facts: ClusterFacts, workload: Subject): readonly QuotaFact[] => ofFolder(facts, 'quota', workload);

export const limitsOf = (facts: ClusterFacts, workload: Subject): readonly LimitsFact[] => ofFolder(facts, 'limits', workload);

function ofFolder<S extends 'quota' | 'limits'>(facts: ClusterFacts, sort: S, workload: Subject) {
  const { bySort, isSample } = facts;
  if (!hasAny(bySort, sort)) return [];
  const isAlone = isSample || isInSeveralFiles(facts, workload);
  return factsInNamespace(facts, sort, workload, () => true, { furthest: isAlone ? SAME_FILE : SAME_FOLDER });
}

const IN_SEVERAL = new WeakMap<object, ReadonlySet<string>>();

/** Whether several files of the folder have this workload: samples and variants lie side by side to be tried one at a time. */
function isInSeveralFiles({ bySort }: ClusterFacts, workload: Subject): boolean {
  const folder = inCommon(bySort);
  const known = IN_SEVERAL.get(folder) ?? namesInSeveral(besideOf(folder, 'workload').map(({ fact }) => fact));
  IN_SEVERAL.set(folder, known);
  return known.has(nameOf(workload));
}

/** Found once for all that ask. */
function namesInSeveral(beside: readonly Fact[]): ReadonlySet<string> {
  const files = new Map<string, string>();
  const several = new Set<string>();
  for (const fact of beside) {
    if (fact.fact !== 'workload' || fact.labels === undefined) continue;
    const name = nameOf(fact);
    const first = files.get(name) ?? fact.uri;
    files.set(name, first);
    if (first !== fact.uri) several.add(name);
  }
  return several;
}

const nameOf = ({ kind, name }: { readonly kind: string; readonly name: string }): string => `${kind} ${name}`;
