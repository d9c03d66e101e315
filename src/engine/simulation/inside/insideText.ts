/** Ours: the rows in words, one line each, and the state at a moment. */
import { counted, formatDuration, listed } from '../../../model/words';
import type { Kind } from '../../api/kinds';
import type { InsideRecording, InsideRow, QueueRow, SyncStep } from './insideRows';
import { insideAt, type InsideState, type QueueState } from './insideState';

const MOMENT_WIDTH = 11;
const STATION_WIDTH = 13;

type RowName = InsideRow['row'];
type Words = { readonly [N in RowName]: (row: Extract<InsideRow, { readonly row: N }>) => string };

const STATIONS: Readonly<Record<RowName, string>> = {
  write: 'API server',
  manager: 'manager',
  list: 'cache',
  watch: 'watch',
  queue: 'queue',
  sync: 'sync',
  expectations: 'expectations',
  request: 'request',
  slowStart: 'slow start',
  scheduler: 'scheduler',
  kubelet: 'kubelet',
};

const QUEUE_WORDS: Readonly<Record<QueueRow['op'], (row: QueueRow) => string>> = {
  add: ({ key }) => `${key} is added`,
  due: ({ key }) => `${key} is added: its time has come`,
  addAfter: ({ key, delayMs = 0 }) => `${key} is to come in ${ms(delayMs)}`,
  addRateLimited: ({ key, failures = 0 }) => `${key} has failed (${counted(failures, 'time')} in a row)`,
  forget: ({ key }) => `${key}: its failures are forgotten`,
  get: ({ key }) => `${key} is taken`,
  done: ({ key }) => `${key} is done`,
};

const WORDS: Words = {
  write: ({ type, kind, key, version, by, sentMs }) =>
    `${kind} ${key} ${type}, version ${version}${by === undefined ? '' : `, by ${by}`}${sentMs === undefined ? '' : `, answered ${ms(sentMs)} later`}`,
  manager: ({ op }) => (op === 'starts' ? 'the controllers start' : 'the controllers stop: what they had in memory is lost'),
  list: ({ controller, kind, key, version }) => `${ownCache(controller)}${kind} ${key} listed, version ${version}`,
  watch: ({ controller, type, kind, key, version, lagMs }) =>
    `${ownCache(controller)}${kind} ${key} ${type}, version ${version}, ${ms(lagMs)} behind`,
  queue: (row) => `${row.queue}: ${QUEUE_WORDS[row.op](row)}`,
  sync: ({ queue, key, phase, steps, error }) =>
    phase === 'begin'
      ? `${queue} ${key} begins`
      : `${queue} ${key} ends${error === undefined ? '' : ` with an error: ${error}`}${steps === undefined ? '' : stepsText(steps)}`,
  expectations: ({ controller, key, op, adds, deletes, verdict }) => {
    const numbers = `${counted(adds, 'creation')}, ${counted(deletes, 'deletion')}`;
    if (op === 'check')
      return `${controller} ${key}: ${verdict === 'ignored' ? 'ignored, which is not Kubernetes' : (verdict ?? '')}${verdict === 'none' ? '' : ` (${numbers} awaited)`}`;
    if (op === 'deleted') return `${controller} ${key}: deleted`;
    return `${controller} ${key}: ${numbers} ${op === 'set' ? 'expected' : op === 'observed' ? 'seen' : 'taken off'}`;
  },
  request: ({ controller, key, verb, pod, error }) =>
    `${controller} ${key}: ${verb} pod ${pod}${error === undefined ? '' : `, refused: ${error}`}`,
  slowStart: ({ controller, key, wanted, batches, failed, skipped }) =>
    `${controller} ${key}: ${counted(wanted, 'pod')} in batches of ${batches.join(', ')}${failed === 0 ? '' : `; ${failed} refused`}${skipped === 0 ? '' : `; ${skipped} not tried`}`,
  scheduler: ({ pod, from, to, why }) => `${pod}: ${from === undefined ? '' : `${from} → `}${to} (${why})`,
  kubelet: ({ pod, node, op, phase, ready }) =>
    op === 'report'
      ? `${node}: ${pod} is ${phase ?? ''}${ready === true ? ', ready' : ''}`
      : `${node}: worker of ${pod} ${op === 'add' ? 'begins' : 'is gone'}`,
};

const ownCache = (controller: string | undefined): string => (controller === undefined ? '' : `cache of ${controller}: `);
const ms = (milliseconds: number): string =>
  milliseconds < 1000 ? `${Math.round(milliseconds * 100) / 100} ms` : formatDuration(milliseconds / 1000);
const moment = (t: number): string => `${t.toFixed(3)} s`;

