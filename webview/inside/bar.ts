import { grouped } from '../../src/model/words';
import type { InsideParts } from '../link/inside';
import { STEP_SIZES, type Position, type StepSize } from '../model/inside/position';
import type { StageEvent, StageState } from '../model/inside/stageState';
import { h, setAttribute, setText } from '../ui/dom';

export interface Bar {
  readonly element: HTMLElement;
  draw(state: StageState, position: Position | undefined): void;
}

const SIZE_WORDS: Readonly<Record<StepSize, string>> = { event: 'event', sync: 'sync', step: 'step of a sync' };

/** The steps, slow motion, and the way back to the pods. */
export function createBar(
  { button, select, store }: InsideParts,
  dispatch: (event: StageEvent) => void,
  current: () => StageState,
): Bar {
  const moment = (): number => store.state.playback.time;
  const step = (label: string, title: string, id: string, direction: 1 | -1): HTMLElement & { disabled: boolean } =>
    button({
      label,
      title,
      id,
      onClick: () => {
        dispatch({ type: 'stepped', direction, t: moment() });
      },
    });
  const back = step('◀', 'Back by one', 'inside-back', -1);
  const forward = step('▶', 'On by one', 'inside-forward', 1);
  const size = select<StepSize>({
    label: 'Step inside by',
    options: STEP_SIZES.map((value) => ({ value, label: SIZE_WORDS[value] })),
    value: current().size,
    onChange: (value) => {
      dispatch({ type: 'sizeSet', size: value });
    },
  });
  const slow = button({
    label: 'Slow motion',
    id: 'inside-slow',
    onClick: () => {
      dispatch({ type: 'slowed', isSlow: !current().isSlow, t: moment() });
    },
  });
  const close = closeButton(button, store);
  setAttribute(slow, 'title', 'Play the sync on show step by step');
  const where = h('span', { class: 'aside inside-where' });
  return {
    element: h(
      'div',
      { class: 'inside-bar', role: 'toolbar', 'aria-label': 'Steps inside' },
      where,
      back,
      size,
      forward,
      slow,
      close,
    ),
    draw: ({ recorded, isSlow, size: chosen }, position) => {
      back.disabled = forward.disabled = slow.disabled = recorded === undefined;
      size.value = chosen;
      const words = isSlow ? 'Stop' : 'Slow motion';
      setText(slow, words);
      setAttribute(slow, 'aria-label', words);
      const all = recorded?.rows.length ?? 0;
      setText(where, position === undefined ? '' : `event ${grouped(position.row + 1)} of ${grouped(all)}`);
    },
  };
}

function closeButton(button: InsideParts['button'], store: InsideParts['store']): HTMLElement {
  return button({
    label: 'Pods',
    title: 'Back to the pods',
    id: 'inside-close',
    onClick: () => {
      store.dispatch({ type: 'stageShown', stage: 'pods' });
    },
  });
}

/** Shift and an arrow step inside as they do outside; the page leaves a key alone that was taken. */
export function listenToKeys({ store }: InsideParts, dispatch: (event: StageEvent) => void): void {
  document.addEventListener(
    'keydown',
    (event) => {
      if (store.state.stage !== 'inside' || !event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      if (event.target instanceof Element && event.target.closest('input, select, [role="tab"]') !== null) return;
      event.preventDefault();
      dispatch({ type: 'stepped', direction: event.key === 'ArrowRight' ? 1 : -1, t: store.state.playback.time });
    },
    true,
  );
}
