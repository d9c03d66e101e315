import { APPLICABLE } from '../model/edits';
import { formatMoment } from '../../src/model/words';
import { STEP_KINDS, type StepKind } from '../model/happenings';
import { SPEEDS, type State } from '../model/state';
import { button, checkbox, select, type ButtonControl } from '../ui/controls';
import { h, setAttribute, setText } from '../ui/dom';
import { menu, type MenuItem } from '../ui/menu';
import type { Store, View } from '../ui/store';

export interface TransportOptions {
  readonly applyToYaml: () => void;
  readonly exports: readonly MenuItem[];
}

export interface TransportView extends View {
  readonly element: HTMLElement;
}

/** Play, step, speed, and what leaves the simulator. */
export function createTransport(store: Store, { applyToYaml, exports }: TransportOptions): TransportView {
  const steps = createSteps(store);
  const pace = createPace(store);
  const pin = button({
    label: 'Pin',
    id: 'pin',
    onClick: () => {
      store.dispatch({ type: store.state.pinned === undefined ? 'pinned' : 'unpinned' });
    },
  });
  const apply = button({ label: 'Apply to YAML', id: 'apply', onClick: applyToYaml });
  const bar = h(
    'div',
    { class: 'transport', role: 'toolbar', 'aria-label': 'Playback' },
    steps.element,
    pace.element,
    h('div', { class: 'group end' }, pin, apply, menu('Export', exports)),
  );
  return {
    element: h('footer', {}, bar),
    update: (state, frame) => {
      steps.update(state, frame);
      pace.update(state, frame);
      showApply(apply, state);
      showPin(pin, state);
      return false;
    },
  };
}

/** Play, the steps with what they go by, and the clock. */
function createSteps(store: Store): TransportView {
  const play = button({
    label: 'Play',
    appearance: 'primary',
    id: 'play',
    onClick: () => {
      store.dispatch({ type: store.state.playback.playing ? 'paused' : 'played' });
    },
  });
  const step = (label: string, id: string, direction: 1 | -1): ButtonControl =>
    button({
      label,
      id,
      onClick: () => {
        store.dispatch({ type: 'stepped', direction });
      },
    });
  const back = step('◀', 'step-back', -1);
  const forward = step('▶', 'step-forward', 1);
  const kind = select<StepKind>({
    label: 'Step by',
    options: STEP_KINDS.map((value) => ({ value, label: value })),
    value: store.state.stepKind,
    onChange: (value) => {
      store.dispatch({ type: 'stepKindSet', kind: value });
    },
  });
  const time = h('output', { class: 'clock', 'aria-label': 'Time' });
  let drawn: State | undefined;
  return {
    element: h('div', { class: 'group' }, play, back, kind, forward, time),
    update: (state) => {
      const { playback, shown } = state;
      setText(
        time,
        shown === undefined ? '' : `${formatMoment(Math.max(0, playback.time))} / ${formatMoment(shown.timeline.end)}`,
      );
      if (drawn?.playback.playing !== playback.playing || drawn.shown !== shown) showPlay(play, state);
      if (drawn?.stepKind !== state.stepKind) showStepKind(kind, back, forward, state.stepKind);
      back.disabled = forward.disabled = play.disabled = shown === undefined;
      drawn = state;
      return false;
    },
  };
}

/** How fast time passes, and whether quiet stretches are drawn in full. */
function createPace(store: Store): TransportView {
  const speed = select({
    label: 'Speed',
    options: SPEEDS.map((value) => ({ value: String(value), label: `${value}×` })),
    value: '1',
    onChange: (value) => {
      store.dispatch({ type: 'speedSet', speed: Number(value) });
    },
  });
  const quiet = checkbox('shorten quiet time', store.state.shortenQuiet, (shorten) => {
    store.dispatch({ type: 'quietSet', shorten });
  });
  let drawn: State | undefined;
  return {
    element: h('div', { class: 'group' }, speed, quiet),
    update: (state) => {
      if (drawn?.playback.speed !== state.playback.speed) speed.value = String(state.playback.speed);
      if (drawn?.shortenQuiet !== state.shortenQuiet) quiet.checked = state.shortenQuiet;
      drawn = state;
      return false;
    },
  };
}

function showPlay(play: HTMLElement, { playback }: State): void {
  setText(play, playback.playing ? 'Pause' : 'Play');
  setAttribute(play, 'aria-label', playback.playing ? 'Pause' : 'Play');
  setAttribute(play, 'data-playing', String(playback.playing));
}

function showStepKind(kind: { value: string }, back: HTMLElement, forward: HTMLElement, value: StepKind): void {
  kind.value = value;
  for (const [element, word] of [
    [back, 'Previous'],
    [forward, 'Next'],
  ] as const) {
    setAttribute(element, 'aria-label', `${word} ${value}`);
    setAttribute(element, 'title', `${word} ${value}`);
  }
}

function showPin(pin: ButtonControl, { shown, pinned }: State): void {
  pin.disabled = shown === undefined;
  setText(pin, pinned === undefined ? 'Pin' : 'Unpin');
  setAttribute(pin, 'aria-label', pinned === undefined ? 'Pin this run to compare' : 'Unpin the compared run');
  setAttribute(pin, 'title', pinned === undefined ? 'Keep this run as pale lines to compare others with' : 'Compare no longer');
}

function showApply(apply: HTMLElement & { disabled: boolean }, state: State): void {
  const { session, edits } = state;
  const changed = APPLICABLE.filter((field) => edits.tuning[field] !== undefined);
  const reason =
    session?.canApply !== true
      ? 'This scenario has no manifest to write to'
      : changed.length === 0
        ? 'No value differs from the manifest'
        : `Write ${changed.join(', ')} into the manifest`;
  apply.disabled = session?.canApply !== true || changed.length === 0;
  apply.hidden = session !== undefined && session.origin !== 'manifest';
  setAttribute(apply, 'title', reason);
}