/** What was taken, in order, then what was skipped, reason by reason. */
function stepsText(steps: readonly SyncStep[]): string {
  const taken = steps.filter(({ state }) => state === 'taken').map(({ step }) => step);
  const others = new Map<string, string[]>();
  for (const { step, state, why = '' } of steps) {
    if (state === 'taken') continue;
    const reason = `${state === 'skipped' ? 'skipped' : 'not known'}, ${why}`;
    others.set(reason, [...(others.get(reason) ?? []), step]);
  }
  const rest = [...others].map(([reason, names]) => `; ${reason}: ${names.join(', ')}`);
  return `; taken: ${taken.join(', ')}${rest.join('')}`;
}

/** What happened, without its moment and its place. */
export function rowText(row: InsideRow): string {
  const words = WORDS[row.row] as (row: InsideRow) => string;
  return words(row);
}

function lineOf(row: InsideRow): string {
  return `${moment(row.t).padStart(MOMENT_WIDTH)}  ${STATIONS[row.row].padEnd(STATION_WIDTH)} ${rowText(row)}`;
}

/** All that happens from the change on. */
export function insideText({ rows, omitted }: InsideRecording): string {
  const shown = rows.filter(({ t }) => t >= 0);
  const before = rows.length - shown.length;
  const notes = [
    ...(before === 0 ? [] : [`${counted(before, 'row')} from before the change left out: --format json has them.`]),
    ...(omitted === 0 ? [] : [`${counted(omitted, 'further row')} not recorded: there are too many.`]),
  ];
  return [...shown.map(lineOf), ...notes, ''].join('\n');
}

/** Caches, queues and expectations as they are at a moment. */
export function insideStateText({ rows, omitted }: InsideRecording, t: number): string {
  const last = rows.at(-1);
  const isKnown = omitted === 0 || (last !== undefined && last.t > t);
  const state = insideAt(rows, t);
  return [
    `At ${moment(t)}${isKnown ? '' : ` (recorded until ${moment(last?.t ?? 0)} only)`}`,
    ...section('Caches', cacheLines(state)),
    ...section(
      'Work queues',
      [...state.queues].map(([name, queue]) => `${name}: ${queueText(queue)}`),
    ),
    ...section('Expectations', expectationLines(state)),
    ...section('Scheduler', schedulerLines(state)),
    ...section('Kubelets', kubeletLines(state)),
    '',
  ].join('\n');
}

function section(title: string, lines: readonly string[]): string[] {
  return ['', title, ...(lines.length === 0 ? ['  nothing'] : lines.map((line) => `  ${line}`))];
}

/** What the controllers believe, and where that is not what is stored. */
function cacheLines({ caches, stored }: InsideState): string[] {
  return [...caches].map(([name, cache]) => {
    const truth = stored.get(name.split(' ').at(-1) as Kind) ?? new Map<string, number>();
    const keys = new Set([...cache.keys(), ...truth.keys()]);
    const behind = [...keys].filter((key) => cache.get(key) !== truth.get(key));
    const words = behind.map((key) => `${key} (stored ${truth.get(key) ?? 'no more'}, cached ${cache.get(key) ?? 'not yet'})`);
    return `${name}: ${counted(cache.size, 'object')}${behind.length === 0 ? ', up to date' : `, ${behind.length} behind: ${listed(words)}`}`;
  });
}

function queueText({ line, processing, dirty, delayed, failures }: QueueState): string {
  const waiting = [...delayed].map(([key, at]) => `${key} until ${moment(at)}`);
  const failed = [...failures].map(([key, count]) => `${key} ${count}`);
  const parts = [
    ...(line.length === 0 ? [] : [`in line ${listed(line, 5)}`]),
    ...[...processing].map((key) => `working on ${key}${dirty.has(key) ? ' (dirty)' : ''}`),
    ...(waiting.length === 0 ? [] : [`delayed ${listed(waiting, 5)}`]),
    ...(failed.length === 0 ? [] : [`failures ${listed(failed, 5)}`]),
  ];
  return parts.length === 0 ? 'empty' : parts.join('; ');
}

function expectationLines({ expectations, t }: InsideState): string[] {
  return [...expectations].flatMap(([controller, byKey]) =>
    [...byKey].map(([key, { adds, deletes, since }]) => {
      const isMet = adds <= 0 && deletes <= 0;
      const awaited = `${counted(adds, 'creation')}, ${counted(deletes, 'deletion')} awaited for ${ms((t - since) * 1000)}`;
      return `${controller} ${key}: ${isMet ? 'satisfied' : awaited}`;
    }),
  );
}

function schedulerLines({ scheduler }: InsideState): string[] {
  const places = new Map<string, string[]>();
  for (const [pod, place] of scheduler) places.set(place, [...(places.get(place) ?? []), pod]);
  return [...places].map(([place, pods]) => `${place}: ${listed(pods, 5)}`);
}

function kubeletLines({ kubelets }: InsideState): string[] {
  const nodes = new Map<string, number>();
  for (const node of kubelets.values()) nodes.set(node, (nodes.get(node) ?? 0) + 1);
  return [...nodes].map(([node, pods]) => `${node}: ${counted(pods, 'worker')}`);
}
