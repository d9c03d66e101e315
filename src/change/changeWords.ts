/** A change in words: short for a lens, a line for each field for a review. */
import { RESTARTED_AT_ANNOTATION } from '../model/wellKnown';
import { counted, listed, visible } from '../model/words';
import type { Change } from './change';
import type { ChangeStep, FieldChange } from './fieldChanges';
import { imageTexts, isSameImage, valueText, valueTexts } from './valueTexts';

/** How many pods run, as far as that is known: `10 pods`, `2–10 pods`, `the pod of each of 3 nodes`. */
export interface ChangeFacts {
  readonly pods: string;
  /** The same as a number, where it is a range the most. */
  readonly most: number;
  /** Nothing runs that could restart. */
  readonly isEmpty: boolean;
}

/** `restarts 10 pods: image 1.8 → 1.9`; nothing where nothing changed. */
export function changeTitle(change: Change, facts: ChangeFacts): string | undefined {
  const title = titleOf(change, facts);
  if (title === undefined || change.kind === 'rejected') return title;
  if (change.isPartial) return `${title} (as far as the template tells)`;
  return change.wasRefused ? `${title} (the version before was refused, what runs is older)` : title;
}

function titleOf(change: Change, { pods, most, isEmpty }: ChangeFacts): string | undefined {
  const { kind, template, settings, replicas, held, from } = change;
  const start = most === 1 ? 'starts' : 'start';
  const scaled = replicas === undefined ? '' : `scale ${replicas.before} → ${replicas.after}`;
  switch (kind) {
    case 'same':
      return undefined;
    case 'none':
      return 'no rollout';
    case 'scale':
      return `${scaled}, no restart${settings.length === 0 ? '' : `: ${inShort(settings)}`}`;
    case 'strategy':
      return `no restart: ${inShort(settings)}`;
    case 'rejected':
      return `rejected: ${refusalText(change)}`;
    case 'new':
      return isEmpty ? 'new' : `new: ${pods} ${start}`;
    case 'deleted':
      return DELETED;
    case 'renamed':
      return `${from?.startsWith('namespace ') === true ? 'moved' : 'renamed'}${from === undefined ? '' : ` from ${visible(from)}`}: ${isEmpty ? 'a second one' : `${pods} ${start}`} beside the old, which ${RUNS_ON}`;
    default:
      return [restartWords(held, pods, isEmpty), scaled]
        .filter((part) => part !== '')
        .join(', ')
        .concat(`: ${inShort(template)}`);
  }
}

const RUNS_ON = 'runs on unless it is pruned';
/** Of what is in the older version only. */
export const DELETED = `no longer in the files: it ${RUNS_ON}`;

const MAX_REFUSAL = 100;

/** The server's words, as short as a lens needs them. */
function refusalText({ refusals: [first, ...more] }: Change): string {
  if (first === undefined) return 'by the API server';
  const { field, detail, message } = first;
  // The detail may have been cut, the message never is.
  const at = detail.endsWith('…') ? message.indexOf(detail.slice(0, -1)) : -1;
  const whole = at < 0 ? detail : message.slice(at);
  const text = visible((whole === '' ? message : `${field}: ${whole}`).replace(/\s+/g, ' '));
  const short = text.length > MAX_REFUSAL ? `${text.slice(0, MAX_REFUSAL - 1)}…` : text;
  return more.length === 0 ? short : `${short} (and ${counted(more.length, 'more complaint')})`;
}

function restartWords(held: Change['held'], pods: string, isEmpty: boolean): string {
  if (held === 'paused') return 'no restart while paused';
  if (held === 'onDelete') return 'each pod restarts when it is deleted';
  return isEmpty ? 'no pods to restart' : `restarts ${pods}`;
}

const MOST_SHOWN = 2;

function inShort(changes: readonly FieldChange[]): string {
  if (changes.length === 0) return 'the template';
  const sorted = withoutConsequences(changes).toSorted((a, b) => weightOf(a) - weightOf(b));
  const shown = sorted.map((change) =>
    isOfMany(change, changes) ? resourcesWords(change, changes) : fieldWords(change, changes),
  );
  return listed([...new Set(shown)], MOST_SHOWN);
}

const MOST_RESOURCES = 2;

/** Requests and limits come in fours. */
function isOfMany(change: FieldChange, changes: readonly FieldChange[]): boolean {
  return (
    isResource(change) &&
    changes.filter((other) => isResource(other) && containerOf(other) === containerOf(change)).length > MOST_RESOURCES
  );
}

