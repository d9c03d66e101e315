import type { ScenarioAction } from '../../src/engine/simulation/scenario/actions';
import { podsAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { formatMoment } from '../../src/model/words';
import type { State } from '../model/state';
import { button, select, textField, type ButtonControl, type ValueControl } from '../ui/controls';
import { h, setHidden, setMessage, setText } from '../ui/dom';
import type { Store, View } from '../ui/store';

/** An action before it has its moment. */
type ActionBody = ScenarioAction extends infer A ? (A extends ScenarioAction ? Omit<A, 'at' | 'id'> : never) : never;
/** Makes a button that does something at the moment that is shown, or says what it lacks. */
type ActionButton = (label: string, id: string, body: () => ActionBody | string) => ButtonControl;

/** What can be done to the rollout at the moment that is shown. */
export function createActions(store: Store): View & { readonly element: HTMLElement } {
  const complaint = h('p', { class: 'error-text', role: 'alert', hidden: true });
  const actionButton: ActionButton = (label, id, body) => {
    const control = button({
      label,
      id: `do-${id}`,
      onClick: () => {
        const action = body();
        control.closest('.actions')?.after(complaint);
        setMessage(complaint, typeof action === 'string' ? action : undefined);
        if (typeof action === 'string') return;
        const at = Math.round(Math.max(0, store.state.playback.time) * 10) / 10;
        store.dispatch({ type: 'actionAdded', action: { ...action, at } as ScenarioAction });
      },
    });
    return control;
  };
  const title = h('h2', {});
  const deploymentOnly = [rolloutRow(actionButton), scaleRow(actionButton)];
  const nodes = createNodeRow(store, actionButton);
  const element = h('div', {}, title, podRow(store, actionButton), ...deploymentOnly, imageRow(actionButton), nodes.element);
  return {
    element,
    update: (state) => {
      setText(title, `Do at ${formatMoment(Math.max(0, state.playback.time), true)}`);
      for (const row of deploymentOnly) setHidden(row, state.shown?.timeline.workload.kind === 'DaemonSet');
      nodes.show(state);
      return false;
    },
  };
}

const row = (...children: HTMLElement[]): HTMLElement => h('div', { class: 'actions' }, ...children);

function podRow(store: Store, actionButton: ActionButton): HTMLElement {
  return row(
    actionButton('Kill a pod', 'kill', () => killAction(store.state)),
    actionButton('Crash the new version', 'crash', () => ({
      action: 'breakRevision',
      revision: 'after',
      failure: { kind: 'crash', after: 1 },
    })),
    actionButton('Undo the rollout', 'undo', () => ({ action: 'undo' })),
    actionButton('Restart', 'restart', () => ({ action: 'restart' })),
  );
}

function rolloutRow(actionButton: ActionButton): HTMLElement {
  return row(
    actionButton('Pause the rollout', 'pause', () => ({ action: 'pause' })),
    actionButton('Resume it', 'resume', () => ({ action: 'resume' })),
  );
}

function scaleRow(actionButton: ActionButton): HTMLElement {
  const replicas = textField({ label: 'Scale to', value: '', placeholder: 'replicas', onChange: () => undefined });
  const scale = actionButton('Scale', 'scale', () => {
    const text = replicas.value.trim().replaceAll(',', '');
    return /^\d{1,6}$/.test(text) ? { action: 'scale', replicas: Number(text) } : 'Scale to how many? A whole number such as 5.';
  });
  return row(replicas, scale);
}

function imageRow(actionButton: ActionButton): HTMLElement {
  const image = textField({ label: 'Image to push', value: '', placeholder: 'image', onChange: () => undefined });
  const push = actionButton('Push image', 'image', () =>
    image.value.trim() === '' ? 'Push which image? Its name is missing.' : { action: 'setImage', image: image.value.trim() },
  );
  return row(image, push);
}

function createNodeRow(store: Store, actionButton: ActionButton): { readonly element: HTMLElement; show(state: State): void } {
  const place = h('div', { class: 'node-choice' });
  let choice: ValueControl | undefined;
  let shown: unknown;
  const onNode = (action: 'cordon' | 'drain' | 'nodeDown') => (): ActionBody | string =>
    choice === undefined || choice.value === '' ? 'Which node? Its name is missing.' : { action, node: choice.value };
  const element = row(
    place,
    actionButton('Cordon', 'cordon', onNode('cordon')),
    actionButton('Drain', 'drain', onNode('drain')),
    actionButton('Fail', 'fail', onNode('nodeDown')),
    actionButton('Add a node', 'add-node', () => ({
      action: 'addNode',
      node: { name: `added-${store.state.edits.actions.length + 1}`, count: 1 },
    })),
  );
  return {
    element,
    show: (state) => {
      const list = state.shown?.timeline.nodes;
      if (list === undefined || list === shown) return;
      shown = list;
      choice = nodeChoice(
        list.map(({ name }) => name),
        choice?.value,
      );
      place.replaceChildren(choice);
    },
  };
}

const NODES_IN_LIST = 200;

/** A list while it can be scrolled, a field to type into for thousands of nodes. */
function nodeChoice(names: readonly string[], chosen: string | undefined): ValueControl {
  const value = chosen !== undefined && names.includes(chosen) ? chosen : (names[0] ?? '');
  if (names.length > NODES_IN_LIST) return textField({ label: 'Node', value, onChange: () => undefined });
  return select({
    label: 'Node',
    options: names.map((name) => ({ value: name, label: name })),
    value,
    onChange: () => undefined,
  });
}

/** The selected pod when it is alive, otherwise the newest one: whoever kills without choosing wants to see something. */
function killAction({ shown, selectedPod, playback }: State): ActionBody {
  if (shown === undefined) return { action: 'killPod', choose: 'newest' };
  const alive = podsAt(shown.timeline, playback.time).filter(({ state }) => state !== 'Terminating');
  const chosen = alive.find(({ pod }) => pod === selectedPod) ?? alive.at(-1);
  const name = chosen === undefined ? undefined : shown.timeline.pods.names[chosen.pod];
  return name === undefined ? { action: 'killPod', choose: 'newest' } : { action: 'killPod', pod: name };
}
