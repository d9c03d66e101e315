import type { HostMessage } from '../src/shared/protocol';
import { exportItems } from './exports';
import { listenToKeys } from './keys';
import type { Host } from './link/host';
import { createWorkerClient, type WorkerClient } from './link/workerClient';
import { APPLICABLE } from './model/edits';
import type { KeptView } from './model/events';
import type { PanelName, State } from './model/state';
import { createBanners } from './panels/banners';
import { createHeader } from './panels/header';
import { createHover } from './panels/hover';
import { createMap } from './panels/map';
import { createPods } from './panels/pods';
import { createPresets } from './panels/presets';
import { createStageArea } from './panels/stageArea';
import { createTimeArea } from './panels/timeArea';
import { createTransport } from './panels/transport';
import { createWhatIf } from './panels/whatIf';
import { createWhy } from './panels/why';
import type { Preset } from './presets/build';
import { keepView, savedPage } from './savedView';
import { createStage } from './scene/stage';
import { tabs } from './ui/controls';
import { h, setHidden, setText } from './ui/dom';
import { createLiveRegion } from './ui/liveRegion';
import { createStore, type Store, type View } from './ui/store';
import { observeTheme, reducedMotion } from './ui/theme';

export interface App {
  readonly store: Store;
}

/** Puts the page together: state, views, and the effects of state on worker and extension. */
export function startApp(
  root: HTMLElement,
  connect: (onMessage: (message: HostMessage) => void) => Host,
  loading: Promise<() => Worker>,
): App {
  const views: View[] = [];
  let client: WorkerClient | undefined;
  /** What the panel is about, while a trap may be on show instead. */
  let source: Extract<HostMessage, { type: 'open' | 'scenario' }> | undefined;

  const store = createStore({
    views: () => views,
    effects: (state, previous) => {
      runWhatIsWanted(state, previous, client);
      mapWhatIsWanted(state, previous, client);
      tellHost(state, previous, host);
      keepView(state, host);
      if (state.shown !== previous.shown) fadeOld(root, state, previous);
    },
  });
  const host = connect((message) => {
    const isElsewhere = store.state.session?.origin === 'preset';
    if (message.type === 'open' || message.type === 'scenario') source = message;
    if (message.type !== 'scenario' || !isElsewhere) accept(message, store, host);
  });
  const restart = (): void => {
    if (source !== undefined) store.dispatch({ ...source, type: 'opened', autoplay: false });
  };
  views.push(...buildPage(root, store, host, () => client, restart));

  void loading.then(
    (createWorker) => {
      client = createWorkerClient({ createWorker, dispatch: store.dispatch });
      if (store.state.wanted !== undefined) client.simulate(store.state.wanted);
    },
    (error: unknown) => {
      store.dispatch({ type: 'noticed', text: String(error), tone: 'error' });
    },
  );
  restore(store, host);
  host.send({ type: 'ready' });
  return { store };
}

/** What was saved is shown before the extension has answered. */
function restore(store: Store, host: Host): void {
  const saved = host.saved();
  if (saved === undefined) return;
  store.dispatch({
    type: 'opened',
    session: saved.session,
    scenario: saved.scenario,
    notes: [],
    autoplay: false,
    kept: savedPage(saved),
  });
}

function accept(message: HostMessage, store: Store, host: Host): void {
  switch (message.type) {
    case 'open': {
      const saved = message.restored ? host.saved() : undefined;
      const kept: KeptView | undefined = saved === undefined ? undefined : savedPage(saved);
      store.dispatch({ ...message, type: 'opened', autoplay: !message.restored && !reducedMotion(), kept });
      break;
    }
    case 'scenario':
      store.dispatch({ ...message, type: 'baseChanged' });
      break;
    case 'problem':
      store.dispatch({ type: 'sourceProblem', problem: message.problem ?? undefined });
      break;
    case 'applied':
      if (message.ok) store.dispatch({ type: 'written' });
      store.dispatch({ type: 'noticed', text: message.message, tone: message.ok ? 'info' : 'error' });
      break;
    case 'exported':
      store.dispatch({ type: 'noticed', text: message.message, tone: message.ok ? 'info' : 'error' });
      break;
  }
}

function runWhatIsWanted(state: State, previous: State, client: WorkerClient | undefined): void {
  if (state.wanted !== undefined && state.wanted !== previous.wanted) client?.simulate(state.wanted);
}

/** The map is computed when it is looked at, for the scenario that is shown, without its pair of values mattering. */
function mapWhatIsWanted(state: State, previous: State, client: WorkerClient | undefined): void {
  if (state.panel !== 'map' || state.shown === undefined) return;
  if (state.panel === previous.panel && state.shown === previous.shown) return;
  const { scenario, timeline } = state.shown;
  if (state.map === undefined || !isSameButForPair(state.map.scenario, scenario))
    client?.map(scenario, timeline.envelope.desired);
}

function isSameButForPair(a: State['wanted'], b: State['wanted']): boolean {
  const plain = (scenario: State['wanted']): string =>
    JSON.stringify(scenario, (key, value: unknown) => (key === 'strategy' || key === 'updateStrategy' ? undefined : value));
  return plain(a) === plain(b);
}

/** A scenario opened as a file is edited in the page; the document follows. */
function tellHost(state: State, previous: State, host: Host): void {
  if (state.edits === previous.edits || state.base !== previous.base || state.wanted === undefined) return;
  if (state.session?.origin === 'file') host.send({ type: 'edited', scenario: state.wanted });
}