function isResource({ steps }: FieldChange): boolean {
  return steps.includes('resources');
}

function resourcesWords(change: FieldChange, changes: readonly FieldChange[]): string {
  return `requests and limits${ofContainer(change, changes)}`;
}

/** Bounds come and go with the strategy's type; an account has an old name as well; one container replaces another. */
export function withoutConsequences(changes: readonly FieldChange[]): FieldChange[] {
  const types = changes.some(({ steps }) => STRATEGIES.has(nameOf(steps[0])) && steps[1] === 'type');
  const named = changes.some(({ steps }) => steps.at(-1) === 'serviceAccountName');
  const replaced = changes.some((change) => replacedBy(change, changes) !== undefined);
  return changes.filter(
    (change) =>
      (!types || change.steps[1] !== 'rollingUpdate') &&
      (!named || change.steps.at(-1) !== 'serviceAccount') &&
      (!replaced || !isContainer(change, 'removed')),
  );
}

/** What is most likely meant comes first. */
function weightOf({ steps }: FieldChange): number {
  if (steps.at(-1) === 'image') return 0;
  return steps[0] === 'metadata' ? 2 : 1;
}

/** Whether all that changed are labels and annotations of the pods, so that no process in them runs differently. */
export function changesMarksOnly({ template }: Change): boolean {
  return template.length > 0 && template.every(({ steps }) => steps[0] === 'metadata');
}

/** `image web 1.8 → 1.9`, `env LOG_LEVEL added`; a container is named where there are others among the changes. */
export function fieldWords(change: FieldChange, among: readonly FieldChange[] = [change]): string {
  const { how, before, after } = change;
  const subject = subjectOf(change, among);
  if (how === 'reordered') return `the order of ${subject} changed`;
  const instead = replacedBy(change, among);
  if (instead !== undefined) return `${subject} in the place of ${instead}`;
  const items = itemWords(before, after);
  if (items !== undefined) return `${subject} ${items}`;
  const isSecret = change.steps.some((step) => typeof step === 'object' && SECRET.test(step.key));
  const [from, to] = change.steps.at(-1) === 'image' ? imageTexts(before, after) : isSecret ? [] : valueTexts(before, after);
  if (how === 'added') return to === undefined ? `${subject} added` : `${subject} ${to} added`;
  if (how === 'removed') return `${subject} removed`;
  if (from === undefined || to === undefined) return `${subject} changed`;
  const isSame = subject.startsWith('image') && isSameImage(before, after);
  return `${subject} ${from} → ${to}${isSame ? ' (the same image)' : ''}`;
}

/** Reviews are passed on: what a variable of such a name holds is not told. */
const SECRET = /passw|secret|token|api_?key|credential|private/i;

function subjectOf(change: FieldChange, among: readonly FieldChange[]): string {
  const { steps } = change;
  const at = steps.findIndex((step) => CONTAINERS.has(nameOf(step)));
  if (at < 0) return podSubject(steps);
  const container = steps[at + 1];
  const inside = steps.slice(at + 2);
  if (container === undefined) return `the ${nameOf(steps[at])}`;
  if (inside.length === 0) return `${steps[at] === 'initContainers' ? 'init container' : 'container'} ${nameOf(container)}`;
  return `${containerSubject(inside)}${ofContainer(change, among)}`;
}

/** A container is named where there are others among the changes. */
function ofContainer(change: FieldChange, among: readonly FieldChange[]): string {
  const several = new Set(among.map((other) => containerOf(other)).filter((name) => name !== undefined)).size > 1;
  return several ? ` of ${containerOf(change) ?? ''}` : '';
}

const CONTAINERS: ReadonlySet<string> = new Set(['containers', 'initContainers']);

function containerOf({ steps }: FieldChange): string | undefined {
  const at = steps.findIndex((step) => CONTAINERS.has(nameOf(step)));
  return at < 0 || steps[at + 1] === undefined ? undefined : nameOf(steps[at + 1]);
}

function containerSubject(steps: readonly ChangeStep[]): string {
  const [first, second, third] = steps.map(nameOf);
  if (first === 'env' && second !== undefined) return `env ${second}`;
  if (first === 'ports' && second !== undefined) return `port ${second}${third === undefined ? '' : ` ${third}`}`;
  if (first === 'volumeMounts' && third === 'name') return `volume at ${second ?? ''}`;
  if (first === 'volumeMounts' && second !== undefined) return `mount ${second}${third === undefined ? '' : ` ${third}`}`;
  if (first === 'resources' && third !== undefined) return `${third} ${second === 'requests' ? 'request' : 'limit'}`;
  return steps.map(nameOf).join('.');
}

