import { PRESETS } from '../presets/presets';
import type { Preset } from '../presets/build';
import { button } from '../ui/controls';
import { h } from '../ui/dom';

/** Known traps, each one click away from being watched. */
export function createPresets(
  open: (preset: Preset) => void,
  back: () => void,
): { readonly element: HTMLElement; showBack(shown: boolean): void } {
  const items = PRESETS.map((preset) =>
    h(
      'li',
      {},
      h(
        'button',
        {
          class: 'preset',
          'data-preset': preset.id,
          onclick: () => {
            open(preset);
          },
        },
        h('b', {}, preset.title),
        h('span', {}, preset.sentence),
        h('span', { class: 'aside' }, preset.source),
      ),
    ),
  );
  const backButton = button({ label: '← Back to my workload', id: 'back-to-source', onClick: back });
  backButton.hidden = true;
  const element = h(
    'div',
    { class: 'panel presets' },
    h('h2', {}, 'Traps to watch'),
    backButton,
    h('ul', { class: 'preset-list' }, ...items),
  );
  return {
    element,
    showBack: (shown) => {
      backButton.hidden = !shown;
    },
  };
}
