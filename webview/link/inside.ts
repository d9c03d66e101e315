import { stepBlock } from '../panels/why/parts';
import { button, select } from '../ui/controls';
import { h, setHidden } from '../ui/dom';
import type { Store, View } from '../ui/store';

/** What the script of the stage gets of the page. */
export interface InsideParts {
  readonly store: Store;
  /** Where the machine is drawn, and where it is told of. */
  readonly stage: HTMLElement;
  readonly panel: HTMLElement;
  /** The scripts of the worker that records. */
  readonly workerUris: readonly (string | undefined)[];
  readonly button: typeof button;
  readonly select: typeof select;
  readonly stepBlock: typeof stepBlock;
}

export type StartInside = (parts: InsideParts) => View;

declare global {
  var rolloutLensInside: StartInside | undefined;
}

export interface InsideView extends View, Pick<InsideParts, 'stage' | 'panel'> {}

/** Where the machine comes to stand. Its script is loaded when somebody wants to look; until then it costs nothing. */
export function createInside(store: Store): InsideView {
  const stage = h('section', { class: 'inside', 'aria-label': 'Inside the controllers', hidden: true });
  const panel = h('div', { class: 'panel inside-panel' });
  const { worker, recorder, inside, insideStyle } = document.body.dataset;
  let view: View | undefined;
  let isLoading = false;
  const load = async (): Promise<void> => {
    await Promise.all([loaded(h('link', { rel: 'stylesheet', href: insideStyle })), loaded(scriptElement(inside))]);
    view = globalThis.rolloutLensInside?.({ store, stage, panel, workerUris: [worker, recorder], button, select, stepBlock });
    store.refresh();
  };
  return {
    stage,
    panel,
    update: (state, frame) => {
      setHidden(stage, state.stage !== 'inside');
      if (state.stage === 'inside' && !isLoading) {
        isLoading = true;
        load().catch(() => {
          store.dispatch({ type: 'noticed', text: 'The inside could not be loaded.', tone: 'error' });
        });
      }
      return view?.update(state, frame);
    },
  };
}

/** The policy lets in scripts with the page's nonce only. */
function scriptElement(src: string | undefined): HTMLScriptElement {
  const element = h('script', { src });
  element.nonce = document.querySelector('script')?.nonce ?? '';
  return element;
}

function loaded(element: HTMLElement): Promise<unknown> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', resolve);
    element.addEventListener('error', reject);
    document.head.append(element);
  });
}
