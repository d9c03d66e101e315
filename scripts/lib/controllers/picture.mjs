import { podLife, rowOf } from '../../../src/engine/simulation/timeline/timelineQueries';
import { withPast } from '../../../webview/model/past';
import { escapeXml } from '../../../webview/model/pictureSvg';

/** @typedef {import('../../../src/engine/simulation/timeline/timeline').Timeline} Timeline */
/** @typedef {import('../../../src/engine/simulation/timeline/timeline').PodState} PodState */

const WIDTH = 760;
const LEFT = 12;
const RIGHT = 12;
const HEAD = 40;
const ROW = 9;
const CHART = 80;
const PAST = 2;
/** They stand on light and on dark pages, and are told apart by those who see red and green alike. */
const OLD = '#2f7fd1';
const NEW = '#d9822b';
const GRAY = '#8a8a8a';

// How much of its color a pod has in each state: full while it is available.
/** @type {Readonly<Partial<Record<PodState, number>>>} */
const STRENGTH = { Unscheduled: 0.15, Creating: 0.3, Running: 0.5, Ready: 0.7, Available: 1 };

const n = (/** @type {number} */ value) => String(Math.round(value * 10) / 10);

/**
 * A rollout as one small picture: each pod a line over time, below them how many are available.
 * @param {Timeline} timeline
 * @param {string} what
 */
export function pictureOf(timeline, what) {
  const shown = withPast(timeline);
  const end = shown.end + 1;
  const x = (/** @type {number} */ t) => LEFT + ((Math.max(t, -PAST) + PAST) / (end + PAST)) * (WIDTH - LEFT - RIGHT);
  const { pods } = shown;
  const chartTop = HEAD + pods.count * ROW + 24;
  const height = chartTop + CHART + 28;
  const body = [
    legend(),
    ...Array.from({ length: pods.count }, (_, pod) => podLine(shown, pod, HEAD + pod * ROW, x, end)),
    chart(shown, chartTop, x, end),
    ...seconds(end).map((t) => label(x(t), height - 6, `${t} s`, GRAY, 'middle')),
    `<line x1="${n(x(0))}" y1="${HEAD - 6}" x2="${n(x(0))}" y2="${chartTop + CHART}" stroke="${GRAY}" stroke-dasharray="2 3"/>`,
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeXml(what)}" font-family="system-ui, sans-serif" font-size="11">\n${body.join('\n')}\n</svg>\n`;
}

/** @param {number} left @param {number} top @param {string} text @param {string} fill */
function label(left, top, text, fill, anchor = 'start') {
  return `<text x="${n(left)}" y="${n(top)}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

function legend() {
  const parts = [
    [OLD, 'old version'],
    [NEW, 'new version (pale until it is available)'],
    [GRAY, 'on its way out'],
  ];
  let left = LEFT;
  return parts
    .map(([fill = '', text = '']) => {
      const part = `<rect x="${left}" y="10" width="12" height="9" fill="${fill}"/>${label(left + 18, 18, text, GRAY)}`;
      left += 42 + text.length * 5;
      return part;
    })
    .join('');
}

/** @param {Timeline} timeline @param {number} pod @param {number} top @param {(t: number) => number} x @param {number} end */
function podLine({ pods, revisions }, pod, top, x, end) {
  const color = revisions[pods.revision[pod] ?? 0]?.current === true ? NEW : OLD;
  const life = podLife(pods, pod);
  return life
    .flatMap(({ t, state }, index) => {
      const until = life[index + 1]?.t ?? end;
      if (state === 'Gone' || until <= -PAST || until === t) return [];
      const strength = STRENGTH[state] ?? 1;
      const isLeaving = state === 'Terminating';
      const look = isLeaving ? `fill="${GRAY}" fill-opacity="0.6"` : `fill="${color}" fill-opacity="${strength}"`;
      return `<rect x="${n(x(t))}" y="${top}" width="${n(x(until) - x(t))}" height="${ROW - 2}" ${look}/>`;
    })
    .join('');
}

/** @param {Timeline} timeline @param {number} top @param {(t: number) => number} x @param {number} end */
function chart({ totals }, top, x, end) {
  // Of several rows of one instant the last one counts.
  const rows = Array.from({ length: totals.times.length }, (_, row) => ({
    t: totals.times[row] ?? 0,
    ...rowOf(totals, row),
  })).filter(({ t }, index) => t !== totals.times[index + 1]);
  const most = Math.max(...rows.map(({ total, ceiling }) => Math.max(total, ceiling)), 1);
  const y = (/** @type {number} */ count) => top + CHART - (count / most) * CHART;
  const line = (/** @type {'total' | 'available' | 'floor' | 'ceiling'} */ column, /** @type {string} */ look) => {
    const points = rows.flatMap((row, index) => [
      `${n(x(row.t))},${n(y(row[column]))}`,
      `${n(x(rows[index + 1]?.t ?? end))},${n(y(row[column]))}`,
    ]);
    return `<polyline points="${points.filter((point, index) => point !== points[index - 1]).join(' ')}" fill="none" ${look}/>`;
  };
  const last = rows.at(-1);
  return [
    label(LEFT, top - 8, 'pods: all (thin), available (thick), between floor and ceiling (dashed)', GRAY),
    line('ceiling', `stroke="${GRAY}" stroke-dasharray="5 4"`),
    line('floor', `stroke="${GRAY}" stroke-dasharray="5 4"`),
    line('total', `stroke="${GRAY}" stroke-width="1.2"`),
    line('available', 'stroke="#2e9e44" stroke-width="2.5"'),
    last === undefined ? '' : label(WIDTH - RIGHT, y(last.available) - 4, String(last.available), GRAY, 'end'),
  ].join('\n');
}

/** @param {number} end */
function seconds(end) {
  const step = [1, 2, 5, 10, 20, 30, 60, 120, 300].find((size) => end / size <= 10) ?? 600;
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step);
}
