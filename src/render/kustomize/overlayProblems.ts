/** Ours: what there is to say of an overlay that is not built, or not all of it. */
import type { Slices } from '../../model/slices';
import { groupedBy } from '../../model/groupedBy';
import { isNear } from '../../model/similar';
import { grouped, listed, plural } from '../../model/words';
import { firstProblems, type BuildProblem } from '../builtManifest';
import type { Build } from './build';
import type { UnmatchedPatch } from './buildContext';
import type { ErrorKind, KustomizeError } from './error';
import type { Excuses } from './excuses';

export function* overlayProblems(
  { problems, error, unmatched, empty }: Build,
  excuses: Excuses,
): Slices<readonly BuildProblem[]> {
  const some = [...problems, ...(error === undefined ? [] : [error])];
  const isMerged = some.some(({ message }) => message.startsWith('namespace transformation'));
  const all = some
    .filter(({ kind, at }) => kind !== 'outside-root' || !excuses.isUnrestricted(at?.file ?? ''))
    .filter(({ message }) => !isMerged || !OF_SAME_NAMES.test(message));
  const leavesOut = empty.length > 0 || all.some((each) => each.kind !== 'outside-root' && !wantsSomething(each));
  // What was left out may be what they are for.
  const said = leavesOut ? all.filter((each) => !wantsSomething(each)) : all;
  return [...firstProblems(yield* told(said, excuses), problemOf), ...(leavesOut ? [] : firstProblems(unmatched, missOf))];
}

/** Where a namespace gives two objects one name, kustomize ends; who goes on stumbles over them again. */
const OF_SAME_NAMES = /^(?:may not add resource|found multiple possible referrals)/;

interface Told {
  readonly error: KustomizeError;
  /** Why it is no mistake that something is not there. */
  readonly excuse: string | undefined;
  /** How many more entries of its file are left out with it. */
  readonly more: number;
}

/** As many entries of one file as are told one by one where what they name is not there: more of them have one reason. */
const MOST_MISSING = 5;

/** So many errors are explained at once. */
const SLICE = 200;

function* told(errors: readonly KustomizeError[], excuses: Excuses): Slices<readonly Told[]> {
  for (const error of errors) if (error.unread !== undefined) excuses.excuseFor(error);
  const all: Told[] = [];
  for (const error of errors) {
    all.push({ error, excuse: excuses.excuseFor(error), more: 0 });
    if (all.length % SLICE === 0) yield;
  }
  const groups = groupedBy(all, ({ error, excuse }) => (error.missing === undefined ? error : `${error.at?.file}:${excuse}`));
  return [...groups.values()].flatMap((group) =>
    group.length > MOST_MISSING ? group.slice(0, 1).map((one) => ({ ...one, more: group.length - 1 })) : group,
  );
}

const WANTS: ReadonlySet<ErrorKind> = new Set(['patch-no-target', 'replacement', 'replicas', 'vars']);

/** Something that it is for is not there. */
function wantsSomething({ kind, message }: KustomizeError): boolean {
  return WANTS.has(kind) || (kind === 'generator' && message.endsWith('does not exist; cannot merge or replace'));
}

const NOBODYS: ReadonlySet<ErrorKind> = new Set(['remote', 'refused', 'helm-disabled']);

function problemOf({ error, excuse, more }: Told): BuildProblem {
  const { kind, at: place } = error;
  const message = more === 0 ? error.message : `${error.message}, nor do ${grouped(more)} more that are named here`;
  // What is left out because nobody fetches, runs or reads it is no mistake.
  if (NOBODYS.has(kind) || (kind === 'plugin' && message.startsWith('external plugins disabled')))
    return { id: 'not-built', severity: 'information', message, place };
  if (kind === 'outside-root') return { id: 'not-built', severity: 'warning', message: OUTSIDE, place };
  if (excuse !== undefined)
    return { id: 'not-built', severity: 'information', message: `${message}; ${excuse}`, place, isExcused: true };
  return { id: 'not-built', severity: 'error', message, place };
}

const OUTSIDE =
  'kustomize refuses this file, which is outside the folder of its kustomization, unless it is called with --load-restrictor LoadRestrictionsNone. It is read here';

function missOf({ at, target, objects, isShared }: UnmatchedPatch): BuildProblem {
  const wanted = FIELDS.flatMap((field) => (target[field] ? [`${field} ${target[field]}`] : []));
  const message = `this patch hits nothing: no object has ${listed(wanted, wanted.length)}${hintFor(target, objects)}`;
  // Whoever means any object of a kind, or any that has what it wants, may well mean none.
  const isMeant = !isShared && /^[\w.-]+$/.test(target.name ?? '');
  return { id: 'patch-misses', severity: isMeant ? 'warning' : 'information', message, place: at };
}

const FIELDS = ['kind', 'name', 'namespace', 'group', 'version', 'labelSelector', 'annotationSelector'] as const;

/** What one field keeps from being hit; or else what has a name like the one that is wanted. */
function hintFor(target: UnmatchedPatch['target'], objects: UnmatchedPatch['objects']): string {
  const [almost] = objects.filter(({ only }) => only !== undefined && only !== 'name' && only !== 'kind');
  if (almost?.only !== undefined) {
    const same = objects.filter(({ only, value }) => only === almost.only && value === almost.value);
    const who = listed(same.map(({ kind, name }) => `${kind} ${name}`));
    return `; ${who} ${plural(same.length, 'has', 'have')} all of it but the ${fieldText(almost)}`;
  }
  const near = objects.filter(
    ({ kind, name }) => isNear(target.name ?? '', name) || (!target.name && isNear(target.kind ?? '', kind)),
  );
  const nearest = near.slice(0, 3).map(({ kind, name }) => `${kind} ${name}`);
  return nearest.length === 0 ? '' : `; the nearest: ${listed(nearest)}`;
}

/** `version, which is v1beta1`, `namespace, which is not set`, `labels`. */
function fieldText({ only, value }: UnmatchedPatch['objects'][number]): string {
  if (only === 'labelSelector') return 'labels';
  if (only === 'annotationSelector') return 'annotations';
  return `${only ?? ''}, which is ${value === undefined || value === '' ? 'not set' : value}`;
}
