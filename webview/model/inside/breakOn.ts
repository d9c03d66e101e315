import type { Machine } from '../../../src/model/stations';
import { READS as CONTROLLERS_READ, type QueueName } from '../../../src/engine/simulation/inside/insideRows';
import type { CacheName } from '../../../src/engine/simulation/inside/insideState';
import { stepPositions, type Position } from './position';
import { MachineState } from './machineState';
import { machineOf, type Kind, type Recorded, type SyncSpan } from './recording';

/** What one may wait for. */
export const BREAKS = ['sync', 'step', 'verdict', 'error', 'heldBack', 'lag'] as const;
export type BreakKind = (typeof BREAKS)[number];

export const BREAK_WORDS: Readonly<Record<BreakKind, string>> = {
  sync: 'any sync',
  step: 'a step',
  verdict: 'a verdict',
  error: 'an error',
  heldBack: 'expectations that hold back',
  lag: 'a cache that lags',
};

/** Absent fields match everything. */
export interface BreakOn {
  readonly kind: BreakKind;
  readonly machine?: Machine | undefined;
  readonly key?: string | undefined;
  /** Of `step` and `verdict`: which one. */
  readonly name?: string | undefined;
}

/** What each machine reads from caches. */
export const READS: Readonly<Record<Machine, readonly Kind[]>> = {
  ...CONTROLLERS_READ,
  scheduler: ['Pod', 'Node'],
  kubelets: ['Pod'],
};

/** Which cache of a kind a machine reads: its own where it has one. */
export function cacheFor({ caches }: Recorded, machine: Machine, kind: Kind): CacheName {
  const own = `${machine} ${kind}` as CacheName;
  return caches.get(kind)?.has(own) === true ? own : kind;
}

/** All places where it breaks, in order. */
export function breaks(recorded: Recorded, breakOn: BreakOn): readonly Position[] {
  const spans = recorded.syncs.filter((span) => isMeant(span, breakOn));
  if (breakOn.kind === 'heldBack') return heldBack(recorded, spans);
  if (breakOn.kind === 'lag') return lagging(recorded, spans);
  return spans.flatMap((span) => placesIn(recorded, span, breakOn));
}

function isMeant({ queue, key }: SyncSpan, breakOn: BreakOn): boolean {
  const machine = machineOf(queue);
  return (breakOn.machine ?? machine) === machine && (breakOn.key ?? key) === key;
}

function placesIn(recorded: Recorded, span: SyncSpan, { kind, name }: BreakOn): readonly Position[] {
  const taken = (step: string): readonly Position[] => {
    const at = stepPositions(recorded, span).find((place) => span.steps[place.step ?? -1]?.step === step);
    return at === undefined ? [] : [at];
  };
  switch (kind) {
    case 'step':
      return name === undefined ? [] : taken(name);
    case 'verdict': {
      const found = span.decided.find(({ verdict }) => verdict === name);
      return found === undefined ? [] : [taken(found.step)[0] ?? { row: span.end }];
    }
    case 'error':
      return span.error === undefined ? [] : [{ row: span.end }];
    default:
      return [{ row: span.begin }];
  }
}

/** Where a sync asks and hears that it has to wait. */
function heldBack({ rows }: Recorded, spans: readonly SyncSpan[]): readonly Position[] {
  return spans.flatMap(({ begin, end }) => {
    const row = rows.slice(begin, end).findIndex((each) => each.row === 'expectations' && each.verdict === 'waiting');
    return row < 0 ? [] : [{ row: begin + row }];
  });
}

/** Where a sync begins while news of what it reads is under way. */
function lagging(recorded: Recorded, spans: readonly SyncSpan[]): readonly Position[] {
  const state = new MachineState();
  const found: Position[] = [];
  let next = 0;
  recorded.rows.forEach((row, index) => {
    state.see(row, index, recorded);
    const span = spans[next];
    if (span?.begin !== index) return;
    next++;
    if (isBehind(recorded, state, span.queue)) found.push({ row: index });
  });
  return found;
}

function isBehind(recorded: Recorded, { underWay }: MachineState, queue: QueueName): boolean {
  const machine = machineOf(queue);
  const read = READS[machine].map((kind) => `${cacheFor(recorded, machine, kind)} `);
  return [...underWay.keys()].some((place) => read.some((cache) => place.startsWith(cache)));
}

/** What can be chosen: keys, steps and verdicts that occur. */
export function choices(
  { syncs }: Recorded,
  machine: Machine | undefined,
): Readonly<Record<'keys' | 'steps' | 'verdicts', readonly string[]>> {
  const keys = new Set<string>();
  const steps = new Set<string>();
  const verdicts = new Set<string>();
  for (const span of syncs) {
    if (machine !== undefined && machineOf(span.queue) !== machine) continue;
    keys.add(span.key);
    for (const { step, state } of span.steps) if (state === 'taken') steps.add(step);
    for (const { verdict } of span.decided) verdicts.add(verdict);
  }
  return { keys: [...keys], steps: [...steps], verdicts: [...verdicts] };
}

const isBefore = (a: Position, b: Position): boolean => a.row < b.row || (a.row === b.row && (a.step ?? -1) < (b.step ?? -1));

/** The next of these places in a direction. */
export function nextBreak(places: readonly Position[], from: Position, direction: 1 | -1): Position | undefined {
  return direction > 0 ? places.find((place) => isBefore(from, place)) : places.findLast((place) => isBefore(place, from));
}

/** The first of these places that play has passed, from a row (not itself) to another. */
export function brokenBetween(places: readonly Position[], from: number, to: number): Position | undefined {
  return places.find(({ row }) => row > from && row <= to);
}
