import type { TrafficView } from '../../../src/engine/traffic/trafficView';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import { formatMoment } from '../../../src/model/words';
import { beginOf, endAt, endSteps, endVerdict, podsOfCause } from '../../model/podEnds';
import { remediesThatHelp, type WeighedRemedy } from '../../model/remedies';
import { amount, causesAt, type CauseAt } from '../../model/requests';
import { button } from '../../ui/controls';
import { h, setHidden } from '../../ui/dom';
import { endPicture } from './endPicture';
import { link, type WhyActions, type WhyPart } from './parts';

const PODS_LINKED = 8;

/** Which requests fail in this second, because of which pods, and how such a pod comes to its end. */
export function createRequestsPart(actions: WhyActions): WhyPart {
  const element = h('div', { class: 'why-requests', hidden: true });
  return {
    element,
    key: (_, t, state) =>
      state.shown?.traffic === undefined ? '' : `${Math.floor(t)} ${state.selectedPod} ${remediesThatHelp(state).length}`,
    draw: (timeline, t, state) => {
      const { shown, selectedPod } = state;
      const view = shown?.traffic;
      setHidden(element, view === undefined);
      if (view === undefined) return;
      const causes = causesAt(view, t).filter(({ now }) => now > 0.05);
      const remedies = remediesThatHelp(state);
      const worst = view.worst?.t;
      const seek =
        worst === undefined
          ? []
          : [
              '; most at ',
              link(formatMoment(worst), () => {
                actions.seek(worst);
              }),
            ];
      element.replaceChildren(
        h('h2', {}, 'Requests that fail'),
        ...causes.map((cause) => causeLine(cause, podsOfCause(view, cause.cause, t), timeline, actions)),
        ...(causes.length > 0 ? [] : [h('p', { class: 'aside' }, 'None in this second', ...seek, '.')]),
        ...remedies.map((remedy) => remedyLine(remedy, actions)),
        ...endOf(view, timeline, t, selectedPod),
      );
    },
  };
}

function causeLine({ cause, name, now }: CauseAt, pods: readonly number[], timeline: Timeline, actions: WhyActions): HTMLElement {
  const links = pods.slice(0, PODS_LINKED).map((pod) =>
    link(timeline.pods.names[pod]?.split('-').at(-1) ?? '', () => {
      actions.selectPod(pod);
    }),
  );
  const rest = pods.length - links.length;
  return h(
    'div',
    { 'data-cause': cause, class: 'cause' },
    h('p', {}, h('span', { class: 'swatch', 'aria-hidden': 'true' }), `${name}: `, h('b', {}, `${amount(now)} per second`)),
    h('div', { class: 'pod-links' }, ...links, rest > 0 && `and ${rest} more`),
  );
}

function endOf(view: TrafficView, { pods }: Timeline, t: number, selected: number | undefined): Element[] {
  const end = endAt(view, t, selected);
  if (end === undefined) return [];
  const steps = endSteps(end, view).map(({ when, text }) => h('li', {}, h('b', {}, when), h('span', {}, text)));
  return [
    h(
      'p',
      {},
      'How ',
      h('b', { class: 'mono' }, pods.names[end.pod] ?? ''),
      ` ends, from ${formatMoment(beginOf(end), true)} on:`,
    ),
    endPicture(end, view),
    h('ol', { class: 'end-steps' }, ...steps),
    h('p', {}, endVerdict(end, view)),
  ];
}

/** What it would do is known already; a press tries it, and what the manifest can say is then written by “Apply to YAML”. */
function remedyLine({ title, effect, tuning }: WeighedRemedy, { tune }: WhyActions): HTMLElement {
  const press = button({
    label: 'Try',
    title: `Try: ${title}`,
    onClick: () => {
      tune(tuning);
    },
  });
  return h('div', { class: 'remedy-line' }, press, h('p', {}, `${title}: `, h('b', {}, effect)));
}
