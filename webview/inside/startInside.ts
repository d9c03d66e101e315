import { rowText } from '../../src/engine/simulation/inside/insideText';
import type { InsideParts } from '../link/inside';
import { brokenBetween } from '../model/inside/breakOn';
import { MachineReader } from '../model/inside/machineState';
import { positionAt, stepPositions, type Position } from '../model/inside/position';
import { readRecording, type Recorded } from '../model/inside/recording';
import { INITIAL_STAGE, momentOf, reduceStage, type StageEvent, type StageState } from '../model/inside/stageState';
import { stationsAt } from '../model/inside/stations';
import { isSilent, syncAt, type SyncView } from '../model/inside/syncView';
import type { ControllerTexts } from '../model/inside/texts';
import { activeStations, toldAt, type Shown } from '../model/inside/told';
import type { State } from '../model/state';
import { h, setMessage, setText } from '../ui/dom';
import type { View } from '../ui/store';
import { About } from './about';
import { createBar, listenToKeys, type Bar } from './bar';
import { BreakField } from './breakField';
import { Cards } from './cards';
import { MachineTabs } from './machineTabs';
import { createRecordings } from './recordings';
import { InsideTable } from './table';
import { TourStrip } from './tourStrip';

const SILENT = 'This step writes nothing, and asks for nothing.';
/** While playing the machine follows no faster than this: nobody reads faster. */
const UPDATE_MS = 100;
/** In slow motion each step of a sync stays so long. */
const SLOW_MS = 900;
/** A drag of a slider makes many scenarios: the last one is recorded. */
const SETTLE_MS = 250;
/** A jump is told when no other follows it at once. */
const TELL_MS = 250;

/** The stage: the machine inside the controllers at each moment of the page's time, and finer. */
export function startInside(parts: InsideParts, texts: ControllerTexts): View {
  const stage = new Stage(parts, texts);
  return {
    update: (state, { now }) => stage.update(state, now),
  };
}

class Stage {
  readonly #parts: InsideParts;
  readonly #texts: ControllerTexts;
  readonly #recordings: ReturnType<typeof createRecordings>;
  readonly #cards: Cards;
  readonly #tabs: MachineTabs;
  readonly #about: About;
  readonly #breaks: BreakField;
  readonly #table = new InsideTable();
  readonly #tour: TourStrip;
  readonly #bar: Bar;
  readonly #message = h('p', { class: 'aside inside-message' });
  readonly #words = h('p', { class: 'inside-words' });
  readonly #title = h('h2', {});
  readonly #live = h('div', { class: 'sr-only', role: 'status', id: 'inside-live' });
  #state: StageState = INITIAL_STAGE;
  #reader: MachineReader | undefined;
  #drawn: readonly unknown[] = [];
  #drawnAt = 0;
  #playedTo = -1;
  #settle: ReturnType<typeof setTimeout> | undefined;
  #slow: ReturnType<typeof setTimeout> | undefined;
  #tell: ReturnType<typeof setTimeout> | undefined;
  #sync: SyncView | undefined;

