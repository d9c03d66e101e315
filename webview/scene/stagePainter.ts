import type { NodeChange, PodState } from '../../src/engine/simulation/timeline/timeline';
import { faded, mix } from '../model/color';
import { longestForm, shorten, shortenImage } from '../model/format';
import { stateName, type CellStates, type Scene } from '../model/scene';
import { unitCells, unitPlace, type LaneLayout, type Point, type StageLayout } from '../model/stageLayout';
import type { Theme } from '../ui/theme';
import type { Sprites } from './sprites';

/** What the painter needs for any unit; made once per size, theme and timeline. */
export interface StagePaint {
  readonly context: CanvasRenderingContext2D;
  readonly scene: Scene;
  readonly layout: StageLayout;
  readonly theme: Theme;
  readonly sprites: Sprites;
  readonly colors: readonly string[];
  readonly cells: CellStates;
  /** Condition of each node, for the grid of nodes. */
  readonly nodes: readonly NodeLook[];
  /** Pods to be ringed: touched by the decision under the play head, or selected. */
  readonly ringed: ReadonlySet<number>;
  readonly motions: ReadonlyMap<number, Motion>;
  readonly now: number;
}

/** A cell on its way from one look to another. */
export interface Motion {
  readonly from: PodState | undefined;
  readonly fromColor: string;
  readonly startedAt: number;
}
export const MOTION_MS = 240;

export interface NodeLook {
  readonly exists: boolean;
  readonly cordoned: boolean;
  readonly notReady: boolean;
  readonly tainted: boolean;
}
const PLAIN_NODE: NodeLook = { exists: true, cordoned: false, notReady: false, tainted: false };

/** How the nodes are at t. */
export function nodeLooks(scene: Scene, t: number): NodeLook[] {
  const looks: NodeLook[] = scene.timeline.nodes.map(({ addedAt, goneAt = Infinity }) => ({
    ...PLAIN_NODE,
    exists: addedAt <= t && goneAt > t,
  }));
  for (const change of scene.timeline.nodeChanges) {
    if (change.t > t) break;
    const look = looks[change.node];
    if (look !== undefined) looks[change.node] = { ...look, ...nodeChange(change) };
  }
  return looks;
}

function nodeChange({ change }: NodeChange): Partial<NodeLook> {
  const changes: Readonly<Record<NodeChange['change'], Partial<NodeLook>>> = {
    added: { exists: true },
    removed: { exists: false },
    cordoned: { cordoned: true },
    uncordoned: { cordoned: false },
    notReady: { notReady: true },
    ready: { notReady: false },
    tainted: { tainted: true },
    untainted: { tainted: false },
  };
  return changes[change];
}

export function paintUnit(paint: StagePaint, lane: LaneLayout, unit: number): void {
  const { context, layout } = paint;
  const place = unitPlace(lane, unit);
  const { x, y } = place;
  // A ring reaches over the edge, but not into the neighbor.
  const edge = Math.min(3, layout.gap / 2);
  context.clearRect(x - edge, y - edge, lane.unitWidth - layout.gap + edge * 2, layout.size + edge * 2);
  const [from, to] = unitCells(layout, lane, unit);
  if (layout.aggregated) paintTile(paint, x, y, from, to);
  else if (lane.unitWidth - layout.gap > layout.size) paintNode(paint, x, y, from);
  else paintCell(paint, place, from);
}

function paintCell(paint: StagePaint, at: Point, cell: number): void {
  const { context, layout, cells, scene } = paint;
  const pod = cells.pods[cell] as number;
  const motion = paint.motions.get(cell);
  const share = motion === undefined ? 1 : Math.min(1, (paint.now - motion.startedAt) / MOTION_MS);
  const eased = 1 - (1 - share) ** 3;
  if (motion?.from !== undefined && eased < 1) {
    context.globalAlpha = 1 - eased;
    stamp(paint, motion.from, motion.fromColor, at, pod < 0 ? 1 - eased * 0.6 : 1);
  }
  if (pod >= 0) {
    context.globalAlpha = eased;
    const color = paint.colors[scene.timeline.pods.revision[pod] as number] ?? paint.theme.muted;
    const scale = motion !== undefined && motion.from === undefined ? 0.4 + eased * 0.6 : 1;
    stamp(paint, stateName(cells.states[cell] as number), color, at, scale);
  } else if (motion === undefined) {
    paintEmpty(paint, at);
  }
  context.globalAlpha = 1;
  if (pod >= 0 && paint.ringed.has(pod)) ring(paint, at, layout.size, layout.size);
}

