import type { SavedView } from '../src/shared/protocol';
import { readScenario } from '../src/shared/scenarioFile';
import { isFiniteNumber, isRecord } from '../src/shared/validate';
import type { Host } from './link/host';
import type { Edits } from './model/edits';
import type { KeptView } from './model/events';
import { PANELS, type PanelName, type State } from './model/state';

const SAVE_AFTER_MS = 300;
let timer: ReturnType<typeof setTimeout> | undefined;
let latest: State | undefined;

/** Saves what a reload should bring back, not more often than needed: play changes the time sixty times a second. */
export function keepView(state: State, host: Host): void {
  latest = state;
  timer ??= setTimeout(() => {
    timer = undefined;
    const view = latest === undefined ? undefined : savedView(latest);
    if (view !== undefined) host.save(view);
  }, SAVE_AFTER_MS);
}

function savedView({ session, base, edits, playback, panel, shortenQuiet }: State): SavedView | undefined {
  if (session === undefined || base === undefined) return undefined;
  const time = Number.isFinite(playback.time) ? playback.time : 0;
  const speed = playback.speedChosen ? playback.speed : undefined;
  return { version: 1, session, scenario: base, time, page: { edits, speed, panel, shortenQuiet } };
}

/** What a saved view says about the page; everything that cannot be read falls back to the usual. */
export function savedPage({ page, time, scenario }: SavedView): KeptView {
  const { edits, speed, panel, shortenQuiet } = page;
  return {
    edits: readEdits(edits, scenario) ?? { tuning: {}, actions: scenario.actions },
    time,
    speed: isFiniteNumber(speed) && speed > 0 ? speed : undefined,
    panel: PANELS.includes(panel as PanelName) ? (panel as PanelName) : 'why',
    shortenQuiet: shortenQuiet !== false,
  };
}

function readEdits(value: unknown, scenario: SavedView['scenario']): Edits | undefined {
  if (!isRecord(value) || !isRecord(value['tuning'])) return undefined;
  // The actions are checked as those of a scenario are.
  const checked = readScenario({ ...scenario, actions: value['actions'] });
  return checked.scenario === undefined ? undefined : { tuning: value['tuning'], actions: checked.scenario.actions };
}
