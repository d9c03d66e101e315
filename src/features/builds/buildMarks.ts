import { nodeAt, type Path, type TextRange } from '../../manifest/source';
import type { TemplateView } from '../../render/builtManifest';
import type { PlacedWorkload } from '../analysis';
import { restartPlacesIn } from '../change';
import type { BuiltAnalysis } from './builtAnalysis';

/** Where a file has what makes the pods of a build restart. */
export function placesOfRestart(placed: PlacedWorkload, build: BuiltAnalysis, file: string): readonly TextRange[] {
  const {
    assessment: { change },
    workload: { resource },
  } = placed;
  if (change === undefined) return [];
  // What is written elsewhere has no place here.
  const isHere = (path: Path): boolean => (nodeAt(resource.source, path)?.start ?? -1) >= 0;
  const template = change.template.filter(({ path, how }) => isHere(how === 'removed' ? path.slice(0, -1) : path));
  const own = restartPlacesIn({ ...change, template }, resource.source).filter(({ start }) => start >= 0);
  const isOverridden = change.held !== undefined || change.kind === 'rejected';
  const paths = change.template.map(({ path }) => [...resource.base, ...path]);
  return own.length > 0 || isOverridden ? own : valuePlaces(paths, { placed, build, file });
}

interface Where {
  readonly placed: PlacedWorkload;
  readonly build: BuiltAnalysis;
  readonly file: string;
}

/** Of fields that expressions print parts of: the values among these that are others than before. */
function valuePlaces(paths: readonly Path[], { placed: { built }, build, file }: Where): readonly TextRange[] {
  const { templates } = build.built;
  if (templates === undefined || templates.files.has(file)) return [];
  const before = takenValues(build.older?.templates);
  const found = new Map<number, TextRange>();
  for (const path of paths) {
    const place = built?.object.placeAt(path);
    if (place === undefined) continue;
    const inside = templates.expressionsIn(place.file).filter(({ start, end }) => place.start <= start && end <= place.end);
    for (const { name, value, places } of inside.flatMap(({ taken }) => taken)) {
      const [first] = places;
      if (first?.file !== file || before.get(name) === value) continue;
      found.set(first.start, { start: first.key?.start ?? first.start, end: first.end });
    }
  }
  return [...found.values()];
}

const TAKEN = new WeakMap<TemplateView, ReadonlyMap<string, string>>();
const NONE: ReadonlyMap<string, string> = new Map();

/** By their names, as expressions took them. */
function takenValues(templates: TemplateView | undefined): ReadonlyMap<string, string> {
  if (templates === undefined) return NONE;
  const known = TAKEN.get(templates);
  if (known !== undefined) return known;
  const all = [...templates.files].flatMap((file) => templates.expressionsIn(file).flatMap(({ taken }) => taken));
  const values = new Map(all.map(({ name, value }) => [name, value]));
  TAKEN.set(templates, values);
  return values;
}
