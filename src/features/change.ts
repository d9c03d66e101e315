import type { Change } from '../change/change';
import { changeFacts, changesMarksOnly, fieldWords } from '../change/changeWords';
import type { FieldChange } from '../change/fieldChanges';
import { counted } from '../model/words';
import { entryAt, nodeAt, rangeFor, type Path, type SourceNode, type TextRange } from '../manifest/source';
import { replicasThatRan } from '../rules/autoscalers';
import type { Assessment } from './assessment';

/** How many pods the change is about: those that run, where that is written, else those that will. */
export function factsOf({
  workload,
  before,
  envelope,
  envelopeAtMost,
  nodes,
  autoscaler,
}: Assessment): ReturnType<typeof changeFacts> {
  if (workload.kind === 'DaemonSet') return changeFacts('DaemonSet', nodes.count, nodes.count, nodes.known);
  if (before?.replicas.written === true && before.replicas.known) {
    const ran = replicasThatRan(before, workload, autoscaler);
    return changeFacts('Deployment', ran, ran, true);
  }
  if (envelope === undefined && !workload.replicas.known) return { pods: 'its pods', most: 0, isEmpty: false };
  const wanted = envelope?.desired ?? workload.replicas.value;
  return changeFacts('Deployment', wanted, envelopeAtMost?.desired ?? wanted, true);
}

/** What changed at a place of the manifest or around it, and what that does. */
export function describeChangeAt(assessment: Assessment, path: Path): string | undefined {
  const { change, surroundings } = assessment;
  if (change === undefined) return undefined;
  const { source } = assessment.workload.resource;
  const found = [...change.template, ...change.settings].find((field) => isAt(field, path, source));
  const scaled = found === undefined ? scaleText(change, path, source) : undefined;
  if (found === undefined && scaled === undefined) return undefined;
  const since = `Since ${surroundings.base?.name ?? 'the version before'}: `;
  if (found === undefined) return since + (scaled ?? '');
  const restarts = change.template.includes(found);
  const words = fieldWords(found, restarts ? change.template : change.settings);
  if (change.kind === 'rejected') return `${since}${words}. The API server does not take this version.`;
  return `${since}${words}. ${restarts ? restartSentence(change, assessment) : settingSentence(found, change)}`;
}

/** How many pods there are to be is a change of its own. */
function scaleText({ replicas, kind }: Change, path: Path, source: SourceNode): string | undefined {
  if (replicas === undefined || path[0] !== 'spec') return undefined;
  const isWritten = nodeAt(source, ['spec', 'replicas']) !== undefined;
  if (path.length !== (isWritten ? 2 : 1) || (isWritten && path[1] !== 'replicas')) return undefined;
  const { before, after } = replicas;
  const how = after > before ? `${counted(after - before, 'pod')} more` : `${counted(before - after, 'pod')} less`;
  const removed = isWritten ? '' : ' because replicas was removed, which kubectl apply takes for the default';
  const others = kind === 'scale' ? 'The others run on.' : '';
  return `replicas ${before} → ${after}: ${how}${removed}. ${others}`.trimEnd();
}

function settingSentence({ steps: [field], after }: FieldChange, { template }: Change): string {
  if (field === 'paused')
    return after === true
      ? 'It restarts no pod: from now on a change of the pods waits until it is resumed.'
      : 'It restarts no pod by itself: a rollout that was held goes on.';
  if (template.length > 0) return 'It restarts no pod by itself, and counts for the rollout of this change already.';
  if (field === 'strategy' || field === 'updateStrategy') return 'It restarts no pod, and counts from the next rollout on.';
  return 'It restarts no pod.';
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

const NOWHERE: readonly TextRange[] = [];

/** The places, in the document, of what makes the pods restart. */
export function restartPlaces({ change, workload }: Assessment): readonly TextRange[] {
  return change === undefined ? NOWHERE : restartPlacesIn(change, workload.resource.source);
}

/** The same in another tree of the workload, which may hold a part of it only. */
export function restartPlacesIn({ kind, held, template }: Change, source: SourceNode): readonly TextRange[] {
  if (held !== undefined || kind === 'rejected') return NOWHERE;
  return template.flatMap(({ path, how }) => {
    if (how === 'removed') return [rangeFor(source, path.slice(0, -1))];
    const node = nodeAt(source, path);
    return node === undefined ? [] : [{ start: entryAt(source, path)?.keyRange.start ?? node.start, end: node.end }];
  });
}
