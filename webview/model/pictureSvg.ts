import { POD_STATES, type PodState, type RevisionInfo } from '../../src/engine/simulation/timeline/timeline';
import { podStateAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { verdictText } from '../../src/engine/simulation/verdict/verdict';
import { axisTicks, toPixel } from './axis';
import { sampled } from './chartData';
import { mix } from './color';
import { formatMoment, grouped, visible } from '../../src/model/words';
import { shortImage } from './format';
import { laneName, type Scene } from './scene';
import { layoutStage, unitPlace } from './stageLayout';
import { layoutStory } from './storyLayout';
import { numbersOf } from './versions';

/** Colors of a picture that leaves the editor: the theme's, as they are now. */
export interface PictureColors {
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly border: string;
  readonly error: string;
  readonly warning: string;
  readonly accent: string;
  /** By revision. */
  readonly revisions: readonly string[];
}

const WIDTH = 1200;
const LEFT = 130;
const RIGHT = 24;
const STAGE_HEIGHT = 240;
const STORY_HEIGHT = 320;
const CHART_HEIGHT = 180;

/** The whole picture at a moment as one SVG without scripts, fonts or links; `past`: what the time before 0 is called. */
export function pictureSvg(scene: Scene, t: number, colors: PictureColors, assumed: string, past: string): string {
  const { timeline } = scene;
  const stage = layoutStage(
    scene,
    { width: WIDTH - RIGHT * 2, height: STAGE_HEIGHT, labelWidth: LEFT - RIGHT },
    scene.cellCount > 1000 ? 6 : 'fit',
  );
  const story = layoutStory(scene, STORY_HEIGHT);
  const storyTop = 104 + stage.height + 50;
  const chartTop = storyTop + story.height + 50;
  const height = chartTop + CHART_HEIGHT + 74;
  const body = [
    rect([0, 0, WIDTH, height], colors.background),
    text(RIGHT, 40, verdictText(timeline), { fill: colors.foreground, size: 17, weight: 'bold' }),
    text(
      RIGHT,
      64,
      `${timeline.workload.kind} ${timeline.workload.name} · ${shortImage(timeline.workload.image)} · Rollout Lens`,
      { fill: colors.muted, size: 12 },
    ),
    text(RIGHT, 94, `Now — ${t < 0 ? past : formatMoment(t, true)}`, {
      fill: colors.muted,
      size: 12,
      weight: 'bold',
    }),
    `<g transform="translate(${RIGHT} 104)">${stagePart(scene, t, stage, colors)}</g>`,
    text(RIGHT, storyTop - 12, 'Story — every pod one line', { fill: colors.muted, size: 12, weight: 'bold' }),
    `<g transform="translate(0 ${storyTop})">${storyPart(scene, story, colors)}</g>`,
    text(RIGHT, chartTop - 12, 'Available and total', { fill: colors.muted, size: 12, weight: 'bold' }),
    `<g transform="translate(0 ${chartTop})">${chartPart(scene, colors)}</g>`,
    text(RIGHT, height - 16, `Assumed: ${assumed}`, { fill: colors.muted, size: 11 }),
    line([x(scene, t), storyTop - 4, x(scene, t), chartTop + CHART_HEIGHT], colors.accent, 2),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${Math.round(height)}" viewBox="0 0 ${WIDTH} ${Math.round(height)}" font-family="system-ui, sans-serif">${body.join('')}</svg>\n`;
}

const x = ({ axis }: Scene, t: number): number => LEFT + toPixel(axis, t, WIDTH - LEFT - RIGHT);
const n = (value: number): string => String(Math.round(value * 100) / 100);

export function escapeXml(value: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  // Some characters are not allowed in XML at all, others turn the picture's words around.
  return visible(value.replace(/\p{Cc}/gu, ' ')).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

type Box = readonly [left: number, top: number, width: number, height: number];
function rect([left, top, width, height]: Box, fill: string, more = ''): string {
  return `<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="${fill}"${more}/>`;
}

type Ends = readonly [x1: number, y1: number, x2: number, y2: number];
function line([x1, y1, x2, y2]: Ends, stroke: string, width: number, more = ''): string {
  return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${width}"${more}/>`;
}

interface Lettering {
  readonly fill: string;
  readonly size: number;
  readonly weight?: 'bold';
  readonly anchor?: 'middle' | 'end';
}
function text(left: number, top: number, content: string, { fill, size, weight, anchor }: Lettering): string {
  const look = `fill="${fill}" font-size="${size}" font-weight="${weight ?? 'normal'}" text-anchor="${anchor ?? 'start'}"`;
  return `<text x="${n(left)}" y="${n(top)}" ${look}>${escapeXml(content)}</text>`;
}

function stagePart(scene: Scene, t: number, layout: ReturnType<typeof layoutStage>, colors: PictureColors): string {
  const { timeline } = scene;
  const parts = layout.lanes.map(
    ({ lane, y }) =>
      text(0, y + 14, laneName(scene, lane, t), { fill: colors.foreground, size: 12, weight: 'bold' }) +
      text(0, y + 29, shortImage(lane.detail), { fill: colors.muted, size: 11 }),
  );
  const perNode = scene.kind === 'nodes' ? 2 : 1;
  for (let pod = 0; pod < timeline.pods.count; pod++) {
    const state = podStateAt(timeline.pods, pod, t);
    if (state === undefined || state === 'Gone') continue;
    const cell = scene.cellOfPod[pod] as number;
    const lane = layout.lanes[scene.laneOfCell[cell] as number];
    if (lane === undefined) continue;
    const index = cell - lane.lane.firstCell;
    const pairs = perNode === 2 && lane.unitWidth - layout.gap > layout.size;
    const place = unitPlace(lane, pairs ? index >> 1 : index);
    const left = place.x + (pairs && index % 2 === 1 ? lane.unitWidth - layout.gap - layout.size : 0);
    const color = colors.revisions[timeline.pods.revision[pod] as number] ?? colors.muted;
    parts.push(podShape(state, [left, place.y, layout.size, layout.size], color, colors));
  }
  return parts.join('');
}

function podShape(state: PodState, box: Box, color: string, colors: PictureColors): string {
  const [left, top, size] = box;
  const round = ` rx="${n(Math.min(5, size * 0.16))}"`;
  const edge = (dash: string, fill: string): string =>
    rect(
      [left + 1, top + 1, size - 2, size - 2],
      fill,
      `${round} stroke="${color}" stroke-width="1.5"${dash === '' ? '' : ` stroke-dasharray="${dash}"`}`,
    );
  const sign = (character: string, fill: string): string =>
    size < 12
      ? ''
      : text(left + size / 2, top + size * 0.68, character, {
          fill,
          size: Math.round(size * 0.5),
          weight: 'bold',
          anchor: 'middle',
        });
  switch (state) {
    case 'Unscheduled':
      return `<circle cx="${n(left + size / 2)}" cy="${n(top + size / 2)}" r="${n(size / 2 - 1.5)}" fill="none" stroke="${color}" stroke-dasharray="1 3"/>`;
    case 'Creating':
      return edge('3 3', 'none');
    case 'Running':
      return edge('', mix(color, colors.background, 0.14));
    case 'Ready':
      return edge('', mix(color, colors.background, 0.38)) + sign('✓', colors.foreground);
    case 'Available':
      return rect(box, color, round) + sign('✓', colors.background);
    case 'CrashLoop':
    case 'Failed':
      return rect([left + 2, top + 2, size - 4, size - 4], colors.error) + sign('!', colors.background);
    default:
      return (
        rect([left + size * 0.15, top + size * 0.15, size * 0.7, size * 0.7], mix(color, colors.background, 0.32), round) +
        sign('×', colors.foreground)
      );
  }
}

function storyPart(scene: Scene, layout: ReturnType<typeof layoutStory>, colors: PictureColors): string {
  const { timeline } = scene;
  const parts: string[] = [];
  for (const place of layout.groups) {
    const group = scene.story[place.group];
    if (group === undefined) continue;
    const color = colors.revisions[group.revision] ?? colors.muted;
    parts.push(
      text(RIGHT, place.y + 11, `revision ${numbersOf(timeline.revisions[group.revision] as RevisionInfo)}`, {
        fill: colors.muted,
        size: 11,
      }),
    );
    for (let row = 0; row < place.rows; row++) {
      const pod = group.pods[row * layout.podsPerRow];
      const height = Math.max(1, layout.rowHeight - (layout.rowHeight >= 4 ? 2 : 0));
      if (pod !== undefined) parts.push(storyRow(scene, pod, { top: place.y + row * layout.rowHeight, height }, color, colors));
    }
  }
  return parts.join('');
}

interface Band {
  readonly top: number;
  readonly height: number;
}
function storyRow(scene: Scene, pod: number, { top, height }: Band, color: string, colors: PictureColors): string {
  const { pods } = scene.timeline;
  const to = pods.changeOffsets[pod + 1] as number;
  let parts = '';
  for (let index = pods.changeOffsets[pod] as number; index < to; index++) {
    const state = POD_STATES[pods.changeStates[index] as number] as PodState;
    if (state === 'Gone') continue;
    const from = x(scene, pods.changeTimes[index] as number);
    const width = x(scene, index + 1 < to ? (pods.changeTimes[index + 1] as number) : scene.axis.end) - from;
    if (width <= 0) continue;
    const share: Partial<Record<PodState, number>> = { Available: 1, Ready: 0.5, Terminating: 0.45 };
    const fill = state === 'CrashLoop' || state === 'Failed' ? colors.error : mix(color, colors.background, share[state] ?? 0.2);
    const thin = state === 'Terminating' ? Math.max(1, height * 0.35) : height;
    parts += rect([from, top + (height - thin) / 2, width, thin], fill);
  }
  return parts;
}

function chartPart(scene: Scene, colors: PictureColors): string {
  const { timeline, axis } = scene;
  const most = Math.max(timeline.envelope.ceiling, timeline.facts.maxPods, 1) * 1.06;
  const y = (value: number): number => CHART_HEIGHT - (value / most) * CHART_HEIGHT;
  const bound = (name: string, value: number, color: string): string =>
    line([LEFT, y(value), WIDTH - RIGHT, y(value)], color, 1, ' stroke-dasharray="6 4"') +
    text(LEFT - 8, y(value) + 4, `${name} ${grouped(value)}`, { fill: color, size: 11, anchor: 'end' });
  const ticks = axisTicks(axis, WIDTH - LEFT - RIGHT).map((t) =>
    text(x(scene, t), CHART_HEIGHT + 18, formatMoment(t), { fill: colors.muted, size: 11, anchor: 'middle' }),
  );
  const breaks = axis.breaks.map(({ from, to }) =>
    rect([x(scene, from), 0, x(scene, to) - x(scene, from), CHART_HEIGHT], mix(colors.foreground, colors.background, 0.06)),
  );
  return [
    ...breaks,
    line([LEFT, CHART_HEIGHT, WIDTH - RIGHT, CHART_HEIGHT], colors.border, 1),
    stepLine(scene, 'total', y, colors.muted, 1.25),
    stepLine(scene, 'available', y, colors.foreground, 2.25),
    bound('ceiling', timeline.envelope.ceiling, colors.warning),
    bound('floor', timeline.envelope.floor, colors.error),
    ...ticks,
  ].join('');
}

function stepLine(
  scene: Scene,
  column: 'total' | 'available',
  y: (value: number) => number,
  stroke: string,
  width: number,
): string {
  const { totals } = scene.timeline;
  const times = Float64Array.from([scene.axis.start, ...[...totals.times].filter((t) => t > scene.axis.start), scene.axis.end]);
  const values = sampled(totals, column, times);
  const commands: string[] = [];
  values.forEach((value, index) => {
    if (Number.isNaN(value)) return;
    const left = n(x(scene, times[index] as number));
    commands.push(commands.length === 0 ? `M${left} ${n(y(value))}` : `H${left}V${n(y(value))}`);
  });
  return `<path d="${commands.join('')}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
}
