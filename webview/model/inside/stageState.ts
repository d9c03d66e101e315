import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import type { InsideRow } from '../../../src/engine/simulation/inside/insideRows';
import type { Machine } from '../../../src/model/stations';
import { breaks, nextBreak, type BreakOn } from './breakOn';
import { positionAt, stepFrom, stepPositions, syncShown, type Position, type StepSize } from './position';
import type { Recorded } from './recording';
import { machineOfStop, placeToShow } from './stops';

/** What is told beside the machine; absent: what is going on at this place. */
export type Chosen = { readonly step: string; readonly machine: Machine } | { readonly section: string };

/** All that the stage knows beside what the page knows. */
export interface StageState {
  /** What was recorded, and of which scenario. */
  readonly recorded: Recorded | undefined;
  readonly scenario: Scenario | undefined;
  /** The scenario that is being recorded. */
  readonly recording: Scenario | undefined;
  readonly problem: string | undefined;
  readonly machine: Machine;
  /** The place within the moment of the page. */
  readonly place: Position | undefined;
  readonly size: StepSize;
  readonly chosen: Chosen | undefined;
  readonly breakOn: BreakOn;
  /** Whether play stops there. */
  readonly isArmed: boolean;
  /** A sync is played step by step. */
  readonly isSlow: boolean;
  /** The stop of the tour. */
  readonly stop: number;
}

export const INITIAL_STAGE: StageState = {
  recorded: undefined,
  scenario: undefined,
  recording: undefined,
  problem: undefined,
  machine: 'deployment',
  place: undefined,
  size: 'step',
  chosen: undefined,
  breakOn: { kind: 'step' },
  isArmed: false,
  isSlow: false,
  stop: 0,
};

/** `t`: the moment that the page shows. */
export type StageEvent =
  | { readonly type: 'recording'; readonly scenario: Scenario }
  | { readonly type: 'recorded'; readonly scenario: Scenario; readonly recorded: Recorded }
  | { readonly type: 'notRecorded'; readonly message: string }
  | { readonly type: 'machineShown'; readonly machine: Machine }
  | { readonly type: 'sizeSet'; readonly size: StepSize }
  | { readonly type: 'stepped'; readonly direction: 1 | -1; readonly t: number; readonly size?: StepSize }
  | { readonly type: 'wentTo'; readonly place: Position }
  | { readonly type: 'chose'; readonly chosen: Chosen | undefined }
  | { readonly type: 'breakSet'; readonly breakOn: BreakOn }
  | { readonly type: 'armed'; readonly isArmed: boolean }
  | { readonly type: 'brokeTo'; readonly direction: 1 | -1; readonly t: number }
  | { readonly type: 'slowed'; readonly isSlow: boolean; readonly t: number }
  | { readonly type: 'slowStepped'; readonly t: number }
  | { readonly type: 'stopShown'; readonly stop: number };

/** The one place where the stage's state changes. A new place is what the page goes to. */
export function reduceStage(state: StageState, event: StageEvent): StageState {
  switch (event.type) {
    case 'recording':
      return { ...state, recording: event.scenario, problem: undefined };
    case 'recorded':
      return recorded(state, event);
    case 'notRecorded':
      return { ...state, recording: undefined, problem: event.message };
    case 'machineShown':
      return { ...state, machine: event.machine, chosen: undefined, isSlow: false };
    case 'sizeSet':
      return { ...state, size: event.size };
    case 'wentTo':
      return state.recorded === undefined ? state : shown(state, state.recorded, event.place);
    case 'chose':
      return { ...state, chosen: event.chosen };
    case 'breakSet':
      return { ...state, breakOn: event.breakOn };
    case 'armed':
      return { ...state, isArmed: event.isArmed };
    default:
      return state.recorded === undefined ? state : moved(state, state.recorded, event);
  }
}

type Move = Extract<StageEvent, { readonly type: 'stepped' | 'brokeTo' | 'slowed' | 'slowStepped' | 'stopShown' }>;

function moved(state: StageState, all: Recorded, event: Move): StageState {
  const { machine, size } = state;
  switch (event.type) {
    case 'stepped': {
      const from = positionAt(all, event.t, state.place);
      const place = stepFrom(all, from, { size: event.size ?? size, machine }, event.direction);
      return place === undefined ? { ...state, isSlow: false } : { ...state, place, chosen: undefined, isSlow: false };
    }
    case 'brokeTo': {
      const place = nextBreak(breaks(all, state.breakOn), positionAt(all, event.t, state.place), event.direction);
      return place === undefined ? state : shown({ ...state, chosen: undefined }, all, place);
    }
    case 'slowed': {
      if (!event.isSlow) return { ...state, isSlow: false };
      const first = slowStart(all, positionAt(all, event.t, state.place), machine);
      return first === undefined ? state : { ...state, isSlow: true, place: first, chosen: undefined };
    }
    case 'slowStepped':
      return slowStepped(state, all, event.t);
    case 'stopShown':
      return stopShown({ ...state, stop: event.stop }, all);
  }
}

/** A place in a sync is shown with the machine whose sync it is. */
function shown(state: StageState, { syncs, syncOf }: Recorded, place: Position): StageState {
  const queue = syncs[syncOf[place.row] ?? -1]?.queue;
  const machine = queue === undefined ? state.machine : queue === 'daemonset nodes' ? 'daemonset' : queue;
  return { ...state, place, machine };
}

/** What was chosen of the recording before holds for this one as far as it is there. */
function recorded(state: StageState, event: Extract<StageEvent, { type: 'recorded' }>): StageState {
  const { machines } = event.recorded;
  const { scenario, recorded: all } = event;
  const isSameTour = scenario.tour !== undefined && scenario.tour === state.scenario?.tour;
  const machine = machines.includes(state.machine) ? state.machine : (machines[0] ?? state.machine);
  const next = { ...state, recorded: all, scenario, recording: undefined, machine, place: undefined, isSlow: false };
  if (scenario.tour === undefined || isSameTour) return next;
  return stopShown({ ...next, stop: 0 }, all);
}

/** The first step of the sync on show, or of the next one. */
function slowStart(all: Recorded, from: Position, machine: Machine): Position | undefined {
  const span = syncShown(all, from, machine);
  return span === undefined ? stepFrom(all, from, { size: 'step', machine }, 1) : stepPositions(all, span)[0];
}

/** To the next step of the same sync; behind its last one its end is shown, and it is over. */
function slowStepped(state: StageState, all: Recorded, t: number): StageState {
  const { place, machine } = state;
  const from = positionAt(all, t, place);
  const span = all.syncs[all.syncOf[from.row] ?? -1];
  const next = stepFrom(all, from, { size: 'step', machine }, 1);
  if (span === undefined || place !== from) return { ...state, isSlow: false };
  if (next !== undefined && all.syncs[all.syncOf[next.row] ?? -1] === span) return { ...state, place: next };
  return { ...state, place: { row: span.end }, isSlow: false };
}

function stopShown(state: StageState, all: Recorded): StageState {
  const stop = state.scenario?.tour?.[state.stop];
  if (stop === undefined) return state;
  const place = placeToShow(all, stop);
  const machine = machineOfStop(stop);
  const isThere = machine !== undefined && all.machines.includes(machine);
  const next = { ...state, chosen: undefined, isSlow: false, place, ...(isThere ? { machine } : {}) };
  return place === undefined || isThere ? next : shown(next, all, place);
}

/** The moment that the page has to show for a place. */
export const momentOf = ({ rows }: Recorded, { row }: Position): number => (rows[Math.max(0, row)] as InsideRow).t;
