import type { Cause } from '../../src/engine/simulation/batch/causes';
import type { LikelyRange } from '../../src/engine/simulation/batch/likelyRange';
import type { SearchAnswer, SearchQuestion } from '../../src/engine/simulation/batch/strategySearch';
import type { Band, ManyRuns } from '../../src/engine/simulation/batch/statistics';
import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { TrafficView } from '../../src/engine/traffic/trafficView';
import type { Session, SourceProblem } from '../../src/shared/protocol';
import type { Edits, Tuning, TuningField } from './edits';
import type { StepKind } from './happenings';
import type { LaneName } from './lanes';
import type { Notice, PanelName, RunProgress, State } from './state';
import type { MapAxes, MapCell } from './strategyMap';

/** Everything that can happen to the page. */
export type Event =
  | {
      readonly type: 'opened';
      readonly session: Session;
      readonly scenario: Scenario;
      readonly notes: readonly string[];
      readonly autoplay: boolean;
      readonly kept?: KeptView | undefined;
    }
  | { readonly type: 'baseChanged'; readonly session: Session; readonly scenario: Scenario; readonly notes: readonly string[] }
  /** Back to where there is nothing to show. */
  | { readonly type: 'emptied' }
  | { readonly type: 'sourceProblem'; readonly problem: SourceProblem | undefined }
  /** `dragging`: from a slider that is still held. */
  | { readonly type: 'tuned'; readonly tuning: Tuning; readonly dragging?: TuningField }
  | { readonly type: 'untuned'; readonly field: TuningField }
  | { readonly type: 'actionAdded'; readonly action: ScenarioAction }
  | { readonly type: 'actionRemoved'; readonly index: number }
  /** The values that have a place in the manifest are written there now. */
  | { readonly type: 'written' }
  | { readonly type: 'editsReset' }
  | { readonly type: 'undone' }
  | { readonly type: 'redone' }
  | { readonly type: 'runStarted'; readonly scenario: Scenario }
  | { readonly type: 'runProgressed'; readonly progress: RunProgress }
  | {
      readonly type: 'runDone';
      readonly scenario: Scenario;
      readonly timeline: Timeline;
      readonly changes: string;
      readonly traffic?: TrafficView | undefined;
    }
  | { readonly type: 'weighed'; readonly scenario: Scenario; readonly cells: readonly MapCell[] }
  | { readonly type: 'likelyKnown'; readonly scenario: Scenario; readonly range: LikelyRange | undefined }
  | { readonly type: 'undoKnown'; readonly scenario: Scenario; readonly text: string }
  | { readonly type: 'runFailed'; readonly scenario: Scenario; readonly message: string }
  | { readonly type: 'runCanceled'; readonly scenario: Scenario }
  | { readonly type: 'played' }
  | { readonly type: 'paused' }
  | { readonly type: 'ticked'; readonly seconds: number }
  | { readonly type: 'seeked'; readonly time: number }
  | { readonly type: 'stepped'; readonly direction: 1 | -1; readonly kind?: StepKind }
  | { readonly type: 'nudged'; readonly share: number }
  | { readonly type: 'speedSet'; readonly speed: number }
  | { readonly type: 'speedStepped'; readonly direction: 1 | -1 }
  | { readonly type: 'stepKindSet'; readonly kind: StepKind }
  | { readonly type: 'quietSet'; readonly shorten: boolean }
  | { readonly type: 'cardShown'; readonly open: boolean }
  | { readonly type: 'laneShown'; readonly lane: LaneName; readonly open: boolean }
  | { readonly type: 'zoomed'; readonly zoom: number | 'fit' }
  | { readonly type: 'podSelected'; readonly pod: number | undefined }
  | { readonly type: 'panelShown'; readonly panel: PanelName }
  | { readonly type: 'stageShown'; readonly stage: State['stage'] }
  | { readonly type: 'pinned' }
  | { readonly type: 'unpinned' }
  | {
      readonly type: 'comparedWith';
      readonly scenario: Scenario;
      readonly timeline: Timeline;
      readonly changes: string;
      readonly traffic?: TrafficView | undefined;
      readonly label: string;
    }
  | {
      readonly type: 'mapStarted';
      readonly scenario: Scenario;
      readonly axes: MapAxes;
      readonly cells: readonly (MapCell | undefined)[];
    }
  | { readonly type: 'mapCellDone'; readonly index: number; readonly cell: MapCell }
  | { readonly type: 'mapEnded' }
  | { readonly type: 'oddsStarted'; readonly scenario: Scenario; readonly runs: number }
  | { readonly type: 'oddsProgressed'; readonly played: number }
  | { readonly type: 'oddsKnown'; readonly summary: ManyRuns; readonly band: Band }
  | { readonly type: 'oddsExplained'; readonly causes: readonly Cause[] }
  /** `problem`: why it came to nothing. */
  | { readonly type: 'oddsEnded'; readonly problem: string | undefined }
  | { readonly type: 'searchStarted'; readonly scenario: Scenario; readonly question: SearchQuestion }
  | { readonly type: 'searchProgressed'; readonly played: number; readonly all: number }
  /** Without an answer and a problem: it was stopped. */
  | { readonly type: 'searchEnded'; readonly answer: SearchAnswer | undefined; readonly problem: string | undefined }
  | { readonly type: 'noticed'; readonly text: string; readonly tone: Notice['tone'] };

/** What a page that comes back after a reload still knows. */
export interface KeptView {
  readonly edits: Edits;
  readonly time: number;
  readonly speed: number | undefined;
  readonly panel: PanelName;
  readonly shortenQuiet: boolean;
}
