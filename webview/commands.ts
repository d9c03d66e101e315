import type { PageCommand } from '../src/shared/protocol';
import { PANELS } from './model/state';
import { copyCard, isCardOpen } from './panels/card';
import type { Store } from './ui/store';

/** What a key of the editor or its palette asks of the page. */
export function performCommand(command: PageCommand, store: Store, copy: (what: string, text: string) => void): void {
  const { state } = store;
  const panelBeside = (direction: 1 | -1): void => {
    const index = PANELS.indexOf(state.panel) + direction;
    store.dispatch({ type: 'panelShown', panel: PANELS[(index + PANELS.length) % PANELS.length] ?? 'why' });
  };
  switch (command) {
    case 'playOrPause':
      store.dispatch({ type: state.playback.playing ? 'paused' : 'played' });
      break;
    case 'stepForward':
      store.dispatch({ type: 'stepped', direction: 1 });
      break;
    case 'stepBack':
      store.dispatch({ type: 'stepped', direction: -1 });
      break;
    case 'undo':
      store.dispatch({ type: 'undone' });
      break;
    case 'redo':
      store.dispatch({ type: 'redone' });
      break;
    case 'nextPanel':
      panelBeside(1);
      break;
    case 'previousPanel':
      panelBeside(-1);
      break;
    case 'copyCard':
      copyCard(state, copy);
      break;
    case 'toggleCard':
      store.dispatch({ type: 'cardShown', open: !isCardOpen(state) });
      break;
  }
}
