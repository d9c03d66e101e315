import type { Change } from '../../change/change';
import { DELETED, fieldWords, withoutConsequences } from '../../change/changeWords';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { jsonAt } from '../../manifest/json';
import { pathText } from '../../manifest/source';
import type { Workload } from '../../manifest/workload';
import { counted, visible } from '../../model/words';
import type { Analysis, PlacedWorkload } from '../analysis';
import { bySeverity, type RuledFinding } from '../assessment';
import { factsOf } from '../change';
import { movedFrom, titleOf } from '../changeInFile';
import { summaryOf } from '../codeLens';
import { simulationOf } from '../simulation';
import { simulationTargets } from '../simulationTarget';
import { inVariant, type ChangedFile } from './changedFile';
import { configNotes } from './configChanges';
import { omissionsOf, unusedNotes, type Unused } from './omissions';
import { asItWas, compareInSteps, isUnused, type ComparedFile, type Comparison, type ReviewInput } from './reviewInput';
import { playInSteps, type ReviewRun } from './reviewRun';
import { playTogether, type Rolling } from './togetherRuns';

/** What a change does, workload by workload. */
export interface Review {
  readonly baseName: string;
  readonly workloads: readonly ReviewedWorkload[];
  /** ConfigMaps and Secrets that change, and who does not notice. */
  readonly configs: readonly string[];
  /** What several that roll in one cluster do when they are applied at once, a sentence for each cluster. */
  readonly together: readonly string[];
  /** What was left out, and why. */
  readonly omissions: readonly string[];
}

export interface ReviewedWorkload {
  readonly kind: string;
  readonly name: string;
  /** What it was built as: `prod`. */
  readonly variant: string | undefined;
  readonly namespace: string | undefined;
  /** Where it is written: `deploy/web.yaml:12`. */
  readonly place: string;
  readonly change: Change['kind'];
  /** `restarts 10 pods: image 1.8 → 1.9`. */
  readonly title: string;
  /** How many pods that run are replaced. */
  readonly restarts: number;
  /** Each changed field in words. */
  readonly fields: readonly string[];
  /** The API server's words. */
  readonly refusals: readonly string[];
  /** `surge 3 · unavailable 2 · 8–13 pods`. */
  readonly bounds: string | undefined;
  readonly run: ReviewRun | string | undefined;
  readonly findings: ReviewedFindings;
}

export interface ReviewedFindings {
  readonly fresh: readonly RuledFinding[];
  readonly fixed: readonly RuledFinding[];
  readonly still: readonly RuledFinding[];
}

/** How many workloads are simulated: beyond that a reader has other worries. */
const MAX_RUNS = 60;

/** How far a review is. */
export interface ReviewProgress {
  readonly done: number;
  readonly of: number;
}

/** Reviews a change in slices, so that whoever asked can show how far it is, do something else, and stop. */
export function* reviewInSteps(input: ReviewInput): Generator<ReviewProgress, Review> {
  const of = input.files.length;
  const comparison = yield* sliced(compareInSteps(input), { done: 0, of });
  const used = comparison.files.filter((file) => !isUnused(file));
  const unusedFiles = new Set(comparison.files.filter(isUnused).map(({ file }) => file));
  const workloads: ReviewedWorkload[] = [];
  const rolling: Rolling[] = [];
  const restarting = new Set<string>();
  const unused: Unused[] = [];
  let left = 0;
  for (const [done, file] of comparison.files.entries()) {
    yield { done, of };
    for (const placed of file.after.workloads) {
      const change = changeOf(placed, file, comparison);
      if (change === undefined || change.kind === 'same') continue;
      const { kind, name } = placed.workload;
      if (unusedFiles.has(file.file)) {
        unused.push({ file: file.file.name, name: `${kind} ${visible(name)}` });
        continue;
      }
      if (startsPods(change)) restarting.add(`${file.file.uri} ${kind} ${name}`);
      const scenario = runs(change) ? scenarioOf(change, placed, file.after) : undefined;
      const isLeft = typeof scenario === 'object' && rolling.length >= MAX_RUNS;
      if (isLeft) left += 1;
      const run = typeof scenario !== 'object' ? scenario : isLeft ? LEFT : yield* sliced(playInSteps(scenario), { done, of });
      workloads.push(reviewed({ placed, file, comparison }, change, run));
      if (typeof scenario === 'object' && typeof run === 'object')
        rolling.push({ ...file.file, scenario, run, named: `${kind} ${name}${inVariant(file.file)}` });
    }
  }
  for (const { file, workload } of comparison.pairing.gone) {
    if (unusedFiles.has(file.file)) unused.push({ file: file.file.name, name: `${workload.kind} ${visible(workload.name)}` });
    else workloads.push(deleted(file.file, workload));
  }
  const more = left === 0 ? [] : [`${counted(left, 'workload')} more would roll, but only ${MAX_RUNS} are simulated.`];
  return {
    baseName: input.baseName,
    workloads: workloads.toSorted(byWeight),
    configs: configNotes(used, comparison.index, (uri, workload) => restarting.has(`${uri} ${workload}`)),
    together: rolling.length < 2 ? [] : yield* sliced(playTogether(rolling), { done: of, of }),
    omissions: [...(input.notes ?? []), ...omissionsOf(comparison), ...unusedNotes(unused), ...more],
  };
}

const LEFT = `Not simulated: only ${MAX_RUNS} workloads of a change are.`;

