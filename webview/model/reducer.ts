import { counted } from '../../src/model/words';
import { APPLICABLE, editsOf, scenarioWith, type Edits, type Tuning } from './edits';
import type { Event } from './events';
import { oddsEvent } from './oddsEvents';
import { withPast } from './past';
import { playbackEvent } from './playback';
import { buildScene } from './scene';
import { searchEvent } from './searchEvents';
import { INITIAL_STATE, type Shown, type State } from './state';
import { settled } from './values';

const MAX_UNDO = 200;

/** The one place where the page's state changes. Pure: effects look at what changed afterwards. */
export function reduce(state: State, event: Event): State {
  return playbackEvent(state, event) ?? runEvent(state, event) ?? editEvent(state, event) ?? viewEvent(state, event) ?? state;
}

function editEvent(state: State, event: Event): State | undefined {
  const { edits } = state;
  switch (event.type) {
    case 'opened':
      return opened(state, event);
    case 'baseChanged':
      return baseChanged(state, event);
    case 'emptied':
      return { ...INITIAL_STATE, shortenQuiet: state.shortenQuiet, cardOpen: state.cardOpen, lanes: state.lanes };
    case 'sourceProblem':
      return { ...state, problem: event.problem };
    case 'tuned':
      return tuned(state, event);
    case 'untuned':
      return editedTo(state, { ...edits, tuning: without(edits.tuning, event.field) });
    case 'actionAdded':
      return editedTo(state, { ...edits, actions: [...edits.actions, event.action] });
    case 'actionRemoved':
      return editedTo(state, { ...edits, actions: edits.actions.filter((_, index) => index !== event.index) });
    case 'written':
      return editedTo(state, { ...edits, tuning: APPLICABLE.reduce(without, edits.tuning) });
    case 'editsReset':
      return edits === state.given ? state : editedTo(state, state.given);
    default:
      return historyEvent(state, event);
  }
}

function opened(state: State, event: Extract<Event, { type: 'opened' }>): State {
  const { kept, scenario } = event;
  const isTour = scenario.tour !== undefined;
  const panel = kept?.panel ?? (isTour ? 'inside' : state.panel === 'traps' ? 'why' : state.panel);
  const fresh: State = {
    ...state,
    session: event.session,
    notes: event.notes,
    problem: undefined,
    base: scenario,
    past: [],
    future: [],
    // The old picture stays until the new one is there, so that the page is never blank.
    selectedPod: undefined,
    map: undefined,
    odds: undefined,
    search: undefined,
    pinned: undefined,
    zoom: 'fit',
    panel,
    stage: panel === 'inside' ? 'inside' : state.stage,
    shortenQuiet: kept?.shortenQuiet ?? state.shortenQuiet,
    playback: {
      time: kept?.time ?? -Infinity,
      // Who guides says when to go on.
      playing: event.autoplay && !isTour,
      speed: kept?.speed ?? state.playback.speed,
      speedChosen: kept?.speed !== undefined,
      moving: false,
    },
  };
  const given = editsOf(scenario);
  return withEdits({ ...fresh, given }, kept?.edits ?? given);
}

/** A manifest that changed keeps the what-ifs laid over it; a scenario file that changed brings its own. */
function baseChanged(state: State, event: Extract<Event, { type: 'baseChanged' }>): State {
  const given = editsOf(event.scenario);
  const next = { ...state, session: event.session, notes: event.notes, base: event.scenario, given, problem: undefined };
  return event.session.origin === 'file' ? withEdits({ ...next, past: [], future: [] }, given) : withEdits(next, state.edits);
}

function tuned(state: State, { tuning, dragging }: Extract<Event, { type: 'tuned' }>): State {
  const edits = { ...state.edits, tuning: { ...state.edits.tuning, ...tuning } };
  const goesOn = dragging !== undefined && state.dragging === dragging;
  return { ...(goesOn ? withEdits(state, edits) : editedTo(state, edits)), dragging };
}

function historyEvent(state: State, event: Event): State | undefined {
  const { past, future, edits } = state;
  if (event.type === 'undone') {
    const previous = past.at(-1);
    return previous === undefined
      ? state
      : withEdits({ ...state, past: past.slice(0, -1), future: [edits, ...future] }, previous);
  }
  if (event.type === 'redone') {
    const [next, ...rest] = future;
    return next === undefined ? state : withEdits({ ...state, past: [...past, edits], future: rest }, next);
  }
  return undefined;
}

/** One step of undo; none where nothing changes. */
function editedTo(state: State, edits: Edits): State {
  const next = withEdits(
    { ...state, past: [...state.past, state.edits].slice(-MAX_UNDO), future: [], dragging: undefined },
    edits,
  );
  return JSON.stringify(next.edits) === JSON.stringify(state.edits) ? { ...state, dragging: undefined } : next;
}

/** What was last said was about the state before. */
function withEdits(state: State, edits: Edits): State {
  const { base, given } = state;
  if (base === undefined) return { ...state, edits, wanted: undefined, notice: undefined };
  const kept = settled(base, given, edits);
  return { ...state, edits: kept, wanted: scenarioWith(base, kept), notice: undefined };
}