function podSubject(steps: readonly ChangeStep[]): string {
  const [first, second, third] = steps.map(nameOf);
  const rest = steps.slice(2).map(nameOf).join('.');
  if (first === 'metadata' && second === 'annotations' && third === RESTARTED_AT_ANNOTATION) return 'the time of a restart';
  if (first === 'metadata' && (second === 'labels' || second === 'annotations'))
    return `${second === 'labels' ? 'label' : 'annotation'} ${rest} of the pods`;
  const inside = first === 'spec' ? steps.slice(1) : steps;
  const [kind, name] = inside.map(nameOf);
  if (kind === 'volumes' && name !== undefined) return ['volume', ...inside.slice(1).map(nameOf)].join(' ');
  // Type and bounds need no holder: there is one strategy.
  if (STRATEGIES.has(kind ?? '') && inside.length > 1) return name === 'type' ? 'strategy' : nameOf(inside.at(-1));
  return inside.map(nameOf).join('.');
}

const STRATEGIES: ReadonlySet<string> = new Set(['strategy', 'updateStrategy']);

function nameOf(step: ChangeStep | undefined): string {
  return step === undefined ? '' : typeof step === 'string' ? visible(step) : visible(step.key);
}

/** Of containers: the only one that went where this is the only one that came. */
function replacedBy(change: FieldChange, among: readonly FieldChange[]): string | undefined {
  const come = among.filter((other) => isContainer(other, 'added'));
  const [gone, ...others] = among.filter((other) => isContainer(other, 'removed'));
  if (come.length !== 1 || come[0] !== change || others.length > 0) return undefined;
  return gone === undefined ? undefined : containerOf(gone);
}

function isContainer({ steps, how }: FieldChange, wanted: FieldChange['how']): boolean {
  return how === wanted && steps.at(-2) === 'containers' && steps.length <= MAX_DEPTH_OF_CONTAINER;
}

/** `spec`, `containers`, its name. */
const MAX_DEPTH_OF_CONTAINER = 3;

/** What differs between two lists of texts, such as `args`; undefined: they are none, or differ in more than a few words tell. */
function itemWords(old: unknown, now: unknown): string | undefined {
  const [before, after] = [textsOf(old), textsOf(now)];
  if (before === undefined || after === undefined) return undefined;
  const [gone, come] = [before.filter((item) => !after.includes(item)), after.filter((item) => !before.includes(item))];
  const [left, fresh] = [gone[0], come[0]];
  if (gone.length === 1 && come.length === 1) {
    const [from, to] = valueTexts(left, fresh);
    return from === undefined || to === undefined ? 'changed' : `${from} → ${to}`;
  }
  const parts = [
    ...(come.length === 0 ? [] : [come.length === 1 ? `${valueText(fresh) ?? ''} added` : `${come.length} added`]),
    ...(gone.length === 0 ? [] : [gone.length === 1 ? `${valueText(left) ?? ''} removed` : `${gone.length} removed`]),
  ];
  return parts.length === 0 ? undefined : parts.join(', ');
}

/** A list of texts, or of the ConfigMaps and Secrets that variables come from; undefined: it is neither. */
function textsOf(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((item: unknown) => (typeof item === 'string' ? item : sourceText(item)));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

interface EnvFrom {
  readonly prefix?: unknown;
  readonly configMapRef?: { readonly name?: unknown };
  readonly secretRef?: { readonly name?: unknown };
}

function sourceText(item: unknown): string | undefined {
  const { prefix, configMapRef, secretRef } = (item ?? {}) as EnvFrom;
  const name = configMapRef?.name ?? secretRef?.name;
  if (typeof name !== 'string' || (prefix !== undefined && prefix !== '')) return undefined;
  return `${configMapRef === undefined ? 'Secret' : 'ConfigMap'} ${name}`;
}

/** What is known of a workload's pods for the title of its change. */
export function changeFacts(kind: 'Deployment' | 'DaemonSet', from: number, to: number, isCertain: boolean): ChangeFacts {
  const isEmpty = to === 0;
  if (kind === 'DaemonSet') return { pods: `${counted(to, 'pod')}${isCertain ? '' : ' (assumed nodes)'}`, isEmpty, most: to };
  return { pods: from === to ? counted(to, 'pod') : `${from}–${to} pods`, isEmpty, most: to };
}
