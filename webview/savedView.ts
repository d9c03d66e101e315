import { anyObject, list, number, object, oneOf, readAs } from '../src/engine/kernel/schema';
import { action } from '../src/engine/simulation/scenario/actions';
import type { SavedView } from '../src/shared/protocol';
import { checkForm } from '../src/engine/simulation/scenario/checkForm';
import type { Host } from './link/host';
import { editsOf, scenarioWith, type Edits } from './model/edits';
import type { KeptView } from './model/events';
import { PANELS, type State } from './model/state';

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

function savedView({ session, base, notes, edits, playback, panel, shortenQuiet }: State): SavedView | undefined {
  if (session === undefined || base === undefined) return undefined;
  const time = Number.isFinite(playback.time) ? playback.time : 0;
  const speed = playback.speedChosen ? playback.speed : undefined;
  return { version: 1, session, scenario: base, notes, time, page: { edits, speed, panel, shortenQuiet } };
}

/** What a saved view says about the page; everything that cannot be read falls back to the usual. */
export function savedPage({ page, time, scenario }: SavedView): KeptView {
  const { edits, speed, panel, shortenQuiet } = page;
  return {
    edits: readEdits(edits, scenario) ?? editsOf(scenario),
    time,
    speed: readAs(positive, speed),
    panel: readAs(panelName, panel) ?? 'why',
    shortenQuiet: shortenQuiet !== false,
  };
}

const positive = number({ min: Number.MIN_VALUE });
const panelName = oneOf(...PANELS);
const keptEdits = object({ tuning: anyObject, actions: list(action) });

/** What they make of the scenario is checked as a scenario is. */
function readEdits(value: unknown, scenario: SavedView['scenario']): Edits | undefined {
  const edits = readAs(keptEdits, value);
  return edits === undefined || readAs(checkForm, scenarioWith(scenario, edits)) === undefined ? undefined : edits;
}