function without(tuning: Tuning, field: keyof Tuning): Tuning {
  return Object.fromEntries(Object.entries(tuning).filter(([key]) => key !== field));
}

function runEvent(state: State, event: Event): State | undefined {
  switch (event.type) {
    case 'runStarted':
      return { ...state, run: { status: 'running', scenario: event.scenario, progress: undefined } };
    case 'runProgressed':
      return state.run.status === 'running' ? { ...state, run: { ...state.run, progress: event.progress } } : state;
    case 'runDone':
      return runDone(state, event);
    case 'runFailed':
      return { ...state, run: { status: 'failed', scenario: event.scenario, message: event.message } };
    case 'weighed':
      return { ...state, weights: { scenario: event.scenario, cells: event.cells } };
    case 'likelyKnown':
      return { ...state, likely: { scenario: event.scenario, range: event.range } };
    case 'undoKnown':
      return { ...state, undo: { scenario: event.scenario, text: event.text } };
    case 'runCanceled':
      return { ...state, run: { status: 'canceled', scenario: event.scenario } };
    default:
      return undefined;
  }
}

function runDone(state: State, { scenario, timeline: recorded, changes, traffic }: Extract<Event, { type: 'runDone' }>): State {
  const timeline = withPast(recorded);
  const scene = buildScene(timeline, state);
  const shown: Shown = { scenario, timeline, scene, changes, traffic };
  const speed = state.playback.speedChosen ? state.playback.speed : fittingSpeed(scene.axis.length);
  const time = Math.min(Math.max(state.playback.time, scene.axis.start), scene.axis.end);
  const selectedPod = sameNamedPod(state, timeline.pods.names);
  return { ...state, run: { status: 'idle' }, shown, selectedPod, playback: { ...state.playback, speed, time, moving: false } };
}

/** A pod stays selected across runs when the new run has one of that name. */
function sameNamedPod(state: State, names: readonly string[]): number | undefined {
  if (state.selectedPod === undefined) return undefined;
  const name = state.shown?.timeline.pods.names[state.selectedPod];
  const index = name === undefined ? -1 : names.indexOf(name);
  return index < 0 ? undefined : index;
}

/** Real time for short rollouts; otherwise the slowest of the usual speeds that plays all within 15 s. */
function fittingSpeed(length: number): number {
  if (length < 4) return 0.5;
  return [1, 2, 5, 10, 20, 50, 100, 200, 500].find((speed) => length / speed <= 15) ?? 1000;
}

function viewEvent(state: State, event: Event): State | undefined {
  switch (event.type) {
    case 'quietSet':
      return quietSet(state, event.shorten);
    case 'cardShown':
      return { ...state, cardOpen: event.open };
    case 'laneShown':
      return { ...state, lanes: { ...state.lanes, [event.lane]: event.open } };
    case 'zoomed':
      return { ...state, zoom: event.zoom };
    case 'podSelected':
      return { ...state, selectedPod: event.pod };
    case 'panelShown':
      return { ...state, panel: event.panel, stage: event.panel === 'inside' ? 'inside' : state.stage };
    case 'stageShown':
      return { ...state, stage: event.stage, panel: panelBeside(state, event.stage) };
    case 'pinned':
      return state.shown === undefined ? state : { ...state, pinned: { ...state.shown, label: pinLabel(state) } };
    case 'unpinned':
      return { ...state, pinned: undefined };
    case 'comparedWith': {
      const { scenario, timeline, changes, traffic, label } = event;
      // It may come when something else is on show already.
      if (scenario.workload.before !== state.shown?.scenario.workload.before) return state;
      return { ...state, pinned: { scenario, timeline, changes, traffic, label, scene: buildScene(timeline, state) } };
    }
    case 'noticed':
      return { ...state, notice: { text: event.text, tone: event.tone, serial: (state.notice?.serial ?? 0) + 1 } };
    default:
      return mapEvent(state, event) ?? oddsEvent(state, event) ?? searchEvent(state, event);
  }
}

/** What is said of the machine is said beside its picture. */
function panelBeside({ panel }: State, stage: State['stage']): State['panel'] {
  if (stage === 'inside') return 'inside';
  return panel === 'inside' ? 'why' : panel;
}

function quietSet(state: State, shortenQuiet: boolean): State {
  const { shown } = state;
  return { ...state, shortenQuiet, shown: shown && { ...shown, scene: buildScene(shown.timeline, { shortenQuiet }) } };
}

function pinLabel({ edits }: State): string {
  const changes = Object.keys(edits.tuning).length + edits.actions.length;
  return changes === 0 ? 'as written' : counted(changes, 'what-if');
}

function mapEvent(state: State, event: Event): State | undefined {
  const { map } = state;
  switch (event.type) {
    case 'mapStarted':
      return { ...state, map: { scenario: event.scenario, axes: event.axes, cells: event.cells, running: true } };
    case 'mapCellDone':
      return (
        map && { ...state, map: { ...map, cells: map.cells.map((cell, index) => (index === event.index ? event.cell : cell)) } }
      );
    case 'mapEnded':
      return map && { ...state, map: { ...map, running: false } };
    default:
      return undefined;
  }
}
