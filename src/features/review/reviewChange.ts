import type { Change } from '../../change/change';
import { fieldWords } from '../../change/changeWords';
import { counted } from '../../model/words';
import { pathText } from '../../manifest/source';
import type { OtherWorkload, Scenario } from '../../engine/simulation/scenario/scenario';
import type { Analysis, PlacedWorkload } from '../analysis';
import { bySeverity, type RuledFinding } from '../assessment';
import { changeInFile, titleOf } from '../changeInFile';
import { summaryOf } from '../codeLens';
import { simulationOf, simulationTargets } from '../simulation';
import { configNotes } from './configChanges';
import { asItWas, compareFiles, deletedWorkloads, type ChangedFile, type ComparedFile, type ReviewInput } from './reviewInput';
import { playInSteps, type ReviewRun } from './reviewRun';

/** What a change does, workload by workload. */
export interface Review {
  readonly baseName: string;
  readonly workloads: readonly ReviewedWorkload[];
  /** ConfigMaps and Secrets that change, and who does not notice. */
  readonly configs: readonly string[];
  /** What all of it does when it is applied at once; undefined where one workload only rolls. */
  readonly together: string | undefined;
  /** What was left out, and why. */
  readonly omissions: readonly string[];
}

export interface ReviewedWorkload {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly file: string;
  /** From 1; 0 where it is gone. */
  readonly line: number;
  readonly change: Change['kind'];
  /** `restarts 10 pods: image 1.8 → 1.9`. */
  readonly title: string;
  /** Each changed field in words. */
  readonly fields: readonly string[];
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
/** In one world at once. */
const MAX_TOGETHER = 20;

/** How far a review is. */
export interface ReviewProgress {
  readonly done: number;
  readonly of: number;
}

/** Reviews a change in slices, so that whoever asked can show how far it is, do something else, and stop. */
export function* reviewInSteps(input: ReviewInput): Generator<ReviewProgress, Review> {
  const compared = compareFiles(input);
  const workloads: ReviewedWorkload[] = [];
  const rolling: Rolling[] = [];
  const restarting = new Set<string>();
  let left = 0;
  for (const [done, file] of compared.entries()) {
    for (const placed of file.after.workloads) {
      yield { done, of: compared.length };
      const change = changeInFile(placed, file.after);
      if (change === undefined || change.kind === 'same') continue;
      if (startsPods(change)) restarting.add(`${file.file.uri} ${placed.workload.kind} ${placed.workload.name}`);
      const scenario = runs(change) ? scenarioOf(change, placed, file.after) : undefined;
      const isPlayed = scenario !== undefined && rolling.length < MAX_RUNS;
      if (scenario !== undefined && !isPlayed) left += 1;
      const run = !isPlayed
        ? undefined
        : typeof scenario === 'string'
          ? scenario
          : yield* sliced(playInSteps(scenario), done, compared.length);
      const one = reviewed(file, placed, change, run);
      workloads.push(one);
      if (typeof scenario === 'object' && typeof run === 'object')
        rolling.push({ scenario, run, named: `${one.kind} ${one.name}` });
    }
  }
  workloads.push(...deletedWorkloads(compared).map(({ file, workload }) => deleted(file, workload)));
  const of = compared.length;
  const together = rolling.length < 2 ? undefined : yield* sliced(playTogether(rolling), of, of);
  return {
    baseName: input.baseName,
    workloads: workloads.toSorted(byWeight),
    configs: configNotes(compared, input.index, (uri, workload) => restarting.has(`${uri} ${workload}`)),
    together,
    omissions: [
      ...compared.flatMap(unreadNote),
      ...(left === 0 ? [] : [`${counted(left, 'workload')} more would roll, but only ${MAX_RUNS} are simulated.`]),
    ],
  };
}

function* sliced<T>(steps: Generator<undefined, T>, done: number, of: number): Generator<ReviewProgress, T> {
  for (;;) {
    const next = steps.next();
    if (next.done === true) return next.value;
    yield { done, of };
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

/** A workload that starts new pods or is scaled, and what that takes alone. */
interface Rolling {
  readonly scenario: Scenario;
  readonly run: ReviewRun;
  readonly named: string;
}

/** Of all that roll the slowest decides when the change is done; what becomes of it among the others is told. */
function* playTogether(rolling: readonly Rolling[]): Generator<undefined, string> {
  const slowness = ({ run }: Rolling): number => run.seconds ?? Infinity;
  const [slowest, ...others] = rolling.slice(0, MAX_TOGETHER).toSorted((a, b) => slowness(b) - slowness(a));
  if (slowest === undefined) return '';
  const run = yield* playInSteps(
    inOneWorld(
      slowest.scenario,
      others.map(({ scenario }) => scenario),
    ),
  );
  if (typeof run === 'string') return run;
  const alone = slowest.run.headline === run.headline ? 'as it does alone' : `alone: ${slowest.run.headline}`;
  const beside = counted(others.length, 'other');
  return `${slowest.named}, the slowest, rolled out together with ${beside}: ${run.headline} (${alone})`;
}

/** All that roll, in the cluster of the first: they start together and compete for the same nodes and quotas. */
function inOneWorld(first: Scenario, more: readonly Scenario[]): Scenario {
  const rolling = more.map(({ workload: { before, after } }): OtherWorkload => ({
    ...(before === undefined ? {} : { before }),
    after,
  }));
  const names = new Set(more.map(({ workload }) => nameOf(workload.after)));
  // Those that roll here run nowhere else.
  const resting = (first.others ?? []).filter(({ after, before }) => !names.has(nameOf(after ?? before)));
  return { ...first, title: 'All rollouts of the change', others: [...rolling, ...resting] };
}

function nameOf(workload: OtherWorkload['after']): string {
  return `${workload?.kind ?? ''}/${workload?.metadata.namespace ?? ''}/${workload?.metadata.name ?? ''}`;
}

function reviewed(file: ComparedFile, placed: PlacedWorkload, change: Change, run: ReviewedWorkload['run']): ReviewedWorkload {
  const { workload, assessment } = placed;
  const fields = [...change.template, ...change.settings];
  const start = placed.placed.start + workload.resource.source.start;
  return {
    kind: workload.kind,
    name: workload.name,
    namespace: workload.writtenNamespace,
    file: file.file.name,
    line: file.after.manifest.text.slice(0, start).split('\n').length,
    change: change.kind,
    title: titleOf(change, assessment) ?? '',
    fields: fields.map((field) => fieldWords(field, fields)),
    bounds: assessment.envelope === undefined ? undefined : summaryOf(assessment),
    run,
    findings: compareFindings(asItWas(file, placed)?.assessment.findings ?? [], assessment.findings),
  };
}

/** A finding is the same where its rule says something about the same field. */
function compareFindings(before: readonly RuledFinding[], after: readonly RuledFinding[]): ReviewedFindings {
  const keyOf = ({ rule, finding }: RuledFinding): string => `${rule.id} ${pathText(finding.path)}`;
  const serious = (found: readonly RuledFinding[]): RuledFinding[] =>
    found.filter(({ severity }) => severity !== 'hint').toSorted(bySeverity);
  const [old, now] = [serious(before), serious(after)];
  const [oldKeys, nowKeys] = [new Set(old.map(keyOf)), new Set(now.map(keyOf))];
  return {
    fresh: now.filter((found) => !oldKeys.has(keyOf(found))),
    fixed: old.filter((found) => !nowKeys.has(keyOf(found))),
    still: now.filter((found) => oldKeys.has(keyOf(found))),
  };
}

function deleted(file: ChangedFile, { kind, name, writtenNamespace }: PlacedWorkload['workload']): ReviewedWorkload {
  return {
    kind,
    name,
    namespace: writtenNamespace,
    file: file.name,
    line: 0,
    change: 'deleted',
    title: 'deleted here: it runs on until it is deleted in the cluster',
    fields: [],
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

function unreadNote({ file, after }: ComparedFile): string[] {
  const broken = after.manifest.documents.some(({ document }) => document.problems.length > 0);
  const hidden =
    after.manifest.notAnalyzed ??
    after.manifest.documents.find(({ document }) => document.notAnalyzed !== undefined)?.document.notAnalyzed;
  if (broken) return [`${file.name} is not valid YAML: nothing in it is reviewed.`];
  return hidden === undefined ? [] : [`${file.name}: ${hidden}.`];
}
