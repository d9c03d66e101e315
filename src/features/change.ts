import type { Change } from '../change/change';
import { changeFacts, changesMarksOnly, fieldWords } from '../change/changeWords';
import type { FieldChange } from '../change/fieldChanges';
import { entryAt, nodeAt, rangeFor, type Path, type SourceNode, type TextRange } from '../manifest/source';
import type { Assessment } from './assessment';

/** How many pods the change is about: those that run, where that is written, else those that will. */
export function factsOf({ workload, before, envelope, envelopeAtMost, nodes }: Assessment): ReturnType<typeof changeFacts> {
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
  const { source } = assessment.workload.resource;
  const found = [...change.template, ...change.settings].find((field) => isAt(field, path, source));
  if (found === undefined) return undefined;
  const restarts = change.template.includes(found);
  const since = surroundings.base?.name ?? 'the version before';
  const all = restarts ? change.template : change.settings;
  const effect = restarts ? restartSentence(change, assessment) : 'It restarts no pod, and counts from the next rollout on.';
  return `Since ${since}: ${fieldWords(found, all)}. ${effect}`;
}

function restartSentence(change: Change, assessment: Assessment): string {
  const { held } = change;
  const { pods, isEmpty } = factsOf(assessment);
  if (held === 'paused') return 'It is paused: no pod restarts until it is resumed.';
  if (held === 'onDelete') return 'Each pod restarts when somebody deletes it.';
  if (isEmpty) return 'It runs no pods that could restart.';
  const although = changesMarksOnly(change) ? ', although nothing in them runs differently' : '';
  return `This change restarts every pod (${pods})${although}.`;
}

/** What was removed is told where it stood: at what held it, as far as that is still there. */
function isAt({ path: changed, how }: FieldChange, path: Path, source: SourceNode): boolean {
  if (how !== 'removed') return isPrefix(changed, path);
  return (
    changed.length > path.length &&
    isPrefix(path, changed) &&
    (changed.length === path.length + 1 || nodeAt(source, changed.slice(0, path.length + 1)) === undefined)
  );
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
