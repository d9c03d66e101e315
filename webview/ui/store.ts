import type { Event } from '../model/events';
import { reduce } from '../model/reducer';
import { INITIAL_STATE, type State } from '../model/state';
import { reducedMotion } from './theme';

/** A part of the page. `update` is called at most once per frame and returns true while it has something in motion. */
export interface View {
  update(state: State, frame: Frame): boolean | undefined;
}

export interface Frame {
  /** One moment for everything in the frame, in milliseconds. */
  readonly now: number;
  readonly previous: State;
  /** Jump instead of moving. */
  readonly still: boolean;
}

export interface Store {
  readonly state: State;
  readonly dispatch: (event: Event) => void;
  /** Asks for a frame although the state is the same: the size or the theme changed. */
  refresh(): void;
}

/** With reduced motion play goes in steps of this length. */
const STILL_STEP_MS = 500;
/** A frame that comes later than this was a pause of the page, not of the rollout. */
const LONGEST_FRAME_MS = 100;

export interface StoreOptions {
  readonly views: () => readonly View[];
  /** Called right after each change of state, before anything is drawn. */
  readonly effects: (state: State, previous: State) => void;
}

/** Holds the state and runs the one animation loop, which stops when nothing moves. */
export function createStore({ views, effects }: StoreOptions): Store {
  let state = INITIAL_STATE;
  let drawn = INITIAL_STATE;
  let scheduled = false;
  let lastTick: number | undefined;

  const schedule = (): void => {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(frame);
  };
  const dispatch = (event: Event): void => {
    const previous = state;
    state = reduce(state, event);
    if (state === previous) return;
    effects(state, previous);
    schedule();
  };
  const tick = (now: number, still: boolean): void => {
    if (!state.playback.playing || state.shown === undefined) {
      lastTick = undefined;
      return;
    }
    const passed = lastTick === undefined ? 0 : now - lastTick;
    if (still && lastTick !== undefined && passed < STILL_STEP_MS) return;
    lastTick = now;
    dispatch({ type: 'ticked', seconds: (still ? passed : Math.min(passed, LONGEST_FRAME_MS)) / 1000 });
  };
  const frame = (now: number): void => {
    scheduled = false;
    const still = reducedMotion();
    tick(now, still);
    const previous = drawn;
    drawn = state;
    let moving = false;
    for (const view of views()) moving = view.update(state, { now, previous, still }) === true || moving;
    if (moving || state.playback.playing || state !== drawn) schedule();
  };
  return {
    get state() {
      return state;
    },
    dispatch,
    refresh: schedule,
  };
}
