import { valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { grouped } from '../../src/model/words';
import { advanceCells, emptyCells, laneName, stateName, type CellStates, type Lane, type Scene } from '../model/scene';
import { layoutStage, unitAt, unitCells, unitOfCell, type StageLayout } from '../model/stageLayout';
import type { State } from '../model/state';
import { currentGroup, subjectPods } from '../model/why';
import { h, setAttribute } from '../ui/dom';
import type { Frame, View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import { createSprites, revisionColors, type Sprites } from './sprites';
import {
  MOTION_MS,
  nodeLooks,
  paintLaneLabel,
  paintUnit,
  type LaneLabel,
  type Motion,
  type NodeLook,
  type StagePaint,
} from './stagePainter';
import { createSurface, type Surface } from './surface';

export interface StageView extends View {
  readonly element: HTMLElement;
  /** The pod drawn at this point of the window, if any. */
  podAt(clientX: number, clientY: number): number | undefined;
  themeChanged(): void;
}

const LABEL_WIDTH = 150;

/** The stage takes what its pods need, but no more than it is given. */
export function createStage(themes: ThemeSource, maxHeight: () => number): StageView {
  return new Stage(themes, maxHeight);
}

/** What the layout and the sprites were made for. */
interface Made {
  readonly scene: Scene;
  readonly theme: Theme;
  readonly zoom: State['zoom'];
  readonly width: number;
  readonly most: number;
  readonly layout: StageLayout;
  readonly sprites: Sprites;
  readonly colors: readonly string[];
}

/**
 * The pods at this moment. Keeps what it drew: a frame touches only the places where something changed or moves; all is
 * redrawn when the size, the theme or the timeline changes, or time jumps back.
 */
class Stage implements StageView {
  readonly element: HTMLElement;
  readonly #themes: ThemeSource;
  readonly #maxHeight: () => number;
  readonly #surface: Surface;
  readonly #spacer: HTMLElement;
  readonly #motions = new Map<number, Motion>();
  #made: Made | undefined;
  #cells: CellStates = { pods: new Int32Array(0), states: new Int8Array(0), cursor: 0 };
  #nodes: readonly NodeLook[] = [];
  #ringed: ReadonlySet<number> = new Set();
  #wanted = '';
  #time = NaN;
  #drawsAll = true;

  constructor(themes: ThemeSource, maxHeight: () => number) {
    this.#maxHeight = maxHeight;
    const canvas = h('canvas', { class: 'stage-canvas', 'aria-hidden': 'true' });
    this.#themes = themes;
    this.#surface = createSurface(canvas);
    this.#spacer = h('div', { class: 'stage-spacer' });
    this.element = h('div', { class: 'stage-view', tabindex: '-1' }, canvas, this.#spacer);
    this.element.addEventListener('scroll', () => {
      this.#drawsAll = true;
      this.#redrawNow();
    });
  }

  themeChanged(): void {
    this.#drawsAll = true;
  }

  update(state: State, frame: Frame): boolean {
    if (state.shown === undefined) return false;
    const { scene } = state.shown;
    const made = this.#prepare(state, scene);
    const touched = this.#advance(state, made, frame);
    if (this.#followRings(state, scene)) this.#drawsAll = true;
    if (this.#followTime(state.playback.time, scene)) this.#drawsAll = true;
    // Those that end in this frame are drawn once more, at rest.
    for (const [cell, { startedAt }] of this.#motions) {
      touched.add(cell);
      if (frame.now - startedAt >= MOTION_MS) this.#motions.delete(cell);
    }
    if (this.#drawsAll) this.#drawAll(this.#paint(made, frame.now));
    else this.#drawCells(this.#paint(made, frame.now), touched);
    this.#drawsAll = false;
    setAttribute(this.element, 'data-aggregated', made.layout.aggregated ? String(made.layout.cellsPerUnit) : undefined);
    return this.#motions.size > 0;
  }

  #redrawNow(): void {
    if (this.#made !== undefined) this.#drawAll(this.#paint(this.#made, performance.now()));
  }

  #paint({ scene, layout, sprites, colors, theme }: Made, now: number): StagePaint {
    const shared = { cells: this.#cells, nodes: this.#nodes, ringed: this.#ringed, motions: this.#motions };
    return { context: this.#surface.context, scene, layout, theme, sprites, colors, now, ...shared };
  }

  /** Layout and sprites for the size, the theme and the timeline as they are now. */
  #prepare({ zoom }: State, scene: Scene): Made {
    const theme = this.#themes.current;
    const most = this.#maxHeight();
    const width = this.element.clientWidth;
    const old = this.#made;
    if (old?.scene !== scene) this.#begin(scene);
    const isSame = old?.scene === scene && old.theme === theme && old.zoom === zoom && old.width === width && old.most === most;
    if (isSame && !this.#surface.resize(this.#surface.width, this.#surface.height)) return old;
    const layout = layoutStage(scene, { width: width - 4, height: most - 6, labelWidth: LABEL_WIDTH }, zoom);
    const height = Math.min(most, Math.ceil(layout.height) + 8);
    this.element.style.height = `${height}px`;
    this.#spacer.style.height = `${Math.max(layout.height + 6, 1)}px`;
    this.#surface.resize(width, height);
    const sprites = createSprites(theme, layout.size, this.#surface.density);
    const colors = revisionColors(scene.timeline.revisions, theme);
    this.#made = { scene, theme, zoom, width, most, layout, sprites, colors };
    this.#drawsAll = true;
    return this.#made;
  }

  #begin(scene: Scene): void {
    this.#cells = emptyCells(scene);
    this.#motions.clear();
    this.#nodes = [];
    this.#time = NaN;
  }

  /** Applies what happened since the last frame and returns the cells that it touched; a way back draws everything. */
  #advance({ playback }: State, { scene, layout, colors, theme }: Made, { still, now }: Frame): Set<number> {
    const touched = new Set<number>();
    const moves = playback.moving && !still && !layout.aggregated;
    const old = moves ? { pods: this.#cells.pods.slice(), states: this.#cells.states.slice() } : this.#cells;
    const direction = advanceCells(scene, this.#cells, playback.time, (cell) => {
      touched.add(cell);
      if (!moves) return;
      const pod = old.pods[cell] as number;
      const from = pod < 0 ? undefined : stateName(old.states[cell] as number);
      const fromColor = colors[scene.timeline.pods.revision[pod] as number] ?? theme.muted;
      this.#motions.set(cell, { from, fromColor, startedAt: now });
    });
    if (!moves) {
      for (const cell of this.#motions.keys()) touched.add(cell);
      this.#motions.clear();
    }
    if (direction === 'rewound') this.#drawsAll = true;
    return touched;
  }

  /** The selected pod, and at rest those that the decision of the moment touched; true when they are others than before. */
  #followRings({ selectedPod, playback }: State, scene: Scene): boolean {
    const ringed = new Set(selectedPod === undefined ? [] : [selectedPod]);
    const group = playback.playing ? undefined : currentGroup(scene.timeline, playback.time);
    const isFresh = group !== undefined && playback.time - group.to <= Math.max(0.5, scene.axis.length * 0.02);
    if (isFresh) for (const pod of subjectPods(scene.timeline, group.decisions)) ringed.add(pod);
    const changed = ringed.size !== this.#ringed.size || [...ringed].some((pod) => !this.#ringed.has(pod));
    this.#ringed = ringed;
    return changed;
  }

  /** The nodes' conditions and the sizes that are wanted change rarely; true when they do. */
  #followTime(time: number, scene: Scene): boolean {
    if (this.#time === time) return false;
    this.#time = time;
    const wanted = scene.lanes.map((lane) => `${laneName(scene, lane, time)} ${wantedAt(scene, lane.revision, time)}`).join();
    const wantedChanged = wanted !== this.#wanted;
    this.#wanted = wanted;
    if (scene.kind !== 'nodes') return wantedChanged;
    const before = this.#nodes;
    if (before.length === scene.timeline.nodes.length && scene.timeline.nodeChanges.length === 0) return false;
    this.#nodes = nodeLooks(scene, time);
    return JSON.stringify(before) !== JSON.stringify(this.#nodes);
  }

  #drawAll(paint: StagePaint): void {
    const { context, layout } = paint;
    const { scrollTop } = this.element;
    context.clearRect(0, 0, this.#surface.width, this.#surface.height);
    context.save();
    context.translate(2, 3 - scrollTop);
    for (const lane of layout.lanes) {
      paintLaneLabel(paint, lane, laneLabel(paint.scene, lane.lane, this.#time));
      const first = Math.max(0, Math.floor((scrollTop - lane.y) / lane.unitHeight) * lane.columns);
      const rows = Math.ceil(this.#surface.height / lane.unitHeight) + 1;
      const last = Math.min(lane.units, first + rows * lane.columns);
      for (let unit = first; unit < last; unit++) paintUnit(paint, lane, unit);
    }
    context.restore();
  }

  /** Several cells may share a unit; each unit is drawn once. */
  #drawCells(paint: StagePaint, cells: ReadonlySet<number>): void {
    const { context, layout, scene } = paint;
    const units = layout.lanes.map(() => new Set<number>());
    for (const cell of cells) {
      const index = scene.laneOfCell[cell] as number;
      const lane = layout.lanes[index];
      if (lane !== undefined) units[index]?.add(unitOfCell(layout, lane, cell));
    }
    context.save();
    context.translate(2, 3 - this.element.scrollTop);
    layout.lanes.forEach((lane, index) => {
      for (const unit of units[index] ?? []) paintUnit(paint, lane, unit);
    });
    context.restore();
  }

  podAt(clientX: number, clientY: number): number | undefined {
    if (this.#made === undefined) return undefined;
    const { layout } = this.#made;
    const bounds = this.element.getBoundingClientRect();
    if (clientY < bounds.top || clientY >= bounds.bottom) return undefined;
    const point = { x: clientX - bounds.left - 2, y: clientY - bounds.top + this.element.scrollTop - 3 };
    const at = unitAt(layout, point);
    const lane = at && layout.lanes[at.lane];
    if (at === undefined || lane === undefined) return undefined;
    const [from, to] = unitCells(layout, lane, at.unit);
    const isRight = to - from === 2 && at.dx > layout.size;
    const candidates = isRight ? [from + 1, from] : Array.from({ length: to - from }, (_, index) => from + index);
    const cell = candidates.find((candidate) => (this.#cells.pods[candidate] as number) >= 0);
    return cell === undefined ? undefined : this.#cells.pods[cell];
  }
}

/** How many pods the ReplicaSet of a lane should have at t. */
function wantedAt({ timeline }: Scene, revision: number, t: number): number | undefined {
  const counts = timeline.revisionCounts[revision];
  return counts === undefined ? undefined : valuesAt(counts, t)?.desired;
}

function laneLabel(scene: Scene, lane: Lane, t: number): LaneLabel {
  const name = laneName(scene, lane, t);
  const info = scene.timeline.revisions[lane.revision];
  const wanted = wantedAt(scene, lane.revision, t);
  return { name, image: info?.image ?? lane.detail, wanted: wanted === undefined ? '' : `${grouped(wanted)} wanted` };
}
