import { valuesAt } from '../../src/engine/simulation/timelineQueries';
import { grouped, shortImage } from '../model/format';
import { advanceCells, emptyCells, stateName, type CellStates, type Scene } from '../model/scene';
import { layoutStage, unitAt, unitCells, unitOfCell, type StageLayout } from '../model/stageLayout';
import type { State } from '../model/state';
import { currentGroup, subjectPods } from '../model/why';
import { h, setAttribute } from '../ui/dom';
import type { Frame, View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import { createSprites, revisionColors, type Sprites } from './sprites';
import { MOTION_MS, nodeLooks, paintLaneLabel, paintUnit, type Motion, type NodeLook, type StagePaint } from './stagePainter';
import { createSurface } from './surface';

export interface StageView extends View {
  readonly element: HTMLElement;
  /** The pod drawn at this point of the window, if any. */
  podAt(clientX: number, clientY: number): number | undefined;
  themeChanged(): void;
}

interface Cache {
  scene: Scene | undefined;
  layout: StageLayout | undefined;
  zoom: State['zoom'];
  theme: Theme | undefined;
  cells: CellStates;
  sprites: Sprites | undefined;
  colors: readonly string[];
  nodes: readonly NodeLook[];
  ringed: ReadonlySet<number>;
  time: number;
  width: number;
  most: number;
  wanted: string;
}

const LABEL_WIDTH = 150;

/** The stage takes what its pods need, but no more than this share of the window. */
function mostHeight(): number {
  return Math.round(Math.min(320, Math.max(120, window.innerHeight * 0.3)));
}

/**
 * The pods at this moment. Keeps what it drew: a frame touches only the places where something changed or moves; all is
 * drawn anew when the size, the theme or the timeline changes, or time jumps back.
 */
export function createStage(themes: ThemeSource): StageView {
  const canvas = h('canvas', { class: 'stage-canvas', 'aria-hidden': 'true' });
  const spacer = h('div', { class: 'stage-spacer' });
  const element = h('div', { class: 'stage-view', tabindex: '-1' }, canvas, spacer);
  const surface = createSurface(canvas);
  const motions = new Map<number, Motion>();
  const cache: Cache = {
    scene: undefined,
    layout: undefined,
    zoom: 'fit',
    theme: undefined,
    cells: { pods: new Int32Array(0), states: new Int8Array(0), cursor: 0 },
    sprites: undefined,
    colors: [],
    nodes: [],
    ringed: new Set(),
    time: -Infinity,
    width: 0,
    most: 0,
    wanted: '',
  };
  let drawsAll = true;
  element.addEventListener('scroll', () => {
    drawsAll = true;
  });

  const paintOf = (scene: Scene, layout: StageLayout, now: number): StagePaint => ({
    context: surface.context,
    scene,
    layout,
    theme: themes.current,
    sprites: cache.sprites as Sprites,
    colors: cache.colors,
    cells: cache.cells,
    nodes: cache.nodes,
    ringed: cache.ringed,
    motions,
    now,
  });

  const prepare = (state: State, scene: Scene): StageLayout => {
    const theme = themes.current;
    const isNewScene = cache.scene !== scene;
    const most = mostHeight();
    if (isNewScene) {
      cache.cells = emptyCells(scene);
      motions.clear();
    }
    const width = element.clientWidth;
    if (
      isNewScene ||
      width !== cache.width ||
      most !== cache.most ||
      cache.zoom !== state.zoom ||
      cache.layout === undefined ||
      cache.theme !== theme
    ) {
      const space = { width: width - 4, height: most - 6, labelWidth: LABEL_WIDTH };
      cache.layout = layoutStage(scene, space, state.zoom);
      const height = Math.min(most, Math.ceil(cache.layout.height) + 8);
      element.style.height = `${height}px`;
      surface.resize(width, height);
      spacer.style.height = `${Math.max(cache.layout.height + 6, 1)}px`;
      cache.sprites = createSprites(theme, cache.layout.size, surface.density);
      cache.colors = revisionColors(scene.timeline.revisions, theme);
      drawsAll = true;
    }
    if (surface.resize(surface.width, surface.height)) drawsAll = true;
    Object.assign(cache, { scene, zoom: state.zoom, theme, width, most });
    return cache.layout;
  };

  /** Applies what happened since the last frame; returns the cells to be drawn, or undefined when that is all of them. */
  const advance = (state: State, scene: Scene, frame: Frame): Set<number> | undefined => {
    const touched = new Set<number>();
    const moves = state.playback.moving && !frame.still && cache.layout?.aggregated === false;
    const before = { pods: cache.cells.pods, states: cache.cells.states };
    const old = moves ? { pods: before.pods.slice(), states: before.states.slice() } : before;
    const direction = advanceCells(scene, cache.cells, state.playback.time, (cell) => {
      touched.add(cell);
      if (!moves) return;
      const pod = old.pods[cell] as number;
      const from = pod < 0 ? undefined : stateName(old.states[cell] as number);
      const fromColor = cache.colors[scene.timeline.pods.revision[pod] as number] ?? themes.current.muted;
      motions.set(cell, { from, fromColor, startedAt: frame.now });
    });
    if (!moves) motions.clear();
    return direction === 'rewound' ? undefined : touched;
  };

  const drawAll = (paint: StagePaint): void => {
    const { context, layout } = paint;
    context.clearRect(0, 0, surface.width, surface.height);
    context.save();
    context.translate(2, 3 - element.scrollTop);
    for (const lane of layout.lanes) {
      const revision = paint.scene.timeline.revisions[lane.lane.revision];
      const wanted = wantedAt(paint.scene, lane.lane.revision, cache.time);
      const detail =
        revision === undefined
          ? lane.lane.detail
          : `${shortImage(revision.image)}${wanted === undefined ? '' : ` · ${grouped(wanted)} wanted`}`;
      paintLaneLabel(paint, lane, lane.lane.label, detail);
      const first = Math.max(0, Math.floor((element.scrollTop - lane.y) / lane.unitHeight) * lane.columns);
      const rows = Math.ceil(surface.height / lane.unitHeight) + 1;
      const last = Math.min(lane.units, first + rows * lane.columns);
      for (let unit = first; unit < last; unit++) paintUnit(paint, lane, unit);
    }
    context.restore();
  };

  const drawCells = (paint: StagePaint, cells: Iterable<number>): void => {
    const { context, layout, scene } = paint;
    const units = new Map<string, () => void>();
    context.save();
    context.translate(2, 3 - element.scrollTop);
    for (const cell of cells) {
      const index = scene.laneOfCell[cell] as number;
      const lane = layout.lanes[index];
      if (lane === undefined) continue;
      const unit = unitOfCell(layout, lane, cell);
      units.set(`${index} ${unit}`, () => {
        paintUnit(paint, lane, unit);
      });
    }
    for (const draw of units.values()) draw();
    context.restore();
  };

  const update = (state: State, frame: Frame): boolean => {
    const { shown } = state;
    if (shown === undefined) return false;
    const { scene } = shown;
    const layout = prepare(state, scene);
    const touched = advance(state, scene, frame);
    if (touched === undefined) drawsAll = true;
    if (nodesOrRingsChanged(cache, state, scene)) drawsAll = true;
    for (const [cell, motion] of motions) if (frame.now - motion.startedAt >= MOTION_MS) touched?.add(cell);
    const paint = paintOf(scene, layout, frame.now);
    const moving = [...motions.keys()];
    for (const [cell, motion] of motions) if (frame.now - motion.startedAt >= MOTION_MS) motions.delete(cell);
    if (drawsAll) drawAll(paint);
    else drawCells(paint, new Set([...(touched ?? []), ...moving]));
    drawsAll = false;
    setAttribute(element, 'data-aggregated', layout.aggregated ? String(layout.cellsPerUnit) : undefined);
    return motions.size > 0;
  };

  return {
    element,
    update,
    podAt: (clientX, clientY) => podAtPoint(element, cache, clientX, clientY),
    themeChanged: () => {
      drawsAll = true;
    },
  };
}

/** Rings and node conditions change rarely; when they do, everything is drawn. */
function nodesOrRingsChanged(cache: Cache, state: State, scene: Scene): boolean {
  const { time } = state.playback;
  const ringed = new Set(state.selectedPod === undefined ? [] : [state.selectedPod]);
  if (!state.playback.playing) {
    const group = currentGroup(scene.timeline, time);
    const isFresh = group !== undefined && time - group.to <= Math.max(0.5, scene.axis.length * 0.02);
    if (isFresh) for (const pod of subjectPods(scene.timeline, group.decisions)) ringed.add(pod);
  }
  const changed = ringed.size !== cache.ringed.size || [...ringed].some((pod) => !cache.ringed.has(pod));
  cache.ringed = ringed;
  if (cache.time === time) return changed;
  cache.time = time;
  const wanted = scene.lanes.map(({ revision }) => wantedAt(scene, revision, time)).join();
  const wantedChanged = wanted !== cache.wanted;
  cache.wanted = wanted;
  if (scene.kind !== 'nodes') return changed || wantedChanged;
  const before = cache.nodes;
  if (before.length === scene.timeline.nodes.length && scene.timeline.nodeChanges.length === 0) return changed;
  cache.nodes = nodeLooks(scene, time);
  return changed || JSON.stringify(before) !== JSON.stringify(cache.nodes);
}

/** How many pods the ReplicaSet of a lane should have at t. */
function wantedAt({ timeline }: Scene, revision: number, t: number): number | undefined {
  const counts = timeline.revisionCounts[revision];
  return counts === undefined ? undefined : valuesAt(counts, t)?.desired;
}

function podAtPoint(element: HTMLElement, cache: Cache, clientX: number, clientY: number): number | undefined {
  const { layout, scene } = cache;
  if (layout === undefined || scene === undefined) return undefined;
  const bounds = element.getBoundingClientRect();
  const point = { x: clientX - bounds.left - 2, y: clientY - bounds.top + element.scrollTop - 3 };
  const at = unitAt(layout, point);
  const lane = at && layout.lanes[at.lane];
  if (at === undefined || lane === undefined) return undefined;
  const [from, to] = unitCells(layout, lane, at.unit);
  const isRight = to - from === 2 && at.dx > layout.size;
  const candidates = isRight ? [from + 1, from] : Array.from({ length: to - from }, (_, index) => from + index);
  const cell = candidates.find((candidate) => (cache.cells.pods[candidate] as number) >= 0);
  return cell === undefined ? undefined : cache.cells.pods[cell];
}
