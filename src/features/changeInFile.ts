import { plainChange, type Change } from '../change/change';
import { changeTitle, DELETED } from '../change/changeWords';
import { jsonAt, type JsonValue } from '../manifest/json';
import type { ManifestDocument } from '../manifest/document';
import type { Manifest } from '../manifest/manifest';
import type { Workload } from '../manifest/workload';
import { visible } from '../model/words';
import { groupedBy } from '../model/groupedBy';
import type { Analysis, PlacedWorkload } from './analysis';
import type { Assessment } from './assessment';
import { Base } from './base';
import { factsOf } from './change';

/** The change of a workload with what only the whole file tells: whether it is new, or renamed. */
function changeInFile(placed: PlacedWorkload, analysis: Analysis): Change | undefined {
  const { workload, assessment } = placed;
  if (analysis.surroundings.base === undefined) return undefined;
  if (assessment.change !== undefined || assessment.before !== undefined) return assessment.change;
  if (workload.name === '') return undefined;
  const { renamed, now } = movesIn(analysis);
  const alone = now?.find(workload);
  const old = alone === undefined ? undefined : renamed.get(alone);
  if (!workload.certain && old === undefined) return undefined;
  return movedFrom(old, workload);
}

/** What is new where nothing of its name was: something else under another name, or in another place. */
export function movedFrom(old: Workload | undefined, { name, writtenNamespace }: Workload): Change {
  if (old === undefined) return plainChange('new');
  const isMoved = old.name === name && old.writtenNamespace !== writtenNamespace;
  return plainChange('renamed', isMoved ? `namespace ${old.namespace}` : `${old.kind} ${old.name}`);
}

/** `restarts 10 pods: image 1.8 → 1.9`; nothing where nothing changed or nothing is known. */
export function titleOfChange(placed: PlacedWorkload, analysis: Analysis): string | undefined {
  if (placed.built !== undefined) return analysis.builds?.titleOfChange(placed);
  const change = changeInFile(placed, analysis);
  return change === undefined ? undefined : titleOf(change, placed.assessment);
}

export function titleOf(change: Change, assessment: Assessment): string | undefined {
  return change.kind === 'same' ? undefined : changeTitle(change, factsOf(assessment));
}

/** What is in one of two versions of a file only. */
interface Moves {
  /** Those of the newer version that seem to be one of the older under another name, with that one. */
  readonly renamed: ReadonlyMap<Workload, Workload>;
  readonly gone: readonly Workload[];
  readonly now: Base | undefined;
}

const KNOWN_MOVES = new WeakMap<Analysis, Moves>();
const NO_MOVES: Moves = { renamed: new Map(), gone: [], now: undefined };

function movesIn(analysis: Analysis): Moves {
  const known = KNOWN_MOVES.get(analysis);
  if (known !== undefined) return known;
  const moves = findMoves(analysis);
  KNOWN_MOVES.set(analysis, moves);
  return moves;
}

function findMoves({ surroundings: { base }, manifest }: Analysis): Moves {
  if (base === undefined || isComplete(base, manifest)) return NO_MOVES;
  const now = new Base(manifest, '');
  const gone = base.workloads.filter((old) => old.name !== '' && now.find(old) === undefined);
  const fresh = gone.length === 0 ? [] : now.workloads.filter((workload) => base.find(workload) === undefined);
  const renamed = new Map(matches(fresh, gone));
  const taken = new Set(renamed.values());
  return { renamed, gone: gone.filter((old) => !taken.has(old)), now };
}

interface Completeness {
  readonly documents: Manifest['documents'];
  readonly isComplete: boolean;
}

const LAST_COMPLETENESS = new WeakMap<Base, Completeness>();

/** Whether all of the older version is still there, as it is at most keystrokes: only what they touch is looked at. */
function isComplete(base: Base, { documents }: Manifest): boolean {
  const last = LAST_COMPLETENESS.get(base);
  const isAsBefore =
    last?.documents.length === documents.length &&
    documents.every(({ document }, index) => {
      const before = last.documents[index]?.document;
      return document === before || (before !== undefined && hasSame(base, document, before));
    });
  const now = { documents, isComplete: isAsBefore ? last.isComplete : hasAll(base, documents) };
  LAST_COMPLETENESS.set(base, now);
  return now.isComplete;
}

function hasSame(base: Base, { workloads }: ManifestDocument, { workloads: before }: ManifestDocument): boolean {
  return workloads.length === before.length && workloads.every((one, at) => base.find(one) === findIn(base, before[at]));
}

function findIn(base: Base, workload: Workload | undefined): Workload | undefined {
  return workload === undefined ? undefined : base.find(workload);
}

function hasAll(base: Base, documents: Manifest['documents']): boolean {
  const found = documents.flatMap(({ document }) => document.workloads.flatMap((workload) => base.find(workload) ?? []));
  return new Set(found).size === base.workloads.length;
}

/** Each new workload with the one that is gone and looks like it; each of those counts once. */
export function matches(fresh: readonly Workload[], gone: readonly Workload[]): [now: Workload, old: Workload][] {
  const left = groupedBy(gone, looksOf);
  return fresh.flatMap((workload): [Workload, Workload][] => {
    const alike = left.get(looksOf(workload)) ?? [];
    const old = alike.find(({ name }) => name === workload.name) ?? alike[0];
    if (old === undefined) return [];
    alike.splice(alike.indexOf(old), 1);
    return [[workload, old]];
  });
}

/** Kind and images without their versions: what stays when a workload gets another name. */
function looksOf({ kind, resource: { json }, pod }: Workload): string {
  const containers = jsonAt(json, [...pod.path, 'spec', 'containers']);
  const images = (Array.isArray(containers) ? (containers as readonly JsonValue[]) : []).map((container) => {
    const image = jsonAt(container, ['image']);
    return typeof image === 'string' ? (image.split('@')[0] ?? '').replace(/:[^/:]*$/, '') : '';
  });
  return [kind, ...images].join(' ');
}

/** What the base has and the file no longer: nobody deletes it in the cluster for that. */
export function goneWorkloads(analysis: Analysis): string[] {
  const { manifest } = analysis;
  if (manifest.documents.some(({ document }) => document.problems.length > 0)) return [];
  return movesIn(analysis).gone.map(({ kind, name }) => `${kind} ${visible(name)} is ${DELETED}`);
}
