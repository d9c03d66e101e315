import { changeBetween, type Change } from '../change/change';
import { changeFacts, changeTitle, fieldWords } from '../change/changeWords';
import type { FieldChange } from '../change/fieldChanges';
import { jsonAt } from '../manifest/json';
import { entryAt, nodeAt, rangeFor, type Path, type TextRange } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { Assessment } from './assessment';
import type { Base } from './base';

/** What applying a workload does to the version of it that is taken to run; undefined where that is not known. */
export function changeOfWorkload(workload: Workload, before: Workload | undefined): Change | undefined {
  if (before === undefined || !before.certain || !workload.certain) return undefined;
  // The place of an object is not a part of it.
  return changeBetween(workload.kind, before.resource.json, workload.resource.json);
}

/** The workload of the base that this one seems to be under another name: it is gone from the file, and runs the same. */
export function renamedFrom(workload: Workload, base: Base, present: readonly Workload[]): Workload | undefined {
  const isGone = (old: Workload): boolean => !present.some(({ kind, name }) => kind === old.kind && name === old.name);
  const running = containersOf(workload);
  return base.workloads.find((old) => old.kind === workload.kind && isGone(old) && containersOf(old) === running);
}

function containersOf({ resource: { json }, pod }: Workload): string {
  return JSON.stringify(jsonAt(json, [...pod.path, 'spec', 'containers']) ?? null);
}

/** `restarts 10 pods: image 1.8 → 1.9`; nothing where nothing changed or nothing is known. */
export function titleOfChange(assessment: Assessment): string | undefined {
  const { change } = assessment;
  return change === undefined ? undefined : changeTitle(change, factsOf(assessment));
}

/** How many pods the change is about: those that run, where that is written, else those that will. */
function factsOf({ workload, before, envelope, envelopeAtMost, nodes }: Assessment): ReturnType<typeof changeFacts> {
  if (workload.kind === 'DaemonSet') return changeFacts('DaemonSet', nodes.count, nodes.count, nodes.known);
  const ran = before?.replicas;
  if (ran?.written === true && ran.known) return changeFacts('Deployment', ran.value, ran.value, true);
  const wanted = envelope?.desired ?? workload.replicas.value;
  return changeFacts('Deployment', wanted, envelopeAtMost?.desired ?? wanted, true);
}

/** What changed at a place of the manifest or around it, and what that does. */
export function describeChangeAt(assessment: Assessment, path: Path): string | undefined {
  const { change, surroundings } = assessment;
  if (change === undefined) return undefined;
  const [found] = [...change.template, ...change.settings].filter((field) => isAt(field, path));
  if (found === undefined) return undefined;
  const restarts = change.template.includes(found);
  const since = surroundings.base?.name ?? 'the version before';
  const all = restarts ? change.template : change.settings;
  const effect = restarts ? restartSentence(change, assessment) : 'It restarts no pod, and counts from the next rollout on.';
  return `Since ${since}: ${fieldWords(found, all)}. ${effect}`;
}

function restartSentence({ held }: Change, assessment: Assessment): string {
  const { pods, isEmpty } = factsOf(assessment);
  if (held === 'paused') return 'It is paused: no pod restarts until it is resumed.';
  if (held === 'onDelete') return 'Each pod restarts when somebody deletes it.';
  return isEmpty ? 'It runs no pods that could restart.' : `This change restarts every pod (${pods}).`;
}

/** What was removed is told where it stood: at what held it. */
function isAt({ path: changed, how }: FieldChange, path: Path): boolean {
  if (how === 'removed') return changed.length === path.length + 1 && isPrefix(path, changed);
  return isPrefix(changed, path);
}

function isPrefix(prefix: Path, path: Path): boolean {
  return prefix.length <= path.length && prefix.every((step, index) => path[index] === step);
}

/** The places, in the document, of what makes the pods restart. */
export function restartPlaces({ change, workload }: Assessment): readonly TextRange[] {
  if (change === undefined || change.held !== undefined) return [];
  const { source } = workload.resource;
  return change.template.flatMap(({ path, how }) => {
    if (how === 'removed') return [rangeFor(source, path.slice(0, -1))];
    const node = nodeAt(source, path);
    return node === undefined ? [] : [{ start: entryAt(source, path)?.keyRange.start ?? node.start, end: node.end }];
  });
}
