import type { StageEvent, StageState } from '../model/inside/stageState';
import type { InsideParts } from '../link/inside';
import { h, setHidden, setText } from '../ui/dom';

/** The stop of a tour that is on show, with its text, and ways to the next and the one before. */
export class TourStrip {
  readonly element = h('section', { class: 'tour', 'aria-label': 'Guided tour', hidden: true });
  readonly #count = h('span', { class: 'tour-count' });
  readonly #text = h('p', { class: 'tour-text', id: 'tour-text', role: 'status' });
  readonly #back: HTMLElement & { disabled: boolean };
  readonly #next: HTMLElement & { disabled: boolean };

  constructor(button: InsideParts['button'], dispatch: (event: StageEvent) => void, current: () => StageState) {
    const go = (by: 1 | -1): void => {
      const stop = current().stop + by;
      if (current().scenario?.tour?.[stop] !== undefined) dispatch({ type: 'stopShown', stop });
    };
    this.#back = button({
      label: '◀',
      title: 'Previous stop',
      id: 'tour-back',
      onClick: () => {
        go(-1);
      },
    });
    this.#next = button({
      label: 'Next stop ▶',
      id: 'tour-next',
      appearance: 'primary',
      onClick: () => {
        go(1);
      },
    });
    this.element.append(this.#text, h('div', { class: 'tour-row' }, this.#count, this.#back, this.#next));
    document.addEventListener('keydown', (event) => {
      if (this.element.hidden || event.defaultPrevented || (event.key !== 'PageDown' && event.key !== 'PageUp')) return;
      if (event.target instanceof Element && event.target.closest('input, select, .panel') !== null) return;
      event.preventDefault();
      go(event.key === 'PageDown' ? 1 : -1);
    });
  }

  draw({ scenario, stop, recorded }: StageState): void {
    const stops = scenario?.tour ?? [];
    const shown = stops[stop];
    setHidden(this.element, shown === undefined || recorded === undefined);
    if (shown === undefined) return;
    setText(this.#text, shown.text);
    setText(this.#count, `Stop ${stop + 1} of ${stops.length}`);
    this.#back.disabled = stop === 0;
    this.#next.disabled = stop === stops.length - 1;
  }
}
