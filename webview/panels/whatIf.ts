import { actionWords, failureWords } from '../../src/engine/simulation/scenario/actionWords';
import type { PodFailure } from '../../src/engine/simulation/scenario/scenario';
import type { Tuning, TuningField } from '../model/edits';
import { formatDuration, formatMoment, grouped, percentText } from '../../src/model/words';
import type { State } from '../model/state';
import { button, select, type ValueControl } from '../ui/controls';
import { h, setAttribute } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { createActions } from './actions';
import type { CardActions } from './card';
import { createFromHere } from './fromHere';
import { choiceWords, createChoice, LOAD_WORDS } from './loadFields';
import { createTuningFields, showTuningFields, type TuningFields } from './tuningFields';

export interface WhatIfView extends View {
  readonly element: HTMLElement;
  focusField(field: TuningField): void;
}

/** Values to turn, things to do at this moment, and the list of all that was turned and done. */
export function createWhatIf(store: Store, copy: CardActions['copy']): WhatIfView {
  const fields = createFields(store);
  const failure = select({
    label: 'New version',
    options: FAILURES.map(({ id, label }) => ({ value: id, label })),
    value: 'given',
    onChange: (id) => {
      const chosen = FAILURES.find((candidate) => candidate.id === id)?.failure;
      store.dispatch(
        chosen === undefined ? { type: 'untuned', field: 'failure' } : { type: 'tuned', tuning: { failure: chosen } },
      );
    },
  });
  const replaced = createReplaced(store);
  const readiness = createChoice(store, 'readiness');
  const fromHere = createFromHere(store, copy);
  const actions = createActions(store);
  const edits = createEditList(store);
  const element = h(
    'div',
    { class: 'panel what-if' },
    fromHere.element,
    h('h2', {}, 'What if the values were'),
    ...[...fields.values()].map(({ element: field }) => field),
    readiness.element,
    h('p', { class: 'aside' }, STOPPING),
    h('div', { class: 'field wide' }, h('span', { class: 'field-label' }, 'new version'), failure),
    h('div', { class: 'field wide' }, h('span', { class: 'field-label' }, 'applied is'), replaced),
    actions.element,
    edits.element,
  );
  let drawn: State | undefined;
  return {
    element,
    focusField: (name) => {
      fields.get(name)?.focus();
    },
    update: (state, frame) => {
      if (state.panel !== 'whatIf') return false;
      fromHere.update(state, frame);
      actions.update(state, frame);
      if (drawn?.wanted === state.wanted && drawn?.edits === state.edits) return false;
      drawn = state;
      if (state.wanted !== undefined) showTuningFields(fields, state, state.wanted);
      readiness.show(state.edits.tuning.readiness);
      failure.value = failureId(state.edits.tuning.failure);
      replaced.value = state.edits.tuning.replaced ?? 'given';
      edits.update(state, frame);
      return false;
    },
  };
}

const STOPPING =
  'Grace period, preStop and probe hold for the pods that run now, too: what is written today helps from the rollout after it on.';

function createReplaced(store: Store): ValueControl {
  return select({
    label: 'What is applied',
    options: [
      { value: 'given', label: 'what is written' },
      ...REPLACED.map((value) => ({ value, label: REPLACED_WORDS[value] })),
    ],
    value: 'given',
    onChange: (id) => {
      const chosen = REPLACED.find((candidate) => candidate === id);
      store.dispatch(
        chosen === undefined ? { type: 'untuned', field: 'replaced' } : { type: 'tuned', tuning: { replaced: chosen } },
      );
    },
  });
}

const REPLACED = ['restart', 'newImage'] as const;
const REPLACED_WORDS = { restart: 'a restart of all pods', newImage: 'a new image' } as const;

const failureId = (failure: PodFailure | null | undefined): string =>
  FAILURES.find((candidate) => JSON.stringify(candidate.failure) === JSON.stringify(failure))?.id ?? failure?.kind ?? 'works';

const FAILURES: readonly { readonly id: string; readonly label: string; readonly failure: PodFailure | null | undefined }[] = [
  { id: 'given', label: 'as given', failure: undefined },
  { id: 'works', label: 'works', failure: null },
  ...(
    [
      { kind: 'neverReady' },
      { kind: 'crash', after: 1 },
      { kind: 'imagePullError' },
      { kind: 'flaky', probability: 0.2 },
      { kind: 'neverAnswers' },
      { kind: 'missingObject' },
      { kind: 'exclusive' },
      { kind: 'exclusive', slots: 1 },
    ] as const satisfies readonly PodFailure[]
  ).map((failure) => ({
    id: 'slots' in failure ? 'leader' : failure.kind,
    label: failureWords(failure),
    failure,
  })),
];

