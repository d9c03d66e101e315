import type { Lane, Scene } from './scene';

/** Above this many places the stage shows tiles that stand for several pods each, unless it is zoomed. */
export const AGGREGATE_ABOVE = 1000;
const TILES_AT_MOST = 420;
const LARGEST_CELL = 42;
const SMALLEST_CELL = 5;
const ONE_ROW_FROM = 26;
const LANE_GAP = 14;
const LABEL_HEIGHT = 20;

export interface StageLayout {
  /** Size of the whole content; may be taller than what is seen. */
  readonly width: number;
  readonly height: number;
  /** Edge of a cell, or of a tile. */
  readonly size: number;
  readonly gap: number;
  /** Cells that belong together in one drawn unit: 1 pod, 2 halves of a node, or a tile of many. */
  readonly cellsPerUnit: number;
  readonly aggregated: boolean;
  readonly labelsAbove: boolean;
  readonly labelWidth: number;
  readonly lanes: readonly LaneLayout[];
}

export interface LaneLayout {
  readonly lane: Lane;
  readonly units: number;
  readonly columns: number;
  readonly x: number;
  readonly y: number;
  readonly unitWidth: number;
  readonly unitHeight: number;
  readonly height: number;
}

export interface StageSpace {
  readonly width: number;
  readonly height: number;
  readonly labelWidth: number;
}

/** Largest cells with which everything fits; zoomed, cells of the wanted size and as much height as that takes. */
export function layoutStage(scene: Scene, space: StageSpace, zoom: number | 'fit'): StageLayout {
  const labelsAbove = space.width < 560;
  const aggregated = zoom === 'fit' && scene.cellCount > AGGREGATE_ABOVE;
  const perNode = scene.kind === 'nodes' ? 2 : 1;
  const cellsPerUnit = aggregated ? perNode * niceCount(scene.cellCount / perNode / TILES_AT_MOST) : perNode;
  const place = (size: number): StageLayout => layoutAt(scene, space, size, { cellsPerUnit, aggregated, labelsAbove });
  if (zoom !== 'fit') return place(zoom);
  // Where the labels alone are taller than the stage, it is scrolled anyway: smaller cells would gain nothing.
  const room = Math.max(space.height, place(SMALLEST_CELL).height);
  // Lanes of one row read best; smaller cells are worth it, down to where the glyphs are still easy to see.
  for (let size = LARGEST_CELL; size >= ONE_ROW_FROM; size--) {
    const layout = place(size);
    if (layout.height <= room && layout.lanes.every(({ columns, units }) => columns >= units)) return layout;
  }
  for (let size = LARGEST_CELL; size > SMALLEST_CELL; size--) {
    const layout = place(size);
    if (layout.height <= room) return layout;
  }
  return place(SMALLEST_CELL);
}

function niceCount(least: number): number {
  const nice = [2, 4, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
  return nice.find((candidate) => candidate >= least) ?? Math.ceil(least);
}

type UnitForm = Pick<StageLayout, 'cellsPerUnit' | 'aggregated' | 'labelsAbove'>;

function layoutAt(scene: Scene, space: StageSpace, size: number, form: UnitForm): StageLayout {
  const { cellsPerUnit, aggregated, labelsAbove } = form;
  const gap = size >= 30 ? 8 : size >= 24 ? 6 : size >= 14 ? 4 : size >= 9 ? 2 : 1;
  const labelWidth = labelsAbove ? 0 : space.labelWidth;
  const isPair = scene.kind === 'nodes' && !aggregated;
  let y = 0;
  const lanes = scene.lanes.map((lane, index) => {
    // Pods on no node come one by one even where nodes come in pairs.
    const pairs = isPair && index === 0;
    const perUnit = aggregated ? cellsPerUnit : pairs ? 2 : 1;
    const unitWidth = pairs ? size * 2 + Math.max(3, Math.round(size / 5)) : size;
    const units = Math.ceil(lane.cells / perUnit);
    const columns = Math.max(1, Math.floor((space.width - labelWidth + gap) / (unitWidth + gap)));
    const top = y + (labelsAbove ? LABEL_HEIGHT : 0);
    const rows = Math.ceil(units / columns);
    const height = Math.max(rows * (size + gap) - gap, labelsAbove ? 0 : 32);
    y = top + height + LANE_GAP;
    return { lane, units, columns, x: labelWidth, y: top, unitWidth: unitWidth + gap, unitHeight: size + gap, height };
  });
  return {
    width: space.width,
    height: Math.max(0, y - LANE_GAP),
    size,
    gap,
    ...form,
    labelWidth,
    lanes,
  };
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Left upper corner of a unit. */
export function unitPlace(lane: LaneLayout, unit: number): Point {
  return { x: lane.x + (unit % lane.columns) * lane.unitWidth, y: lane.y + Math.floor(unit / lane.columns) * lane.unitHeight };
}

export interface UnitAt {
  readonly lane: number;
  readonly unit: number;
  /** Offset of the point inside the unit. */
  readonly dx: number;
}

export function unitAt(layout: StageLayout, { x, y }: Point): UnitAt | undefined {
  for (const [index, lane] of layout.lanes.entries()) {
    if (y < lane.y || y >= lane.y + lane.height || x < lane.x) continue;
    const column = Math.floor((x - lane.x) / lane.unitWidth);
    const unit = Math.floor((y - lane.y) / lane.unitHeight) * lane.columns + column;
    if (column < lane.columns && unit < lane.units) return { lane: index, unit, dx: x - lane.x - column * lane.unitWidth };
  }
  return undefined;
}

/** First and one past the last cell of a unit. */
export function unitCells(layout: StageLayout, lane: LaneLayout, unit: number): readonly [from: number, to: number] {
  const perUnit = Math.ceil(lane.lane.cells / lane.units);
  const step = layout.aggregated ? layout.cellsPerUnit : perUnit;
  const from = lane.lane.firstCell + unit * step;
  return [from, Math.min(from + step, lane.lane.firstCell + lane.lane.cells)];
}

export function unitOfCell(layout: StageLayout, lane: LaneLayout, cell: number): number {
  const perUnit = layout.aggregated ? layout.cellsPerUnit : Math.ceil(lane.lane.cells / lane.units);
  return Math.floor((cell - lane.lane.firstCell) / perUnit);
}
