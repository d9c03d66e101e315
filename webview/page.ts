import { namespaceOf } from '../src/model/meta';
import { exportItems } from './exports';
import { listenToKeys, tellFocus } from './keys';
import type { Host } from './link/host';
import type { WorkerClient } from './link/workerClient';
import { applicableValues, isAssumed } from './model/edits';
import { planLanes } from './model/lanes';
import type { PanelName, State } from './model/state';
import { createAssumptions } from './panels/assumed';
import { createBanners } from './panels/banners';
import { copyCard } from './panels/card';
import { createEmpty } from './panels/empty';
import { createHeader } from './panels/header';
import { createHover, podLines } from './panels/hover';
import { createMap } from './panels/map';
import { createOdds, type OddsActions } from './panels/odds';
import type { PageOdds } from './pageOdds';
import { createPods } from './panels/pods';
import { createSearch } from './panels/search';
import { createTraps } from './panels/trapList';
import { createStageArea, type StageArea } from './panels/stageArea';
import { createTimeArea, type TimeArea } from './panels/timeArea';
import { comparisonOf } from './model/beforeEdit';
import { createTransport } from './panels/transport';
import { createWhatIf } from './panels/whatIf';
import { createWhy } from './panels/why';
import type { Trap } from './traps/trapScenario';
import { createStage, type StageView } from './scene/stage';
import { h, setHidden } from './ui/dom';
import { createLiveRegion } from './ui/liveRegion';
import type { Store, View } from './ui/store';
import { tabs, type TabsControl } from './ui/tabs';
import { observeTheme, reducedMotion, type ThemeSource } from './ui/theme';
import { createInside, type InsideView } from './link/inside';

export interface PageParts {
  readonly root: HTMLElement;
  readonly store: Store;
  readonly host: Host;
  /** The engine's worker, once it is loaded. */
  readonly client: () => WorkerClient | undefined;
  /** Plays what is on show many times. */
  readonly odds: OddsActions & Pick<PageOdds, 'find' | 'cancelSearch'>;
  /** Goes back from a trap to what the panel is about. */
  readonly restart: () => void;
}

/** Makes all parts of the page and returns those that follow the state. */
export function buildPage(parts: PageParts): View[] {
  const { root, store, host } = parts;
  const themes = observeTheme(() => {
    scene.themeChanged();
    store.refresh();
  });
  const inside = createInside(store);
  const scene = buildScene(store, themes, inside);
  const side = buildSide(parts, inside);
  const { copy, reveal, show } = actionsOf(parts);
  const header = createHeader(store, {
    copy,
    reveal,
    editField: (field) => {
      show(isAssumed(field) ? 'assumptions' : 'whatIf');
      requestAnimationFrame(() => {
        side.focusField(field);
      });
    },
    showAssumptions: () => {
      show('assumptions');
    },
  });
  const banners = createBanners({
    cancelRun: () => parts.client()?.cancelRun(),
    retry: () => {
      if (store.state.wanted !== undefined) parts.client()?.simulate(store.state.wanted);
    },
    leaveTrap: parts.restart,
  });
  const transport = createTransport(store, {
    applyToYaml: () => {
      applyToYaml(store.state, host);
    },
    compareWithBefore: () => {
      const scenario = comparisonOf(store.state);
      if (scenario !== undefined) parts.client()?.compare(scenario, 'the strategy before the edit');
    },
    copyCard: () => {
      copyCard(store.state, copy);
    },
    exports: exportItems(store, host, themes),
  });
  const live = createLiveRegion();
  const empty = createEmpty(reveal, () => {
    show('traps');
  });
  const places = [header, banners, empty, scene, side, transport, live].map(({ element }) => element);
  root.replaceChildren(...places, scene.hover);
  listenToKeys(store);
  tellFocus(host);
  new ResizeObserver(() => {
    store.refresh();
  }).observe(root);
  return [frameView(root), empty, header, banners, ...scene.views, ...side.views, inside, transport, live];
}

interface PageActions {
  readonly copy: (what: string, text: string) => void;
  readonly reveal: () => void;
  readonly show: (panel: PanelName) => void;
}

function copyBy(host: PageParts['host']): PageActions['copy'] {
  return (what, text) => {
    host.send({ type: 'copy', what, text });
  };
}

function actionsOf({ store, host }: PageParts): PageActions {
  return {
    copy: copyBy(host),
    reveal: () => {
      host.send({ type: 'reveal' });
    },
    show: (panel) => {
      store.dispatch({ type: 'panelShown', panel });
    },
  };
}

function frameView(root: HTMLElement): View {
  return {
    update: ({ shown, panel }) => {
      // For measuring how long one waits.
      if (shown !== undefined && root.classList.contains('is-empty')) performance.mark('rollout-lens:first-picture');
      root.classList.toggle('is-empty', shown === undefined);
      root.classList.toggle('has-traps', panel === 'traps');
      return false;
    },
  };
}

/** Below the machine only the axis of time is wanted, with the least that tells where one is. */
const INSIDE_LANES = { pods: false, story: false, requests: false, chart: true } as const;
/** Above, below and between the parts. */
const SCENE_PADDING = 24;

interface ScenePart {
  readonly element: HTMLElement;
  readonly hover: HTMLElement;
  readonly views: readonly View[];
  themeChanged(): void;
}