/** The picture of the old run fades away over the new one. */
function fadeOld(root: HTMLElement, state: State, previous: State): void {
  if (previous.shown === undefined || previous.shown.timeline === state.shown?.timeline || reducedMotion()) return;
  const scene = root.querySelector('.scene');
  scene?.getAnimations().forEach((animation) => {
    animation.cancel();
  });
  scene?.animate([{ opacity: 0.45 }, { opacity: 1 }], { duration: 220, easing: 'ease-out' });
}

function buildPage(
  root: HTMLElement,
  store: Store,
  host: Host,
  client: () => WorkerClient | undefined,
  restart: () => void,
): View[] {
  const themes = observeTheme(() => {
    stageArea.themeChanged();
    timeArea.themeChanged();
    store.refresh();
  });
  const whatIf = createWhatIf(store);
  const header = createHeader(store, (field) => {
    store.dispatch({ type: 'panelShown', panel: 'whatIf' });
    requestAnimationFrame(() => {
      whatIf.focusField(field);
    });
  });
  const banners = createBanners(
    () => client()?.cancelRun(),
    () => {
      if (store.state.wanted !== undefined) client()?.simulate(store.state.wanted);
    },
  );
  const stage = createStage(themes);
  const stageArea = createStageArea(store, stage, themes);
  const timeArea = createTimeArea(store, themes);
  const why = createWhy(store);
  const map = createMap(store, () => client()?.cancelMap());
  const pods = createPods(store);
  const presets = createPresets((preset) => {
    openPreset(store, preset);
  }, restart);
  const transport = createTransport(store, {
    applyToYaml: () => {
      applyToYaml(store.state, host);
    },
    exports: exportItems(store, host, themes),
  });
  const live = createLiveRegion();
  const panels = tabs(
    'Questions',
    [
      { id: 'why', label: 'Why', content: why.element },
      { id: 'whatIf', label: 'What if', content: whatIf.element },
      { id: 'map', label: 'Map', content: map.element },
      { id: 'presets', label: 'Traps', content: presets.element },
      { id: 'pods', label: 'Table', content: pods.element },
    ],
    store.state.panel,
    (id) => {
      store.dispatch({ type: 'panelShown', panel: id as PanelName });
    },
  );
  const hover = createHover();
  const scene = h('main', { class: 'scene' }, stageArea.element, timeArea.element);
  const aside = h('aside', { class: 'side', 'aria-label': 'Questions and answers' }, panels.element);
  const waiting = h('p', { class: 'waiting', role: 'status' }, 'Preparing the simulation…');
  root.replaceChildren(header.element, banners.element, waiting, scene, aside, transport.element, live.element, hover.element);
  listenToKeys(store);
  listenToHover(
    scene,
    store,
    (x, y) => {
      const pod = stage.podAt(x, y);
      return pod === undefined ? timeArea.podAt(x, y) : { pod, t: store.state.playback.time };
    },
    hover.show,
  );
  stage.element.addEventListener('click', ({ clientX, clientY }) => {
    store.dispatch({ type: 'podSelected', pod: stage.podAt(clientX, clientY) });
    if (store.state.selectedPod !== undefined) store.dispatch({ type: 'panelShown', panel: 'why' });
  });
  new ResizeObserver(store.refresh).observe(root);
  const frame: View = {
    update: (state) => {
      setHidden(waiting, state.shown !== undefined);
      setText(waiting, state.run.status === 'failed' ? 'There is no run to show yet.' : 'Preparing the simulation…');
      root.classList.toggle('is-empty', state.shown === undefined);
      panels.show(state.panel);
      presets.showBack(state.session?.origin === 'preset');
      return false;
    },
  };
  return [frame, header, banners, stageArea, timeArea, why, whatIf, map, pods, transport, live];
}

function listenToHover(
  scene: HTMLElement,
  store: Store,
  find: (x: number, y: number) => { readonly pod: number; readonly t: number } | undefined,
  show: ReturnType<typeof createHover>['show'],
): void {
  scene.addEventListener('pointermove', ({ clientX, clientY, target }) => {
    const isPicture = target instanceof Element && target.closest('.stage-view, .story-view') !== null;
    const found = isPicture ? find(clientX, clientY) : undefined;
    show(store.state.shown?.timeline, found?.pod, found?.t ?? 0, clientX, clientY);
  });
  scene.addEventListener('pointerleave', () => {
    show(undefined, undefined, 0, 0, 0);
  });
}

function openPreset(store: Store, { scenario, title }: Preset): void {
  const { kind, metadata } = scenario.workload.after;
  store.dispatch({
    type: 'opened',
    session: {
      title,
      kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
      name: metadata.name,
      namespace: metadata.namespace ?? 'default',
      origin: 'preset',
      uri: undefined,
      canApply: false,
    },
    scenario,
    notes: [scenario.description ?? ''],
    autoplay: !reducedMotion(),
  });
}

function applyToYaml({ edits, session }: State, host: Host): void {
  if (session?.canApply !== true) return;
  const values = Object.fromEntries(
    APPLICABLE.flatMap((field) => (edits.tuning[field] === undefined ? [] : [[field, edits.tuning[field]]])),
  );
  host.send({ type: 'apply', values });
}
