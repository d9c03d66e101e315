import type { Host } from './link/host';
import type { Store } from './ui/store';

/** Of the whole length, for one press of an arrow. */
const NUDGE = 0.01;

/** Tells the extension whose keys are whose. */
export function tellFocus(host: Host): void {
  let told = '';
  const tell = (): void => {
    const message = { type: 'focus', inPage: document.hasFocus(), inField: isTyping(document.activeElement) } as const;
    const text = JSON.stringify(message);
    if (text !== told) host.send(message);
    told = text;
  };
  for (const type of ['focus', 'blur', 'focusin', 'focusout']) window.addEventListener(type, tell);
  tell();
}

function isTyping(element: Element | null): boolean {
  return element !== null && element.closest('input:not([type="range"], [type="checkbox"])') !== null;
}

/** Keys for the whole page; a field, a list or a button that has the focus keeps the keys that mean something to it. */
export function listenToKeys(store: Store): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return;
    // Those are the editor's, which comes back with a command where they are ours.
    if (event.ctrlKey || event.metaKey) return;
    const owner = ownerOf(event);
    if (
      owner === 'all' ||
      (owner === 'activation' && (event.key === ' ' || event.key === 'Enter')) ||
      (owner === 'arrows' && isArrow(event.key))
    )
      return;
    if (perform(event, store)) event.preventDefault();
  });
}

const isArrow = (key: string): boolean => /^(Arrow|Home|End)/.test(key);

const OWNED_BY_INPUT: Readonly<Record<string, 'activation' | 'arrows'>> = { range: 'arrows', checkbox: 'activation' };

/** Which keys belong to the element that has the focus. */
function ownerOf(event: KeyboardEvent): 'all' | 'activation' | 'arrows' | 'none' {
  const target = event.composedPath()[0];
  if (!(target instanceof HTMLElement)) return 'none';
  if (target.closest('select, [role="menu"]') !== null) return 'all';
  if (target instanceof HTMLInputElement) return OWNED_BY_INPUT[target.type] ?? 'all';
  if (target.closest('[role="tab"]') !== null) return 'arrows';
  if (target.closest('.events, .watch, .map-scroll') !== null && target.tagName !== 'BUTTON') return 'arrows';
  return target.closest('button, vscode-button') === null ? 'none' : 'activation';
}

function perform({ key, shiftKey }: KeyboardEvent, store: Store): boolean {
  const { shown, playback } = store.state;
  if (shown === undefined) return false;
  const { axis } = shown.scene;
  switch (key) {
    case ' ':
      store.dispatch({ type: playback.playing ? 'paused' : 'played' });
      return true;
    case 'ArrowLeft':
    case 'ArrowRight': {
      const direction = key === 'ArrowRight' ? 1 : -1;
      store.dispatch(shiftKey ? { type: 'stepped', direction } : { type: 'nudged', share: direction * NUDGE });
      return true;
    }
    case 'Home':
      store.dispatch({ type: 'seeked', time: axis.start });
      return true;
    case 'End':
      store.dispatch({ type: 'seeked', time: axis.end });
      return true;
    case '+':
    case '=':
      store.dispatch({ type: 'speedStepped', direction: 1 });
      return true;
    case '-':
      store.dispatch({ type: 'speedStepped', direction: -1 });
      return true;
    default:
      return false;
  }
}