function buildScene(store: Store, themes: ThemeSource, inside: InsideView): ScenePart {
  let plan = planLanes(0, {});
  const stage = createStage(themes, () => plan.podsHeight);
  const stageArea: StageArea = createStageArea(store, stage, themes);
  const timeArea: TimeArea = createTimeArea(store, themes);
  const element = h('main', { class: 'scene' }, stageArea.element, inside.stage, timeArea.element);
  const lanes: View = {
    update: (state) => {
      const isInside = state.stage === 'inside';
      const chosen = isInside ? INSIDE_LANES : state.lanes;
      plan = planLanes(element.clientHeight - SCENE_PADDING, chosen, state.shown?.traffic !== undefined);
      element.classList.toggle('is-inside', isInside);
      setHidden(stageArea.element, !plan.open.has('pods'));
      timeArea.setLanes(plan.open);
      timeArea.element.style.minHeight = isInside ? '' : `${plan.timeHeight}px`;
      return false;
    },
  };
  const hover = createHover();
  element.addEventListener('pointermove', ({ clientX, clientY, target }) => {
    const isPicture = target instanceof Element && target.closest('.stage-view, .story-view, .track-view') !== null;
    hover.show(isPicture ? linesAt(store, stage, timeArea, clientX, clientY) : [], clientX, clientY);
  });
  element.addEventListener('pointerleave', () => {
    hover.show([], 0, 0);
  });
  stage.element.addEventListener('click', ({ clientX, clientY }) => {
    const pod = stage.podAt(clientX, clientY);
    store.dispatch({ type: 'podSelected', pod });
    if (pod !== undefined) store.dispatch({ type: 'panelShown', panel: 'why' });
  });
  return {
    element,
    hover: hover.element,
    views: [lanes, stageArea, timeArea],
    themeChanged: () => {
      stageArea.themeChanged();
      timeArea.themeChanged();
    },
  };
}

/** What there is to say about the place under the pointer. */
function linesAt({ state }: Store, stage: StageView, timeArea: TimeArea, x: number, y: number): readonly string[] {
  const timeline = state.shown?.timeline;
  if (timeline === undefined) return [];
  const onStage = stage.podAt(x, y);
  const found = onStage === undefined ? timeArea.podAt(x, y) : { pod: onStage, t: state.playback.time };
  return found === undefined ? timeArea.marksAt(x, y) : podLines(timeline, found.pod, found.t);
}

interface SidePart {
  readonly element: HTMLElement;
  readonly views: readonly View[];
  readonly focusField: ReturnType<typeof createWhatIf>['focusField'];
}

function buildSide({ store, host, client, odds: actions }: PageParts, inside: InsideView): SidePart {
  const why = createWhy(store);
  const whatIf = createWhatIf(store, copyBy(host));
  const assumptions = createAssumptions(store);
  const search = createSearch(store, {
    find: actions.find,
    cancel: actions.cancelSearch,
    applyToYaml: () => {
      applyToYaml(store.state, host);
    },
  });
  const map = createMap(store, search.element, () => client()?.cancelMap());
  const odds = createOdds(store, actions);
  const pods = createPods(store);
  const traps = createTraps(
    (trap) => {
      openTrap(store, trap);
    },
    (tour) => {
      host.send({ type: 'tour', tour });
    },
  );
  const panels: TabsControl = tabs(
    'Questions',
    [
      { id: 'why', label: 'Why', content: why.element },
      { id: 'inside', label: 'Inside', content: inside.panel },
      { id: 'whatIf', label: 'What if', content: whatIf.element },
      { id: 'assumptions', label: 'Assumed', content: assumptions.element },
      { id: 'odds', label: 'Odds', content: odds.element },
      { id: 'map', label: 'Map', content: map.element },
      { id: 'traps', label: 'Traps', content: traps },
      { id: 'pods', label: 'Table', content: pods.element },
    ],
    store.state.panel,
    (id) => {
      store.dispatch({ type: 'panelShown', panel: id as PanelName });
    },
  );
  // A hand on its way to the tabs takes a moment: the runs need not wait for it to arrive.
  for (const near of ['pointerenter', 'focusin'])
    panels.element.firstElementChild?.addEventListener(near, () => {
      actions.prepare();
    });
  const chooser: View = {
    update: ({ panel }) => {
      panels.show(panel);
      return false;
    },
  };
  return {
    element: h('aside', { class: 'side', 'aria-label': 'Questions and answers' }, panels.element),
    views: [chooser, why, whatIf, assumptions, odds, search, map, pods],
    focusField: (field) => {
      (isAssumed(field) ? assumptions : whatIf).focusField(field);
    },
  };
}

function openTrap(store: Store, { scenario, title }: Trap): void {
  const { kind, metadata } = scenario.workload.after;
  store.dispatch({
    type: 'opened',
    session: {
      title,
      kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
      name: metadata.name,
      namespace: namespaceOf(scenario.workload.after),
      origin: 'trap',
      canApply: false,
    },
    scenario,
    notes: [scenario.description ?? ''],
    autoplay: !reducedMotion(),
  });
}

function applyToYaml({ edits, session }: State, host: Host): void {
  if (session?.canApply !== true) return;
  host.send({ type: 'apply', values: applicableValues(edits.tuning) });
}
