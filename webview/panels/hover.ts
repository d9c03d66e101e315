import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { podLife } from '../../src/engine/simulation/timeline/timelineQueries';
import { formatMoment } from '../../src/model/words';
import { shortImage } from '../model/format';
import { numberAt } from '../model/versions';
import { STATE_WORDS } from '../model/words';
import { h, setHidden } from '../ui/dom';

export interface Hover {
  readonly element: HTMLElement;
  /** Shows lines beside the pointer, the first of them in bold; none hide it. */
  show(lines: readonly string[], x: number, y: number): void;
}

/** A small text beside the pointer. Everything in it is also in the side panel, for those without a pointer. */
export function createHover(): Hover {
  const element = h('div', { class: 'hover', 'aria-hidden': 'true', hidden: true });
  let shown = '';
  return {
    element,
    show: (lines, x, y) => {
      setHidden(element, lines.length === 0);
      if (lines.length === 0) return;
      const text = lines.join('\n');
      if (text !== shown) element.replaceChildren(...lines.map((line, index) => h(index === 0 ? 'b' : 'span', {}, line)));
      shown = text;
      const left = Math.min(x + 14, window.innerWidth - element.offsetWidth - 8);
      const top = y + 18 + element.offsetHeight > window.innerHeight ? y - element.offsetHeight - 10 : y + 18;
      element.style.transform = `translate(${Math.max(4, left)}px, ${top}px)`;
    },
  };
}

/** What there is to know about a pod at t, in a few lines. */
export function podLines({ pods, nodes, revisions }: Timeline, pod: number, t: number): string[] {
  const change = podLife(pods, pod).findLast((step) => step.t <= t);
  const revision = revisions[pods.revision[pod] as number];
  const since = change === undefined || change.t < 0 ? '' : ` since ${formatMoment(change.t, true)}`;
  const restarts = pods.restarts[pod] as number;
  return [
    pods.names[pod] ?? '',
    change === undefined ? 'not there yet' : `${STATE_WORDS[change.state]}${since}`,
    revision === undefined ? '' : `revision ${numberAt(revision, t)} · ${shortImage(revision.image)}`,
    nodes[pods.node[pod] as number]?.name ?? 'on no node',
    ...(restarts > 0 ? [`restarted ${restarts} × in all`] : []),
  ];
}
