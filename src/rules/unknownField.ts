import { inOneLine, listed, quote } from '../model/words';
import { isJsonObject, isNothingUnknown, jsonAt } from '../manifest/json';
import type { Workload } from '../manifest/workload';
import type { Finding, Rule, ServerComplaint } from './rule';
import { isSimilar } from '../model/similar';

export const unknownField: Rule = {
  id: 'unknown-field',
  group: 'rejected',
  severity: 'error',
  title: 'a field that Kubernetes does not know',
  reads: [],
  check: ({ complaints, workload, facts }) => {
    const strict = complaints.filter(({ kind }) => kind === 'strict');
    const places = new Map<string, ServerComplaint[]>();
    for (const complaint of strict) {
      // A field that is almost a known one is said by itself.
      const key = JSON.stringify(complaint.path.slice(0, meantBy(complaint, workload) === undefined ? -1 : undefined));
      places.set(key, [...(places.get(key) ?? []), complaint]);
    }
    const found = [...places.values()].flatMap((beside) =>
      beside.length < FOLDED ? beside.map((complaint) => findingOf(complaint, workload)) : folded(beside, workload),
    );
    // Helm 3 takes what kubectl does not.
    const isOfChart = facts.home.includes('/templates/') && !isNothingUnknown(workload.resource.unknowns);
    return isOfChart ? found.map((finding) => ({ severity: 'warning', ...finding })) : found;
  },
};

/** So many unknown fields beside each other are one mistake: a level was left out, or it is another object. */
const FOLDED = 3;

function folded(beside: readonly ServerComplaint[], workload: Workload): Finding[] {
  const [first, ...others] = beside;
  if (first === undefined) return [];
  const names = listed(others.map(({ path }) => quote(String(path.at(-1)))));
  const finding = findingOf(first, workload);
  return [{ ...finding, message: `${finding.message}, and beside it ${names}` }];
}

function findingOf(complaint: ServerComplaint, workload: Workload): Finding {
  const { message, path } = complaint;
  const meant = meantBy(complaint, workload);
  const isOfOther = workload.fragment && path.length === 2 && OF_STATEFUL_SETS.has(String(path[1]));
  return {
    path,
    ...(isOfOther ? { severity: 'information' as const } : {}),
    message: `kubectl apply fails: ${inOneLine(message)}${meant === undefined ? '' : `; did you mean ${quote(meant)}?`}`,
    short: 'unknown field',
    fixes: meant === undefined ? [] : [{ title: `Rename it to ${meant}`, edits: [{ op: 'rename', path, key: meant }] }],
  };
}

/** Fields of a spec that a patch may bring along with another kind. */
const OF_STATEFUL_SETS: ReadonlySet<string> = new Set([
  'serviceName',
  'volumeClaimTemplates',
  'podManagementPolicy',
  'persistentVolumeClaimRetentionPolicy',
  'ordinals',
]);

/** The one field in this place whose name is almost this one, if it is not written as well. */
function meantBy({ path, known = [] }: ServerComplaint, { resource }: Workload): string | undefined {
  const written = String(path.at(-1));
  const beside = jsonAt(resource.json, path.slice(0, -1));
  const [meant, ...others] = known.filter(
    (name) => isSimilar(written, name) && !(isJsonObject(beside) && Object.hasOwn(beside, name)),
  );
  return others.length === 0 ? meant : undefined;
}
