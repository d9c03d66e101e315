import { jsonEqual } from '../../engine/kernel/jsonEqual';
import { difference, type TextEdit } from '../../manifest/edits';
import { readManifest, type Manifest } from '../../manifest/manifest';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { counted } from '../../model/words';
import type { ClusterFacts } from '../../rules/facts';
import { Analysis } from '../analysis';
import { textAfter } from '../quickFixes';
import { simulationOf } from '../simulation';
import { obstacleTo, simulationTargets } from '../simulationTarget';
import { changesText, drained, measured, type Measure } from './measure';
import { proposalsFor, type Proposal } from './proposals';

/** A proposal with what it changes, as simulated before and after. */
export interface WeighedProposal extends Proposal {
  readonly effect: string;
}

/** What can be done for one workload. */
export interface SafetyPlan {
  readonly kind: string;
  readonly name: string;
  /** What its rollout does as it is. */
  readonly now: string;
  readonly proposals: readonly WeighedProposal[];
  /** What would help elsewhere and not here, with the reason. */
  readonly leftOut: readonly string[];
}

/** Chosen proposals together: the edits of the file, one for each where they can be kept apart, and what they come to. */
export interface SafetyEdits {
  readonly edits: readonly (TextEdit & { readonly title: string; readonly effect: string })[];
  readonly effect: string;
}

/** A file that can be read as if it were edited: with its text, what surrounds its workloads then. */
export interface Editable {
  readonly analysis: Analysis;
  /** Which of its workloads. */
  readonly index: number;
  readonly factsWith: (manifest: Manifest) => ClusterFacts;
}

/** Weighs everything that could be proposed; a text says why there is nothing to weigh. */
export function* planSafety(editable: Editable): Generator<undefined, SafetyPlan | string> {
  const placed = editable.analysis.workloads[editable.index];
  if (placed === undefined) return 'There is no Deployment or DaemonSet here.';
  const obstacle = obstacleTo(placed);
  if (obstacle !== undefined) return obstacle.message;
  const before = yield* measureText(editable, editable.analysis.manifest.text);
  if (before === undefined) return 'This rollout cannot be simulated, so nothing can be weighed.';
  const proposals: WeighedProposal[] = [];
  const leftOut: string[] = [];
  for (const proposal of proposalsFor(placed.assessment)) {
    const text = fileAfter(editable, [proposal]);
    const after = text === undefined ? undefined : yield* measureText(editable, text);
    if (after === undefined) leftOut.push(`${proposal.title}: it cannot be written here without changing more than it.`);
    else if (isWorse(before.rollout, after.rollout)) leftOut.push(`${proposal.title}: ${after.rollout.headline}.`);
    else proposals.push({ ...proposal, effect: effectOf(proposal, before, after, editable) });
    yield;
  }
  return { kind: placed.workload.kind, name: placed.workload.name, now: before.rollout.headline, proposals, leftOut };
}

/** What the chosen ones come to together; a text says why they cannot be applied together. */
export function* editsFor(editable: Editable, chosen: readonly WeighedProposal[]): Generator<undefined, SafetyEdits | string> {
  const original = editable.analysis.manifest.text;
  const text = fileAfter(editable, chosen);
  const whole = text === undefined ? undefined : difference(original, text);
  if (text === undefined || whole === undefined) return 'These edits cannot be written together; choose fewer.';
  const before = yield* measureText(editable, original);
  const after = yield* measureText(editable, text);
  if (before === undefined || after === undefined || isWorse(before.rollout, after.rollout))
    return `Together they do harm: ${after?.rollout.headline ?? 'the rollout cannot be simulated'}.`;
  const effect = changesText(before.rollout, after.rollout);
  const apart = chosen.flatMap((proposal) => {
    const alone = fileAfter(editable, [proposal]);
    const edit = alone === undefined ? undefined : difference(original, alone);
    return edit === undefined ? [] : [{ ...edit, title: proposal.title, effect: proposal.effect }];
  });
  const edits = isSameFile(applied(original, apart), text) ? apart : [{ ...whole, title: 'Make it safe', effect }];
  return { edits, effect };
}

