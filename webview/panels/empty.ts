import type { State } from '../model/state';
import { button } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { View } from '../ui/store';
import { failureText } from './banners';

export interface EmptyView extends View {
  readonly element: HTMLElement;
}

/** Before the first picture: that it is under way, or why there is none and what leads to one. */
export function createEmpty(reveal: () => void, showTraps: () => void): EmptyView {
  const waiting = h('p', { class: 'waiting', role: 'status' }, 'Preparing the simulation…');
  const reason = h('p', {});
  const next = h('p', { class: 'aside' });
  const source = button({ label: 'Show the manifest', appearance: 'primary', id: 'empty-source', onClick: reveal });
  const instead = button({ label: 'Watch a trap meanwhile', id: 'empty-traps', onClick: showTraps });
  const stuck = h(
    'div',
    { class: 'empty-state', role: 'alert', hidden: true },
    // The page's own heading is the verdict, once there is one.
    h('p', { class: 'empty-title', role: 'heading', 'aria-level': '1' }, 'There is nothing to simulate yet'),
    reason,
    next,
    h('div', { class: 'actions' }, source, instead),
  );
  const element = h('div', { class: 'empty-area' }, waiting, stuck);
  return {
    element,
    update: (state) => {
      setHidden(element, state.shown !== undefined);
      if (state.shown !== undefined) return false;
      const why = reasonOf(state);
      setHidden(waiting, why !== undefined);
      setHidden(stuck, why === undefined);
      setText(reason, why ?? '');
      setText(next, nextStep(state));
      return false;
    },
  };
}

function reasonOf(state: State): string | undefined {
  return state.problem?.message ?? failureText(state);
}

function nextStep({ problem }: State): string {
  if (problem?.kind === 'gone') return 'Open the file that holds it now, and simulate from there.';
  if (problem?.kind === 'closed') return 'Open the manifest again: the simulation begins by itself.';
  return 'Once that is put right, the simulation begins by itself: leave this open.';
}
