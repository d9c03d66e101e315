import { hasKnownSpread } from '../src/engine/simulation/batch/knownSpread';
import type { HostMessage, SourceProblem } from '../src/shared/protocol';
import { readEdited } from '../src/shared/scenarioFile';
import { performCommand } from './commands';
import type { Host } from './link/host';
import { createWorkerClient, type WorkerClient } from './link/workerClient';
import type { KeptView } from './model/events';
import { remediesFor } from './model/remedies';
import { foundBy } from './model/search';
import type { State } from './model/state';
import { placeOf } from './model/strategyMap';
import { buildPage } from './page';
import { createPageOdds } from './pageOdds';
import { keepView, savedPage } from './savedView';
import { createStore, type Store, type View } from './ui/store';
import { reducedMotion } from './ui/theme';

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
  const odds = createPageOdds(() => store);
  /** What the panel is about, while a trap may be on show instead. */
  let source: Extract<HostMessage, { type: 'open' | 'scenario' }> | undefined;
  let problem: SourceProblem | undefined;

  const store = createStore({
    views: () => views,
    effects: (state, previous) => {
      if (state.wanted !== previous.wanted) {
        const wrong = problemOfEdits(state);
        startRequestedRun(state, wrong, client);
        if (wrong === undefined) tellHost(state, previous, host);
      }
      askAbout(state, previous, client);
      odds.follow(state, previous);
      keepView(state, host);
      showChange(root, host, state, previous);
    },
  });
  const host = connect((message) => {
    const isElsewhere = store.state.session?.origin === 'trap';
    if (message.type === 'open' || message.type === 'scenario') [source, problem] = [message, undefined];
    if (message.type === 'problem') problem = message.problem ?? undefined;
    const isAboutSource = message.type === 'scenario' || message.type === 'problem';
    if (!isAboutSource || !isElsewhere) accept(message, store, host);
  });
  const restart = (): void => {
    if (source === undefined) store.dispatch({ type: 'emptied' });
    else store.dispatch({ ...source, type: 'opened', autoplay: false });
    store.dispatch({ type: 'sourceProblem', problem });
  };
  views.push(...buildPage({ root, store, host, client: () => client, odds, restart }));

  void loading.then(
    (createWorker) => {
      client = createWorkerClient({
        createWorker,
        dispatch: store.dispatch,
        tellsRange: (scenario) => hasKnownSpread(scenario, areRangesWritten(store.state)),
      });
      odds.connect(createWorker);
      startRequestedRun(store.state, problemOfEdits(store.state), client);
    },
    (error: unknown) => {
      store.dispatch({ type: 'noticed', text: String(error), tone: 'error' });
    },
  );
  reportErrors(host);
  restore(store, host);
  host.send({ type: 'ready' });
  return { store };
}

/** Whoever opens a scenario as a file has written what is in it. */
function areRangesWritten({ session }: State): boolean {
  return session?.origin === 'file';
}

/** What goes wrong in the page belongs into the extension's log, where a report of a problem finds it. */
function reportErrors(host: Host): void {
  window.addEventListener('error', ({ message }) => {
    host.send({ type: 'report', level: 'error', message: message.slice(0, 2000) });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    host.send({ type: 'report', level: 'error', message: String(reason).slice(0, 2000) });
  });
}

/** What was saved is shown before the extension has answered. */
function restore(store: Store, host: Host): void {
  const saved = host.saved();
  if (saved === undefined) return;
  store.dispatch({
    type: 'opened',
    session: saved.session,
    scenario: saved.scenario,
    notes: saved.notes ?? [],
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
    case 'command':
      performCommand(message.command, store, (what, text) => {
        host.send({ type: 'copy', what, text });
      });
      break;
    case 'exported':
      store.dispatch({ type: 'noticed', text: message.message, tone: message.ok ? 'info' : 'error' });
      break;
  }
}

/** What came by message has been checked; what was edited since has not. */
function problemOfEdits({ wanted, edits, given }: State): string | undefined {
  return wanted === undefined || edits === given ? undefined : readEdited(wanted).problem;
}

function startRequestedRun({ wanted }: State, problem: string | undefined, client: WorkerClient | undefined): void {
  if (wanted === undefined) return;
  if (problem === undefined) client?.simulate(wanted);
  else client?.refuse(wanted, problem);
}

/** The map is computed when it is looked at, for the scenario that is shown, without its pair of values mattering. */
function startWantedMap(state: State, previous: State, client: WorkerClient | undefined): void {
  if (state.panel !== 'map' || state.shown === undefined) return;
  if (state.panel === previous.panel && state.shown === previous.shown && state.search === previous.search) return;
  const { scenario, timeline } = state.shown;
  const { map, search } = state;
  const found = foundBy(search).map(({ strategy }) => strategy);
  const isWhole = map !== undefined && found.every((strategy) => placeOf(map, strategy) !== undefined);
  if (!isWhole || !isSameButForPair(map.scenario, scenario)) client?.map(scenario, timeline.envelope.desired, found);
}

function askAbout(state: State, previous: State, client: WorkerClient | undefined): void {
  startWantedMap(state, previous, client);
  weighRemedies(state, previous, client);
}

/** What would help is told with its effect: it is worked out beforehand. */
function weighRemedies(state: State, previous: State, client: WorkerClient | undefined): void {
  const { shown } = state;
  if (shown === undefined || shown === previous.shown) return;
  const remedies = remediesFor(state, shown);
  if (remedies.length > 0)
    client?.weigh(
      shown.scenario,
      remedies.map(({ scenario }) => scenario.workload),
    );
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

function showChange(root: HTMLElement, host: Host, state: State, previous: State): void {
  if (state.session !== previous.session) nameTab(state, host);
  if (state.shown !== previous.shown) fadeOld(root, state, previous);
}

/** The tab is called after what it shows. */
function nameTab({ session }: State, host: Host): void {
  if (session !== undefined)
    host.send({ type: 'showing', title: `${session.origin === 'trap' ? 'Trap' : 'Rollout'}: ${session.title}` });
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