  constructor(parts: InsideParts, texts: ControllerTexts) {
    this.#parts = parts;
    this.#texts = texts;
    const dispatch = (event: StageEvent): void => {
      this.dispatch(event);
    };
    const moment = (): number => parts.store.state.playback.time;
    this.#recordings = createRecordings(parts.workerUris, {
      onRecorded: (recording, scenario) => {
        dispatch({ type: 'recorded', scenario, recorded: readRecording(recording) });
      },
      onProblem: (message) => {
        dispatch({ type: 'notRecorded', message });
      },
    });
    this.#cards = new Cards({
      chooseSection: (section) => {
        dispatch({ type: 'chose', chosen: { section } });
      },
      chooseStep: (index) => {
        this.#chooseStep(index);
      },
    });
    this.#tabs = new MachineTabs(this.#cards.element, (machine) => {
      dispatch({ type: 'machineShown', machine });
    });
    this.#about = new About(texts, parts.stepBlock, (section) => {
      dispatch({ type: 'chose', chosen: { section } });
    });
    this.#breaks = new BreakField(parts, dispatch, moment);
    this.#tour = new TourStrip(parts.button, dispatch, () => this.#state);
    this.#bar = createBar(parts, dispatch, () => this.#state);
    parts.stage.replaceChildren(
      h('h2', { class: 'sr-only' }, 'Inside the controllers'),
      h('div', { class: 'inside-head' }, this.#tabs.element, this.#bar.element),
      this.#tour.element,
      this.#message,
      this.#cards.element,
      this.#live,
    );
    const table = h('details', {}, h('summary', {}, 'As a table'), this.#table.element);
    parts.panel.replaceChildren(
      this.#title,
      this.#words,
      this.#about.element,
      h('h2', {}, 'Break on'),
      this.#breaks.element,
      table,
    );
    listenToKeys(parts, dispatch);
  }

  dispatch(event: StageEvent): void {
    const before = this.#state;
    this.#state = reduceStage(before, event);
    const { recorded, place, isSlow } = this.#state;
    if (recorded !== before.recorded) this.#reader = recorded && new MachineReader(recorded);
    if (recorded !== undefined && place !== undefined && place !== before.place) this.#goTo(recorded, place);
    clearTimeout(this.#slow);
    if (isSlow)
      this.#slow = setTimeout(() => {
        this.dispatch({ type: 'slowStepped', t: this.#parts.store.state.playback.time });
      }, SLOW_MS);
    this.#parts.store.refresh();
  }

  /** A place outside of what the page shows would not stay: the page goes to its nearest end. */
  #goTo(recorded: Recorded, place: Position): void {
    this.#parts.store.dispatch({ type: 'seeked', time: momentOf(recorded, place) });
  }

  #chooseStep(index: number): void {
    const { recorded } = this.#state;
    const span = this.#sync?.span;
    const step = this.#sync?.steps[index];
    if (recorded === undefined || span === undefined || step === undefined) return;
    const place = stepPositions(recorded, span).find((each) => each.step === index);
    if (place !== undefined) this.dispatch({ type: 'wentTo', place });
    this.dispatch({ type: 'chose', chosen: { step: step.name, machine: this.#state.machine } });
  }

  update(state: State, now: number): boolean {
    if (state.stage !== 'inside') {
      this.#recordings.stop();
      return false;
    }
    this.#follow(state);
    if (this.#breakPlay(state)) return true;
    const { time, playing } = state.playback;
    const key = [this.#state, time, state.shown?.scenario];
    if (key.every((each, index) => each === this.#drawn[index])) return false;
    if (playing && this.#drawn[0] === this.#state && now - this.#drawnAt < UPDATE_MS) return true;
    this.#drawn = key;
    this.#drawnAt = now;
    this.#draw(time, playing);
    return false;
  }

  /** Records what is on show, once it stays. */
  #follow({ shown }: State): void {
    const scenario = shown?.scenario;
    if (scenario === undefined || scenario === this.#state.scenario || scenario === this.#state.recording) return;
    const isFirst = this.#state.recording === undefined && this.#state.recorded === undefined;
    this.#state = reduceStage(this.#state, { type: 'recording', scenario });
    clearTimeout(this.#settle);
    this.#settle = setTimeout(
      () => {
        this.#recordings.record(scenario);
      },
      isFirst ? 0 : SETTLE_MS,
    );
  }

  /** Play that comes to a break stops there. */
  #breakPlay({ playback }: State): boolean {
    const { recorded, isArmed, place } = this.#state;
    if (recorded === undefined) return false;
    const before = this.#playedTo;
    const { row } = positionAt(recorded, playback.time, place);
    this.#playedTo = row;
    if (!playback.playing || !isArmed || row <= before) return false;
    const broken = brokenBetween(this.#breaks.places, before, row);
    if (broken === undefined) return false;
    this.#playedTo = broken.row;
    this.dispatch({ type: 'wentTo', place: broken });
    return true;
  }

  #draw(time: number, playing: boolean): void {
    const { recorded, recording, problem } = this.#state;
    const isNone = recorded === undefined;
    setMessage(
      this.#message,
      problem ??
        (isNone ? 'The run is played once more and recorded …' : recording === undefined ? undefined : 'Recording again …'),
    );
    this.#breaks.draw(this.#state);
    this.#tour.draw(this.#state);
    const shown = recorded === undefined ? undefined : this.#shownAt(recorded, time);
    this.#bar.draw(this.#state, shown?.look.position);
    if (shown === undefined || recorded === undefined) return;
    const { look, views, sync } = shown;
    this.#sync = sync;
    const row = recorded.rows[look.position.row];
    this.#tabs.draw(recorded.machines, look.machine);
    this.#cards.draw(views, sync, look.position.row, activeStations(this.#state, look));
    setText(this.#title, `At ${time.toFixed(3)} s`);
    const words = row === undefined ? 'Nothing has happened yet.' : isSilent(look) ? SILENT : `${rowText(row)}.`;
    setText(this.#words, words);
    this.#about.draw(toldAt(this.#texts, this.#state.chosen, shown));
    this.#table.draw(views, sync);
    this.#say(playing, sync, words);
  }

  #shownAt(recorded: Recorded, time: number): Shown | undefined {
    const position = positionAt(recorded, time, this.#state.place);
    const state = this.#reader?.after(position.row + 1);
    if (state === undefined) return undefined;
    const look = { recorded, state, position, machine: this.#state.machine };
    return { look, views: stationsAt(look), sync: syncAt(look) };
  }

  #say(playing: boolean, sync: SyncView | undefined, words: string): void {
    clearTimeout(this.#tell);
    if (playing) return;
    const step = sync?.steps[sync.current ?? -1];
    const said = step === undefined ? words : `${step.name}, ${step.state}. ${words}`;
    this.#tell = setTimeout(() => {
      setText(this.#live, said);
    }, TELL_MS);
  }
}
