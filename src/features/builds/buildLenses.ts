import { isChartFile } from '../../manifest/charts';
import { firstRange, type TextRange } from '../../manifest/source';
import { counted, visible } from '../../model/words';
import type { PlacedWorkload } from '../analysis';
import { goneWorkloads } from '../changeInFile';
import { simulateTitle, summaryOf, warningTitle } from '../codeLens';
import { addTo } from '../../rules/folderFacts';
import { COMMANDS, type CommandLink } from '../commands';
import type { BuiltAnalysis } from './builtAnalysis';
import { lineOf, relativeTo } from './expressions';
import { saidOf, valuesLenses } from './valuesLenses';
import type { FileParts } from './fileParts';
import type { CodeLensData } from '../said';

/** Of so many builds the numbers are told, and of so many workloads. */
const MAX_SHOWN = 3;

/** The lenses of what is built from a file: at its own workloads; of a file that has none, and of a kustomization, at its top. */
export function lensesOf(file: FileParts, uri: string): readonly CodeLensData[] {
  const own = file.alone.alone.flatMap((each) => {
    const { placed, workload } = each;
    const { start, end } = firstRange(workload.resource.source);
    const range = { start: placed.start + start, end: placed.start + end };
    return lensesAt(
      range,
      file.builds.map((build) => file.ofOwn(each, build)),
      { file, uri, several: file.builds.length > 1 },
    );
  });
  if (file.alone.alone.length > 0) return own;
  const [build] = file.builds;
  const isValues = build?.built.templates?.files.has(file.file) === false && build.plan.home !== file.file;
  return isValues ? valuesLenses(file, uri) : topLenses(file, uri);
}

interface Shown {
  readonly file: FileParts;
  readonly uri: string;
  readonly several: boolean;
}

/** `made`: what each build makes of one workload, the one in force first. */
function lensesAt(range: TextRange, made: readonly (readonly PlacedWorkload[])[], shown: Shown): CodeLensData[] {
  const all = made.flatMap(([first]) => first ?? []);
  const [main] = all;
  if (main === undefined) return [];
  const simulate: CommandLink = { command: COMMANDS.simulate, arguments: [shown.uri, range.start] };
  const choose: CommandLink = shown.several ? { command: COMMANDS.chooseBuild, arguments: [shown.uri] } : simulate;
  const changes = changesText(all, shown.file);
  const lens = (title: string, action: CommandLink): CodeLensData => ({ ...range, title: visible(title), action });
  return [
    lens(`${simulateTitle(main)}${shown.several ? ` in ${main.built?.name ?? ''}` : ''}`, simulate),
    ...(changes === '' ? [] : [lens(`Δ ${changes}`, simulate)]),
    lens(numbersText(all), choose),
    lens(warningsText(all), { command: COMMANDS.showWarnings, arguments: [shown.uri, range.start] }),
  ];
}

/** `prod: surge 3 · unavailable 2 · 8–13 pods | dev, staging: surge 1 · …`. */
function numbersText(all: readonly PlacedWorkload[]): string {
  return byBuild(all.map((each) => [each, summaryOf(each.assessment)]));
}

/** `prod: restarts 10 pods: image 1.8 → 1.9 | dev: restarts 3 pods`; empty where no build changes. */
function changesText(all: readonly PlacedWorkload[], file: FileParts): string {
  const changed = all.flatMap((each): Said[] => {
    const title = file.titleOfChange(each);
    return title === undefined ? [] : [[each, title]];
  });
  return byBuild(changed.map(([each, title], index) => [each, index === 0 ? title : shortly(title, changed[0]?.[1])]));
}

/** `restarts 3 pods`: what it is was just told of another build. */
function shortly(title: string, told = ''): string {
  const what = told.slice(Math.max(0, told.indexOf(': ')));
  return title !== told && what.startsWith(': ') && title.endsWith(what) ? title.slice(0, -what.length) : title;
}

type Said = readonly [of: PlacedWorkload, text: string];