function createFields(store: Store): TuningFields {
  return createTuningFields(store, {
    replicas: { label: 'replicas', max: 5000 },
    maxSurge: { label: 'maxSurge', max: 20, percent: true },
    maxUnavailable: { label: 'maxUnavailable', max: 20, percent: true },
    minReadySeconds: { label: 'min ready', max: 600, unit: 's' },
    progressDeadlineSeconds: { label: 'deadline', max: 3600, unit: 's', min: 1 },
    terminationGracePeriodSeconds: { label: 'grace period', max: 600, unit: 's' },
    preStopSleepSeconds: { label: 'preStop sleep', max: 120, unit: 's' },
  });
}

interface Part extends View {
  readonly element: HTMLElement;
}

function createEditList(store: Store): Part {
  const list = h('ul', { class: 'edit-list' });
  const undo = button({
    label: 'Undo',
    id: 'undo',
    onClick: () => {
      store.dispatch({ type: 'undone' });
    },
  });
  const redo = button({
    label: 'Redo',
    id: 'redo',
    onClick: () => {
      store.dispatch({ type: 'redone' });
    },
  });
  const reset = button({
    label: 'Reset',
    id: 'reset',
    onClick: () => {
      store.dispatch({ type: 'editsReset' });
    },
  });
  const element = h('div', {}, h('h2', {}, 'Changed'), list, h('div', { class: 'actions' }, undo, redo, reset));
  return {
    element,
    update: (state) => {
      const { tuning, actions } = state.edits;
      const problems = new Map(state.shown?.timeline.markers.map(({ action, problem }) => [action, problem]));
      const tuned = (Object.keys(tuning) as TuningField[]).map((field) =>
        editItem(`${FIELD_WORDS[field]} ${tuningWords(tuning, field)}`, undefined, () => {
          store.dispatch({ type: 'untuned', field });
        }),
      );
      const done = actions.map((action, index) =>
        editItem(`${formatMoment(action.at, true)} ${actionWords(action)}`, problems.get(index), () => {
          store.dispatch({ type: 'actionRemoved', index });
        }),
      );
      list.replaceChildren(
        ...tuned,
        ...done,
        ...(tuned.length + done.length === 0
          ? [h('li', { class: 'empty' }, 'Nothing yet: this is the rollout as written.')]
          : []),
      );
      undo.disabled = state.past.length === 0;
      redo.disabled = state.future.length === 0;
      reset.disabled = state.edits === state.given;
      return false;
    },
  };
}

const FIELD_WORDS: Readonly<Record<TuningField, string>> = {
  replicas: 'replicas',
  nodeCount: 'nodes',
  maxSurge: 'maxSurge',
  maxUnavailable: 'maxUnavailable',
  minReadySeconds: 'min ready',
  progressDeadlineSeconds: 'deadline',
  imagePullSeconds: 'image pull',
  startSeconds: 'start-up',
  warmUpSeconds: 'warm-up',
  shutDownSeconds: 'shut-down',
  zoneCount: 'zones',
  addedNodes: 'nodes added',
  nodeReadySeconds: 'nodes ready after',
  clientQps: 'API requests a second',
  clientBurst: 'API burst',
  terminationGracePeriodSeconds: 'grace period',
  failure: 'new version',
  image: 'image',
  seed: 'run with seed',
  replaced: 'applied is',
  pullErrorPercent: 'pull errors',
  crashPercent: 'start crashes',
  slowNodePercent: 'slow nodes',
  slowFactor: 'slow by',
  sameSpeed: 'same node, same speed',
  ...LOAD_WORDS,
};

function tuningWords(tuning: Tuning, field: TuningField): string {
  const value = tuning[field];
  if (field === 'replaced' && tuning.replaced !== undefined) return REPLACED_WORDS[tuning.replaced];
  if (value === null) return 'works';
  const said = choiceWords(field, value);
  if (said !== undefined) return said;
  if (typeof value === 'object') return failureWords(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'number') return String(value);
  if (field.endsWith('Percent')) return percentText(value / 100);
  if (field === 'slowFactor') return `${value} ×`;
  return field.endsWith('Seconds') ? formatDuration(value) : grouped(value);
}

function editItem(text: string, problem: string | undefined, remove: () => void): HTMLElement {
  const item = h(
    'li',
    {},
    h('span', {}, text, problem !== undefined && h('span', { class: 'error-text' }, ` — no effect: ${problem}`)),
    h('button', { class: 'reset', title: 'Remove', 'aria-label': `Remove: ${text}`, onclick: remove }, '✕'),
  );
  setAttribute(item, 'data-edit', text);
  return item;
}
