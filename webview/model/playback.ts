import { toDisplay, toTime } from './axis';
import type { Event } from './events';
import { nextTime, previousTime, stepTimes } from './happenings';
import { SPEEDS, type Playback, type State } from './state';

/** Time and what moves it. Play goes by display seconds, so that shortened stretches pass quickly. */
export function playbackEvent(state: State, event: Event): State | undefined {
  const { playback } = state;
  switch (event.type) {
    case 'played':
      return played(state);
    case 'paused':
      return withPlayback(state, { playing: false });
    case 'ticked':
      return ticked(state, event.seconds);
    case 'seeked':
      return jumpTo(state, event.time);
    case 'nudged':
      return nudged(state, event.share);
    case 'stepped':
      return stepped(state, event.direction, event.kind ?? state.stepKind);
    case 'speedSet':
      return withPlayback(state, { speed: event.speed, speedChosen: true });
    case 'speedStepped':
      return withPlayback(state, { speed: nextSpeed(playback.speed, event.direction), speedChosen: true });
    case 'stepKindSet':
      return { ...state, stepKind: event.kind };
    default:
      return undefined;
  }
}

function withPlayback(state: State, change: Partial<Playback>): State {
  return { ...state, playback: { ...state.playback, ...change } };
}

/** Play at the end starts over. */
function played(state: State): State {
  if (state.shown === undefined) return state;
  const { axis } = state.shown.scene;
  const atEnd = state.playback.time >= axis.end - 1e-9;
  return withPlayback(state, { playing: true, ...(atEnd ? { time: axis.start, moving: false } : {}) });
}

function ticked(state: State, seconds: number): State {
  if (state.shown === undefined || !state.playback.playing) return state;
  const { axis } = state.shown.scene;
  const display = toDisplay(axis, state.playback.time) + seconds * state.playback.speed;
  const ended = display >= axis.length;
  return withPlayback(state, { time: ended ? axis.end : toTime(axis, display), playing: !ended, moving: true });
}

/** A jump stops the play: who jumps wants to look. */
function jumpTo(state: State, time: number): State {
  if (state.shown === undefined) return state;
  const { axis } = state.shown.scene;
  return withPlayback(state, { time: Math.min(Math.max(time, axis.start), axis.end), playing: false, moving: false });
}

function nudged(state: State, share: number): State {
  if (state.shown === undefined) return state;
  const { axis } = state.shown.scene;
  return jumpTo(state, toTime(axis, toDisplay(axis, state.playback.time) + share * axis.length));
}

function stepped(state: State, direction: 1 | -1, kind: State['stepKind']): State {
  if (state.shown === undefined) return state;
  const { axis } = state.shown.scene;
  const times = stepTimes(state.shown.timeline, kind);
  const { time } = state.playback;
  const target = direction > 0 ? (nextTime(times, time) ?? axis.end) : (previousTime(times, time) ?? axis.start);
  return jumpTo(state, target);
}

function nextSpeed(speed: number, direction: 1 | -1): number {
  const faster = SPEEDS.find((candidate) => candidate > speed + 1e-9);
  const slower = SPEEDS.findLast((candidate) => candidate < speed - 1e-9);
  return (direction > 0 ? faster : slower) ?? speed;
}
