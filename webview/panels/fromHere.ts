import { whatIfs, type WhatIf } from '../../src/engine/simulation/words/whatIfs';
import { kubectlCommands } from '../../src/engine/simulation/words/kubectlCommands';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { button } from '../ui/controls';
import { h, setHidden } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { commandOf, type CardActions } from './card';

/** What can be done at once about a rollout that goes on from a snapshot; each beside what comes of waiting. */
export function createFromHere(store: Store, copy: CardActions['copy']): View & { readonly element: HTMLElement } {
  const choices = h('div', { class: 'actions' });
  const commands = h('div', { class: 'card-commands', role: 'group', 'aria-label': 'Commands of what is tried' });
  const element = h('div', { hidden: true }, h('h2', {}, 'What if you'), choices, commands);
  const choose = (actions: WhatIf['actions']): void => {
    if (store.state.pinned === undefined) store.dispatch({ type: 'pinned' });
    store.dispatch({ type: 'editsReset' });
    for (const action of actions) store.dispatch({ type: 'actionAdded', action });
  };
  let drawn: Scenario | undefined;
  let told: Scenario | undefined;
  return {
    element,
    update: ({ base, shown, edits }) => {
      setHidden(element, base?.state === undefined);
      if (shown !== undefined && told !== shown.scenario) {
        told = shown.scenario;
        const tried = kubectlCommands(told).filter(({ label }) => label === 'Do');
        commands.replaceChildren(...tried.map((command) => commandOf(command, { copy })));
      }
      const isWaiting = edits.actions.length === 0 && shown?.scenario.state !== undefined;
      if (base?.state === undefined || !isWaiting || base === drawn || shown.scenario.actions.length > 0) return false;
      drawn = base;
      const all = [{ label: 'wait', actions: [] }, ...whatIfs(base, shown.timeline)];
      choices.replaceChildren(
        ...all.map(({ label, actions }) =>
          button({
            label,
            id: `from-here-${label.replaceAll(' ', '-')}`,
            onClick: () => {
              choose(actions);
            },
          }),
        ),
      );
      return false;
    },
  };
}
