import { listed } from '../../model/words';
import type { BuildProblem } from '../../render/builtManifest';
import type { PlacedWorkload } from '../analysis';
import { SEVERITY_RANK, type RuledFinding } from '../assessment';
import { diagnosticOf } from '../diagnostics';
import type { BuiltAnalysis } from './builtAnalysis';
import type { FileParts } from './fileParts';
import type { DiagnosticData } from '../said';

/** Something that is said of one or several builds at one place of a file. */
export interface Found {
  readonly diagnostic: DiagnosticData;
  /** The first build that has it, as the one that answers for it. */
  readonly build: BuiltAnalysis;
  readonly placed: PlacedWorkload;
  readonly ruled: RuledFinding;
}

interface Said<T> {
  readonly build: BuiltAnalysis;
  readonly data: DiagnosticData;
  readonly of: T;
}

/** The findings of all builds that are placed in the file; the same one of several builds is one. */
export function foundIn(file: FileParts): readonly Found[] {
  const builds = file.fresh;
  const said = builds.flatMap((build) =>
    file.placedIn(build).flatMap((placed) =>
      placed.assessment.findings.flatMap((ruled): Said<Omit<Found, 'diagnostic' | 'build'>>[] => {
        const range = file.rangeOf(placed, ruled.finding.path);
        if (range === undefined) return [];
        return [{ build, data: { ...diagnosticOf(ruled, placed), ...range }, of: { placed, ruled } }];
      }),
    ),
  );
  return together(said, file).map(({ first, diagnostic }) => ({ ...first.of, build: first.build, diagnostic }));
}

/** And what there is to say of the builds themselves. */
export function diagnosticsOf(file: FileParts, found: readonly Found[]): readonly DiagnosticData[] {
  const problems = file.fresh.flatMap((build) =>
    build.built.problems.flatMap((problem): Said<BuildProblem>[] => {
      const data = problemData(problem, build, file);
      return data === undefined ? [] : [{ build, data, of: problem }];
    }),
  );
  const all = together(problems, file).filter(({ diagnostic, builds }) => {
    // A patch that several builds share may be meant for one of them.
    return diagnostic.ruleId !== 'patch-misses' || builds === file.fresh.length;
  });
  return [...found, ...all].map(({ diagnostic }) => diagnostic);
}

function problemData(problem: BuildProblem, { plan }: BuiltAnalysis, file: FileParts): DiagnosticData | undefined {
  const { id, message } = problem;
  const place = problem.place ?? { file: plan.home, start: 0, end: 0 };
  const setting = file.alone.surroundings.settings.severities[id];
  if (place.file !== file.file || setting === 'off') return undefined;
  const lineEnd = file.text.indexOf('\n', place.start);
  const end = Math.max(place.start, Math.min(place.end, lineEnd < 0 ? file.text.length : lineEnd));
  const severity = setting ?? (file.alone.surroundings.facts.isUnused ? 'information' : problem.severity);
  return { start: place.start, end, severity, ruleId: id, message, related: [] };
}

/** One for each place and rule, which says of which builds it is where it is not of all. */
function together<T>(
  said: readonly Said<T>[],
  file: FileParts,
): readonly { readonly first: Said<T>; readonly diagnostic: DiagnosticData; readonly builds: number }[] {
  const groups = new Map<string, Said<T>[]>();
  for (const each of said) {
    const key = `${each.data.ruleId} ${each.data.start} ${each.data.end}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [each]);
    else known.push(each);
  }
  return [...groups.values()].flatMap((all) => {
    // What is worst is what the words are about.
    const group = all.toSorted((a, b) => SEVERITY_RANK[a.data.severity] - SEVERITY_RANK[b.data.severity]);
    const [first] = group;
    if (first === undefined) return [];
    const builds = new Set(group.map(({ build }) => build)).size;
    return [{ first, diagnostic: { ...first.data, message: `${whereText(group, file)}${first.data.message}` }, builds }];
  });
}

/** `In prod and staging: `; nothing where all builds say the same. */
function whereText(group: readonly Said<unknown>[], { builds, fresh }: FileParts): string {
  if (builds.length <= 1) return '';
  const names = [...new Set(group.map(({ build }) => build.plan.name))];
  const message = group[0]?.data.message;
  const isSame = group.every(({ data }) => data.message === message);
  if (names.length === fresh.length && isSame) return '';
  if (isSame || names.length === 1) return `In ${listed(names, 4)}: `;
  return `In ${names[0] ?? ''} (and alike in ${listed(names.slice(1), 3)}): `;
}