/** A place whose pod is gone keeps a trace, so that one sees how much has left. */
function paintEmpty({ context, layout, theme }: StagePaint, { x, y }: Point): void {
  const middle = layout.size / 2;
  context.fillStyle = theme.grid;
  const dot = layout.size >= 14 ? 2 : 1;
  context.fillRect(x + middle - dot / 2, y + middle - dot / 2, dot, dot);
}

function stamp({ context, sprites, layout }: StagePaint, state: PodState, color: string, { x, y }: Point, scale: number): void {
  const edge = layout.size * scale;
  const inset = (layout.size - edge) / 2;
  context.drawImage(sprites.get(state, color), x + inset, y + inset, edge, edge);
}

function ring({ context, theme }: StagePaint, { x, y }: Point, width: number, height: number): void {
  context.strokeStyle = theme.focus;
  context.lineWidth = 1.5;
  context.beginPath();
  context.roundRect(x - 2.25, y - 2.25, width + 4.5, height + 4.5, width > 12 ? 6 : 2);
  context.stroke();
}

/** A node: its frame tells its condition, the left half holds the old pod, the right half the new one. */
function paintNode(paint: StagePaint, x: number, y: number, cell: number): void {
  const { context, layout, theme } = paint;
  const node = paint.nodes[cell / 2] ?? PLAIN_NODE;
  const inner = layout.size - 4;
  const width = layout.size * 2 + Math.max(3, Math.round(layout.size / 5));
  if (!node.exists) return;
  context.setLineDash(node.cordoned ? [3, 2] : []);
  context.strokeStyle = node.notReady ? theme.error : node.cordoned || node.tainted ? theme.warning : theme.border;
  context.lineWidth = node.notReady || node.cordoned ? 1.5 : 1;
  context.strokeRect(x + 0.5, y + 0.5, width - 1, layout.size - 1);
  context.setLineDash([]);
  const half: StagePaint = { ...paint, layout: { ...layout, size: inner } };
  paintCell(half, { x: x + 2, y: y + 2 }, cell);
  paintCell(half, { x: x + width - 2 - inner, y: y + 2 }, cell + 1);
  if (node.notReady) corner(paint, x + width, y, theme.error, '×');
  else if (node.cordoned) corner(paint, x + width, y, theme.warning, '⊘');
  else if (node.tainted) corner(paint, x + width, y, theme.warning, '△');
}