/** What becomes of a workload, with all files of the change in view. */
function changeOf({ workload, assessment }: PlacedWorkload, file: ComparedFile, { pairing }: Comparison): Change | undefined {
  if (workload.name === '') return undefined;
  if (pairing.oldOf(file, workload) !== undefined) return assessment.change;
  return workload.certain ? movedFrom(pairing.renamedFrom(file, workload), workload) : undefined;
}

function* sliced<T>(steps: Generator<undefined, T>, progress: ReviewProgress): Generator<ReviewProgress, T> {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    yield progress;
  }
}

function startsPods({ kind, held }: Change): boolean {
  return held === undefined && ['rollout', 'rolloutAndScale', 'new', 'renamed'].includes(kind);
}

function runs(change: Change): boolean {
  return startsPods(change) || change.kind === 'scale';
}

/** The question that the simulator asks, or why it cannot be asked. */
function scenarioOf({ kind }: Change, placed: PlacedWorkload, analysis: Analysis): Scenario | string | undefined {
  const index = analysis.workloads.findIndex(({ workload }) => workload === placed.workload);
  const target = simulationTargets(analysis)[index];
  if (target === undefined) return undefined;
  const simulation = simulationOf(analysis, target);
  if (simulation.problem !== undefined) return `Not simulated: ${simulation.problem.message}`;
  const { scenario } = simulation;
  const isFirst = kind === 'new' || kind === 'renamed';
  return isFirst ? { ...scenario, workload: { after: scenario.workload.after } } : scenario;
}

/** A workload of the newer version, and where it is. */
interface Subject {
  readonly placed: PlacedWorkload;
  readonly file: ComparedFile;
  readonly comparison: Comparison;
}

function reviewed({ placed, file, comparison }: Subject, change: Change, run: ReviewedWorkload['run']): ReviewedWorkload {
  const { workload, assessment } = placed;
  const fields = [change.template, change.settings].flatMap((all) =>
    withoutConsequences(all).map((field) => fieldWords(field, all)),
  );
  const start = placed.placed.start + workload.resource.source.start;
  const before = asItWas(comparison, file, placed);
  return {
    kind: workload.kind,
    name: workload.name,
    variant: file.file.variant,
    namespace: workload.writtenNamespace,
    place: file.file.placeOf?.(start) ?? `${file.file.name}:${lineAt(file.after.manifest.text, start)}`,
    change: change.kind,
    title: titleOf(change, assessment) ?? '',
    restarts: startsPods(change) && change.kind !== 'new' && change.kind !== 'renamed' ? factsOf(assessment).most : 0,
    fields: [...scaleWords(change), ...fields],
    refusals: change.refusals.map(({ message }) => message),
    bounds: assessment.envelope === undefined ? undefined : summaryOf(assessment),
    run,
    findings: compareFindings(findingsOf(before), findingsOf(placed)),
  };
}

function scaleWords({ replicas }: Change): string[] {
  return replicas === undefined ? [] : [`replicas ${replicas.before} → ${replicas.after}`];
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}

/** A finding with the field that it is about, told by names where lists have them: containers move. */
interface NamedFinding {
  readonly key: string;
  readonly ruled: RuledFinding;
}

function findingsOf(placed: PlacedWorkload | undefined): NamedFinding[] {
  if (placed === undefined) return [];
  const { json } = placed.workload.resource;
  return placed.assessment.findings.map((ruled) => {
    const { path } = ruled.finding;
    const steps = path.map((step, index) => {
      const name = typeof step === 'number' ? jsonAt(json, [...path.slice(0, index + 1), 'name']) : undefined;
      return typeof name === 'string' ? name : step;
    });
    return { key: `${ruled.rule.id} ${pathText(steps)}`, ruled };
  });
}

/** A finding is the same where its rule says something about the same field. */
function compareFindings(before: readonly NamedFinding[], after: readonly NamedFinding[]): ReviewedFindings {
  const [known, present] = [before, after].map((found) => new Set(found.map(({ key }) => key)));
  const only = (found: readonly NamedFinding[], isMeant: (key: string) => boolean): RuledFinding[] =>
    found
      .filter(({ key }) => isMeant(key))
      .map(({ ruled }) => ruled)
      .toSorted(bySeverity);
  return {
    fresh: only(after, (key) => known?.has(key) !== true),
    fixed: only(before, (key) => present?.has(key) !== true),
    still: only(after, (key) => known?.has(key) === true),
  };
}

function deleted(
  { name: file, oldName = file, variant }: ChangedFile,
  { kind, name, writtenNamespace }: Workload,
): ReviewedWorkload {
  return {
    kind,
    name,
    variant,
    namespace: writtenNamespace,
    place: oldName,
    change: 'deleted',
    title: DELETED,
    restarts: 0,
    fields: [],
    refusals: [],
    bounds: undefined,
    run: undefined,
    findings: { fresh: [], fixed: [], still: [] },
  };
}

const WEIGHTS: readonly Change['kind'][] = [
  'rejected',
  'rolloutAndScale',
  'rollout',
  'scale',
  'renamed',
  'deleted',
  'new',
  'strategy',
  'none',
];

/** What goes wrong first, then what restarts most likely hurts. */
function byWeight(a: ReviewedWorkload, b: ReviewedWorkload): number {
  return badness(a) - badness(b) || WEIGHTS.indexOf(a.change) - WEIGHTS.indexOf(b.change) || (a.name < b.name ? -1 : 1);
}

function badness({ change, run, findings }: ReviewedWorkload): number {
  if (change === 'rejected' || (typeof run === 'object' && run.tone === 'bad')) return 0;
  return findings.fresh.some(({ severity }) => severity === 'error' || severity === 'warning') ? 1 : 2;
}
