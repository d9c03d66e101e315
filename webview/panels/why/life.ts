import type { RevisionInfo, Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { podLife, type PodChange } from '../../../src/engine/simulation/timeline/timelineQueries';
import { formatDuration, formatMoment } from '../../../src/model/words';
import { numbersOf } from '../../model/versions';
import { STATE_WORDS } from '../../model/words';
import { button } from '../../ui/controls';
import { h, setHidden } from '../../ui/dom';
import { link, type WhyActions, type WhyPart } from './parts';

/** The life of the selected pod, state by state. */
export function createLife(actions: WhyActions): WhyPart {
  const element = h('div', { class: 'life', hidden: true });
  return {
    element,
    key: (_, __, { selectedPod }) => String(selectedPod),
    draw: (timeline, _, { selectedPod }) => {
      setHidden(element, selectedPod === undefined);
      if (selectedPod !== undefined) element.replaceChildren(...lifeOf(timeline, selectedPod, actions));
    },
  };
}

function lifeOf({ pods, nodes, revisions }: Timeline, pod: number, { seek, selectPod }: WhyActions): HTMLElement[] {
  const node = nodes[pods.node[pod] as number]?.name ?? 'no node';
  const restarts = pods.restarts[pod] as number;
  const revision = numbersOf(revisions[pods.revision[pod] as number] as RevisionInfo);
  const close = button({
    label: '✕',
    title: 'Close the life of this pod',
    appearance: 'icon',
    onClick: () => {
      selectPod(undefined);
    },
  });
  const changes = podLife(pods, pod);
  return [
    h('div', { class: 'decision-head' }, h('h2', { class: 'mono' }, pods.names[pod] ?? ''), close),
    h('p', { class: 'aside' }, `revision ${revision} · ${node}${restarts > 0 ? ` · restarted ${restarts} ×` : ''}`),
    h('ol', { class: 'life-steps' }, ...changes.map((change, index) => lifeStep(change, changes[index + 1]?.t, seek))),
  ];
}

function lifeStep({ t, state }: PodChange, until: number | undefined, seek: (t: number) => void): HTMLElement {
  const lasted = until === undefined || t < 0 || state === 'Gone' ? '' : ` for ${formatDuration(until - t)}`;
  const go = link(t < 0 ? 'before' : formatMoment(t, true), () => {
    seek(t);
  });
  return h('li', {}, go, h('span', {}, h('b', {}, STATE_WORDS[state]), h('span', { class: 'aside' }, lasted)));
}