function corner({ context, layout, theme }: StagePaint, x: number, y: number, color: string, sign: string): void {
  if (layout.size < 12) return;
  context.fillStyle = theme.background;
  context.beginPath();
  context.arc(x - 2, y + 3, 6, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = color;
  context.font = `bold 11px ${theme.fontFamily}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(sign, x - 2, y + 3.5);
}

/** Groups of states that a tile tells apart, from its bottom to its top. */
const LEVELS: Readonly<Record<PodState, 0 | 1 | 2 | 3 | 4>> = {
  Available: 0,
  Ready: 1,
  Unscheduled: 2,
  Creating: 2,
  Running: 2,
  CrashLoop: 4,
  Failed: 4,
  Succeeded: 3,
  Terminating: 3,
  Gone: 3,
};

/** Many pods in one square, filled from below: available, ready, starting (hollow), terminating (thin), failing on top. */
function paintTile(paint: StagePaint, x: number, y: number, from: number, to: number): void {
  const { context, layout, theme, cells, scene } = paint;
  const { size } = layout;
  const perNode = scene.kind === 'nodes' ? 2 : 1;
  const capacity = Math.max(1, (to - from) / perNode);
  context.strokeStyle = theme.grid;
  context.lineWidth = 1;
  context.strokeRect(x + 0.5, y + 0.5, size - 1, size - 1);
  const width = size / perNode;
  for (let half = 0; half < perNode; half++) {
    const amounts = [0, 0, 0, 0, 0];
    let color = theme.muted;
    for (let cell = from + half; cell < to; cell += perNode) {
      const pod = cells.pods[cell] as number;
      if (pod < 0) continue;
      color = paint.colors[scene.timeline.pods.revision[pod] as number] ?? color;
      const level = LEVELS[stateName(cells.states[cell] as number)];
      amounts[level] = (amounts[level] as number) + 1;
    }
    fillTile(
      paint,
      { x: x + half * width, y, width },
      amounts.map((amount) => amount / capacity),
      color,
    );
  }
}

function fillTile(
  paint: StagePaint,
  { x, y, width }: Point & { readonly width: number },
  shares: readonly number[],
  color: string,
): void {
  const { context, theme, layout } = paint;
  const fills = [
    color,
    mix(color, theme.background, 0.6),
    mix(color, theme.background, 0.22),
    mix(theme.muted, theme.background, 0.45),
    theme.error,
  ];
  let bottom = y + layout.size - 1;
  shares.forEach((share, level) => {
    if (share === 0) return;
    const height = Math.max(1, share * (layout.size - 2));
    const top = Math.max(y + 1, bottom - height);
    const inset = level === 3 ? width * 0.3 : 0;
    context.fillStyle = fills[level] ?? faded(color, 0.5);
    context.fillRect(x + 1 + inset, top, Math.max(1, width - 2 - inset * 2), bottom - top);
    if (level === 2) {
      context.strokeStyle = color;
      context.setLineDash([2, 2]);
      context.strokeRect(x + 1.5, top + 0.5, Math.max(1, width - 3), Math.max(1, bottom - top - 1));
      context.setLineDash([]);
    }
    bottom = top;
  });
}

/** What is written at a lane: its version, the image of it, and how many pods it should have. */
export interface LaneLabel {
  readonly name: string;
  readonly image: string;
  readonly wanted: string;
}

export function paintLaneLabel(paint: StagePaint, lane: LaneLayout, { name, image, wanted }: LaneLabel): void {
  const { context, theme, layout } = paint;
  const { labelsAbove } = layout;
  const room = labelsAbove ? layout.width : layout.labelWidth - 12;
  const top = labelsAbove ? lane.y - 7 : lane.y + Math.min(lane.height, layout.size * 1.4) / 2 - 2;
  context.textAlign = 'left';
  context.textBaseline = 'alphabetic';
  context.fillStyle = theme.foreground;
  context.font = `600 12px ${theme.fontFamily}`;
  const title = fitText(context, name, room);
  context.fillText(title, 0, top);
  const after = context.measureText(`${title}  `).width;
  context.fillStyle = theme.muted;
  context.font = `11px ${theme.fontFamily}`;
  const rest = wanted === '' ? '' : `· ${wanted}`;
  if (!labelsAbove) {
    context.fillText(fitText(context, wanted, room - after), after, top);
    context.fillText(fitImage(context, image, room), 0, top + 15);
    return;
  }
  const left = room - after - context.measureText(` ${rest}`).width;
  context.fillText(`${fitImage(context, image, left)} ${rest}`, after, top);
}

/** Cuts a text to a width, in its middle, where names differ least. */
export function fitText(context: CanvasRenderingContext2D, text: string, width: number): string {
  return longestForm(
    text.length,
    (length) => shorten(text, length),
    (form) => context.measureText(form).width <= width,
  );
}

/** Cuts an image's name to a width, and leaves its version whole. */
export function fitImage(context: CanvasRenderingContext2D, image: string, width: number): string {
  return longestForm(
    image.length,
    (length) => shortenImage(image, length),
    (form) => context.measureText(form).width <= width,
  );
}
