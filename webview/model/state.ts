import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { Session, SourceProblem } from '../../src/shared/protocol';
import { NO_EDITS, type Edits, type TuningField } from './edits';
import type { StepKind } from './happenings';
import type { ChosenLanes } from './lanes';
import type { Odds } from './odds';
import type { Scene } from './scene';
import type { Search } from './search';
import type { MapAxes, MapCell } from './strategyMap';

export const PANELS = ['why', 'inside', 'whatIf', 'assumptions', 'odds', 'map', 'traps', 'pods'] as const;
export type PanelName = (typeof PANELS)[number];

/** All that the page knows. Changed only by the reducer; what is drawn is a function of it. */
export interface State {
  readonly session: Session | undefined;
  readonly notes: readonly string[];
  readonly problem: SourceProblem | undefined;
  /** The scenario without the edits. */
  readonly base: Scenario | undefined;
  readonly edits: Edits;
  /** The edits that the scenario came with: what reset goes back to. */
  readonly given: Edits;
  /** The field whose slider is being dragged: all of a drag is one step of undo. */
  readonly dragging: TuningField | undefined;
  readonly past: readonly Edits[];
  readonly future: readonly Edits[];
  /** The scenario with the edits: what the picture should show. */
  readonly wanted: Scenario | undefined;
  readonly run: Run;
  /** The last good picture, and what it shows. It stays while a new run is under way or has failed. */
  readonly shown: Shown | undefined;
  /** What taking a run back comes to: worked out once it is looked at. */
  readonly undo: { readonly scenario: Scenario; readonly text: string } | undefined;
  /** Between which times the rollout is likely to end: worked out once nothing else is asked for. */
  readonly likely: { readonly scenario: Scenario; readonly range: LikelyRange | undefined } | undefined;
  /** What each of `remediesFor` would come to: worked out once requests fail. */
  readonly weights: { readonly scenario: Scenario; readonly cells: readonly MapCell[] } | undefined;
  readonly pinned: Pinned | undefined;
  readonly playback: Playback;
  readonly panel: PanelName;
  /** What the large picture shows: the pods, or the machine inside the controllers. */
  readonly stage: 'pods' | 'inside';
  readonly selectedPod: number | undefined;
  readonly stepKind: StepKind;
  readonly shortenQuiet: boolean;
  /** Size of a pod's cell in pixels; `fit` lets all of them be seen. */
  readonly zoom: number | 'fit';
  /** Whether the card is unfolded; undefined: where there is room. */
  readonly cardOpen: boolean | undefined;
  /** The lanes that were opened or closed by hand; the others are shown where there is room. */
  readonly lanes: ChosenLanes;
  readonly map: StrategyMap | undefined;
  readonly odds: Odds | undefined;
  readonly search: Search | undefined;
  /** The last thing worth announcing, for the message line and the live region. */
  readonly notice: Notice | undefined;
}

export type Run =
  | { readonly status: 'idle' }
  | { readonly status: 'running'; readonly scenario: Scenario; readonly progress: RunProgress | undefined }
  | { readonly status: 'failed'; readonly scenario: Scenario; readonly message: string }
  | { readonly status: 'canceled'; readonly scenario: Scenario };

/** How far a run is: the simulated second, and the steps taken. */
export interface RunProgress {
  readonly second: number;
  readonly steps: number;
}

export interface Shown {
  readonly scenario: Scenario;
  readonly timeline: Timeline;
  readonly scene: Scene;
  /** What of the workload is changed, in words. */
  readonly changes: string;
  /** What becomes of the requests; absent: nobody asks, or no Service sends any. */
  readonly traffic: TrafficView | undefined;
}

export interface Pinned extends Shown {
  readonly label: string;
}

export interface Playback {
  readonly time: number;
  readonly playing: boolean;
  readonly speed: number;
  /** False while the page still chooses the speed that fits the rollout. */
  readonly speedChosen: boolean;
  /** True when the last change of time was play, so that pictures move; false when it was a jump, so that they are exact. */
  readonly moving: boolean;
}

export interface StrategyMap {
  readonly scenario: Scenario;
  readonly axes: MapAxes;
  /** Row-major: one row per maxSurge. */
  readonly cells: readonly (MapCell | undefined)[];
  readonly running: boolean;
}

export interface Notice {
  readonly text: string;
  readonly tone: 'info' | 'error';
  /** Grows, so that the same words said twice are told twice. */
  readonly serial: number;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

export const INITIAL_STATE: State = {
  session: undefined,
  notes: [],
  problem: undefined,
  base: undefined,
  edits: NO_EDITS,
  given: NO_EDITS,
  dragging: undefined,
  past: [],
  future: [],
  wanted: undefined,
  run: { status: 'idle' },
  shown: undefined,
  undo: undefined,
  likely: undefined,
  weights: undefined,
  pinned: undefined,
  playback: { time: 0, playing: false, speed: 1, speedChosen: false, moving: false },
  panel: 'why',
  stage: 'pods',
  selectedPod: undefined,
  stepKind: 'decision',
  shortenQuiet: true,
  zoom: 'fit',
  cardOpen: undefined,
  lanes: {},
  map: undefined,
  odds: undefined,
  search: undefined,
  notice: undefined,
};