interface Measures {
  readonly rollout: Measure;
  readonly drain: Measure | undefined;
}

/** Both sides are asked about a new template, whatever has been edited since the last commit. */
function* measureText(editable: Editable, text: string): Generator<undefined, Measures | undefined> {
  const scenario = scenarioOf(editable, text);
  if (scenario === undefined) return undefined;
  const rollout = yield* measured(scenario);
  if (rollout === undefined) return undefined;
  const isScaled = scenario.workload.after.kind === 'Deployment' && rollout.desired > 1;
  return { rollout, drain: isScaled ? yield* measured(drained(scenario)) : undefined };
}

function scenarioOf({ analysis, index, factsWith }: Editable, text: string): Scenario | undefined {
  const { uri, surroundings } = analysis;
  const facts = text === analysis.manifest.text ? surroundings.facts : factsWith(readManifest(text));
  const edited = new Analysis(uri, text, { settings: surroundings.settings, facts });
  const target = simulationTargets(edited)[index];
  if (target === undefined) return undefined;
  const simulation = simulationOf(edited, target);
  return simulation.problem === undefined ? simulation.scenario : undefined;
}

/** It does not end any more, or reports failure. */
function isWorse(before: Measure, after: Measure): boolean {
  if (before.seconds !== undefined && after.seconds === undefined) return true;
  return (!before.missesDeadline && after.missesDeadline) || after.fewest < before.fewest;
}

function effectOf({ id }: Proposal, before: Measures, after: Measures, { analysis }: Editable): string {
  const shown = changesText(before.rollout, after.rollout);
  const { podWarmUpSeconds } = analysis.surroundings.settings.assumptions;
  const pods = counted(after.rollout.desired, 'new pod');
  if (id === 'budget' && before.drain !== undefined && after.drain !== undefined) {
    const { fewest: was, desired } = before.drain;
    const drain = `half of the nodes drained at once: fewest available ${was} → ${after.drain.fewest} of ${desired}`;
    return shown === '' ? drain : `${drain} · ${shown}`;
  }
  const unseen = id === 'readiness' ? `${pods} counted as ready about ${podWarmUpSeconds} s before they answer → none` : '';
  return [unseen, shown].filter((part) => part !== '').join(' · ') || 'the simulated rollout is the same';
}

/** The file's text with these proposals in it. */
function fileAfter({ analysis, index }: Editable, proposals: readonly Proposal[]): string | undefined {
  const found = analysis.workloads[index];
  if (found === undefined) return undefined;
  const { text: all } = analysis.manifest;
  const { start, end } = found.placed;
  let text: string | undefined = all.slice(start, end);
  const inPlace = proposals.filter(({ fix }) => fix.append === undefined);
  for (const { fix } of [...inPlace, ...proposals.filter(({ fix: { append } }) => append !== undefined)]) {
    if (text !== undefined) text = textAfter(fix, text, found.workload);
  }
  return text === undefined ? undefined : all.slice(0, start) + text + all.slice(end);
}

/** Later ones first, so that places stay; of equal places the first comes first. */
function applied(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits.toSorted((a, b) => b.start - a.start || edits.indexOf(b) - edits.indexOf(a));
  const overlaps = sorted.some((edit, at) => edit.end > (sorted[at - 1]?.start ?? Infinity));
  return overlaps
    ? ''
    : sorted.reduce((result, edit) => result.slice(0, edit.start) + edit.newText + result.slice(edit.end), text);
}

function isSameFile(text: string, other: string): boolean {
  const [one, two] = [text, other].map((source) =>
    readManifest(source).documents.map(({ document }) => ({
      objects: document.resources.map(({ json }) => json),
      problems: document.problems.length,
    })),
  );
  return jsonEqual(one, two);
}
