import { POD_STATES, type RevisionInfo } from '../../src/engine/simulation/timeline/timeline';
import { podsAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { formatMoment, grouped } from '../../src/model/words';
import { shortImage } from '../model/format';
import type { Shown, State } from '../model/state';
import { numberAt } from '../model/versions';
import { othersAt, pastWords, stateCounts, STATE_WORDS } from '../model/words';
import { createRequestTable } from './requestTable';
import { sentenceCase } from './why/parts';
import { h, setHidden, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

export interface PodsView extends View {
  readonly element: HTMLElement;
}

const ROWS = 200;
/** The table follows play no faster than this: nobody reads faster, and rows are expensive. */
const UPDATE_MS = 250;

/** The picture as a table: the same facts for those who do not see it. */
export function createPods(store: Store): PodsView {
  const title = h('h2', {});
  const summary = h('table', {});
  const list = h('table', { class: 'pod-table' });
  const rest = h('p', { class: 'aside' });
  const others = h('table', {});
  const beside = h('div', { hidden: true }, h('h2', {}, 'Other workloads'), others);
  const requests = createRequestTable();
  const element = h('div', { class: 'panel pods' }, title, summary, requests.element, beside, h('h2', {}, 'Pods'), list, rest);
  let drawn: { shown: Shown; time: number; selected: number | undefined } | undefined;
  let drawnAt = 0;
  return {
    element,
    update: (state, { now }) => {
      const { shown, playback, selectedPod } = state;
      if (state.panel !== 'pods' || shown === undefined) return false;
      if (drawn?.shown === shown && drawn.time === playback.time && drawn.selected === selectedPod) return false;
      if (playback.playing && drawn?.shown === shown && now - drawnAt < UPDATE_MS) return true;
      drawn = { shown, time: playback.time, selected: selectedPod };
      drawnAt = now;
      setText(title, sentenceCase(playback.time < 0 ? pastWords(shown.scenario) : `at ${formatMoment(playback.time, true)}`));
      drawSummary(summary, shown, playback.time);
      requests.show(shown, playback.time);
      setHidden(beside, shown.timeline.others === undefined);
      drawOthers(others, shown, playback.time);
      drawPods(list, rest, state, shown, store);
      return false;
    },
  };
}

function drawSummary(table: HTMLTableElement, { timeline }: Shown, t: number): void {
  const counts = stateCounts(timeline, t);
  const states = POD_STATES.filter((state) => [...counts.values()].some((byState) => byState.has(state)));
  table.replaceChildren(
    h('caption', { class: 'sr-only' }, 'Pods by revision and state'),
    h(
      'thead',
      {},
      h('tr', {}, h('th', { scope: 'col' }, 'revision'), ...states.map((state) => h('th', { scope: 'col' }, STATE_WORDS[state]))),
    ),
    h(
      'tbody',
      {},
      ...[...counts].map(([revision, byState]) => {
        const info = timeline.revisions[revision];
        const name = info === undefined ? '' : `${numberAt(info, t)} ${shortImage(info.image)}`;
        return h(
          'tr',
          {},
          h('th', { scope: 'row' }, name),
          ...states.map((state) => h('td', {}, grouped(byState.get(state) ?? 0))),
        );
      }),
    ),
  );
}

/** Who shares the cluster, and how many pods of it are on which node. */
function drawOthers(table: HTMLTableElement, { timeline }: Shown, t: number): void {
  const rows = othersAt(timeline, t).map(({ name, source, available, desired, nodes }) =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, source === undefined ? name : `${name} (${source})`),
      h('td', {}, `${grouped(available)} of ${grouped(desired)}`),
      h('td', {}, [...nodes].map(([node, pods]) => `${timeline.nodes[node]?.name ?? '–'} ${pods}`).join(', ')),
    ),
  );
  table.replaceChildren(
    h('caption', { class: 'sr-only' }, 'Other workloads at this moment'),
    h('thead', {}, h('tr', {}, ...['workload', 'available', 'pods on nodes'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
}

function drawPods(
  table: HTMLTableElement,
  rest: HTMLElement,
  { playback, selectedPod }: State,
  { timeline }: Shown,
  store: Store,
): void {
  const alive = podsAt(timeline, playback.time);
  const { pods, nodes, revisions } = timeline;
  const rows = alive.slice(0, ROWS).map(({ pod, state }) =>
    h(
      'tr',
      { class: pod === selectedPod ? 'is-selected' : undefined },
      h(
        'th',
        { scope: 'row' },
        h(
          'button',
          {
            class: 'link mono',
            title: 'Show its life',
            onclick: () => {
              store.dispatch({ type: 'podSelected', pod });
              store.dispatch({ type: 'panelShown', panel: 'why' });
            },
          },
          pods.names[pod] ?? '',
        ),
      ),
      h('td', {}, String(numberAt(revisions[pods.revision[pod] as number] as RevisionInfo, playback.time))),
      h('td', {}, STATE_WORDS[state]),
      h('td', {}, nodes[pods.node[pod] as number]?.name ?? '–'),
    ),
  );
  table.replaceChildren(
    h('caption', { class: 'sr-only' }, 'Every pod at this moment'),
    h('thead', {}, h('tr', {}, ...['name', 'rev.', 'state', 'node'].map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows),
  );
  setText(rest, alive.length > ROWS ? `and ${grouped(alive.length - ROWS)} more; the table above counts them all.` : '');
}
