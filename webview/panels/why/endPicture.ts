import type { PodEnd, TrafficView } from '../../../src/engine/traffic/trafficView';
import { beginOf } from '../../model/podEnds';

const [WIDTH, ROW, GAP, LABELS] = [300, 14, 6, 62];

/** The end of a pod in two bars: how many still send to it, and what its process does. The list below says the same. */
export function endPicture(end: PodEnd, { learns: [first, last] }: TrafficView): Element {
  const { leftAt, signalAt, closedAt, endedAt } = end;
  const begin = beginOf(end);
  const length = Math.max(leftAt + last, endedAt, begin + 0.5) - begin;
  const x = (t: number): number => LABELS + (WIDTH - LABELS) * Math.min(1, 0.12 + ((t - begin) / length) * 0.84);
  const [low, high] = [ROW + GAP, ROW];
  const shape = (className: string, points: readonly (readonly [number, number])[]): Element =>
    svg('polygon', { class: className, points: points.map(([left, top]) => `${left.toFixed(1)},${top}`).join(' ') });
  const bar = (className: string, from: number, to: number, top: number): Element =>
    shape(className, [
      [from, top],
      [to, top],
      [to, top + ROW],
      [from, top + ROW],
    ]);
  const known = [x(leftAt + first), x(leftAt + last)] as const;
  const label = (text: string, top: number): Element => {
    const element = svg('text', { x: '0', y: String(top + 11) });
    element.textContent = text;
    return element;
  };
  const picture = svg('svg', { class: 'end-picture', viewBox: `0 0 ${WIDTH} ${2 * ROW + GAP}`, 'aria-hidden': 'true' });
  picture.append(
    label('sent to it', 0),
    label('process', low),
    shape('sent', [
      [LABELS, 0],
      [known[0], 0],
      [known[1], high],
      [LABELS, high],
    ]),
    ...(closedAt < leftAt + last ? [bar('lost', x(closedAt), known[1], 0)] : []),
    bar('open', LABELS, x(closedAt), low),
    bar('closing', x(closedAt), Math.max(x(endedAt), x(closedAt)), low),
    ...[leftAt, signalAt].flatMap((t) =>
      t === undefined ? [] : [bar('moment', x(t), x(t) + 1, 0), bar('moment', x(t), x(t) + 1, low)],
    ),
  );
  return picture;
}

function svg(tag: string, attributes: Readonly<Record<string, string>>): Element {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