/** What is the same in several is said once. */
function byBuild(all: readonly Said[]): string {
  const byText = new Map<string, string[]>();
  for (const [{ built }, text] of all) addTo(byText, text, built?.name ?? '');
  const groups = [...byText].map(([text, names]) => `${namesText(names)}: ${text}`);
  const rest = groups.length - MAX_SHOWN;
  return [...groups.slice(0, MAX_SHOWN), ...(rest > 0 ? [`and ${counted(rest, 'more variant')}`] : [])].join(' | ');
}

function namesText(names: readonly string[]): string {
  const rest = names.length - MAX_SHOWN;
  return rest > 1 ? `${names.slice(0, MAX_SHOWN).join(', ')} and ${rest} more` : names.join(', ');
}

/** What the build in force says; where another one has something worse, that as well. */
function warningsText(all: readonly PlacedWorkload[]): string {
  const [main] = all;
  if (main === undefined) return '';
  const own = warningTitle(main.assessment);
  if (own.startsWith('⚠')) return own;
  const other = all.find(({ assessment }) => warningTitle(assessment).startsWith('⚠'));
  return other === undefined ? own : `⚠ ${other.built?.name ?? ''}: ${warningTitle(other.assessment).slice(2)}`;
}

/** A line for the workloads of the build in force. */
function topLenses(file: FileParts, uri: string): readonly CodeLensData[] {
  const [build] = file.builds;
  if (build === undefined) return [];
  const isHome = build.plan.home === file.file;
  const workloads = isHome ? build.analysis.workloads : file.placedIn(build);
  const show: CommandLink = { command: COMMANDS.showBuilt, arguments: [build.plan.id] };
  const top = { start: 0, end: 0 };
  const prefix = isHome ? '' : `${build.plan.name} ▸ `;
  // What an edit changes comes first: of many workloads only some are shown.
  const changed = new Map(workloads.map((placed) => [placed, file.titleOfChange(placed)]));
  const inOrder = workloads.toSorted((a, b) => Number(changed.get(a) === undefined) - Number(changed.get(b) === undefined));
  const lenses = inOrder.slice(0, MAX_SHOWN + 1).map((placed): CodeLensData => {
    const { workload, assessment } = placed;
    const simulate: CommandLink = { command: COMMANDS.simulate, arguments: [uri, 0, workload.name] };
    return { ...top, title: visible(`${prefix}${workload.name}: ${saidOf(assessment, changed.get(placed))}`), action: simulate };
  });
  const rest = workloads.length - lenses.length;
  const more = rest > 0 ? [{ ...top, title: `and ${counted(rest, 'more workload')}`, action: show }] : [];
  const whole = { ...top, title: `▤ ${visible(builtText(file, build))}`, action: show };
  const unused: CommandLink = { command: COMMANDS.chooseBuild, arguments: [uri] };
  const others =
    file.builds.length > 1 ? [{ ...top, title: counted(file.builds.length, ...build.plan.sort), action: unused }] : [];
  const gone = isHome ? goneWorkloads(build.analysis).map((text) => ({ ...top, title: `Δ ${text}`, action: show })) : [];
  return [whole, ...others, ...lenses, ...more, ...gone];
}

/** How much there is of a build; where something is missing, what is to blame. */
function builtText(file: FileParts, { built, plan }: BuiltAnalysis): string {
  const { objects, problems } = built;
  const isNothing = objects.length === 0;
  const first = problems.find(({ id, severity }) => id === 'not-built' && (isNothing || severity === 'error'));
  const whole = `${counted(objects.length, 'object')} built`;
  if (first === undefined) return whole;
  const at = first.place;
  const where = at === undefined ? '' : `: ${relativeTo(at.file, plan.home)}:${lineOf(file, at.file, at.start) + 1}`;
  const does = isChartFile(plan.home) ? 'rendered' : 'built';
  return isNothing ? `cannot be ${does}${where}` : `${whole} · not all can be ${does}${where}`;
}
