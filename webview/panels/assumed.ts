import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { State } from '../model/state';
import { chanceValues } from '../model/chances';
import type { TuningField } from '../model/edits';
import { checkbox } from '../ui/controls';
import { h } from '../ui/dom';
import type { Store, View } from '../ui/store';
import { createLoadFields } from './loadFields';
import { createTuningFields, showTuningFields, type TuningFields } from './tuningFields';

export interface AssumptionsView extends View {
  readonly element: HTMLElement;
  focusField(field: TuningField): void;
}

/** All that is taken for granted, in one place: to be read, and to be changed. */
export function createAssumptions(store: Store): AssumptionsView {
  const fields = createTuningFields(store, {
    imagePullSeconds: { label: 'image pull', max: 300, unit: 's', fractions: true },
    startSeconds: { label: 'start-up', max: 300, unit: 's', fractions: true },
    warmUpSeconds: { label: 'warm-up', max: 300, unit: 's', fractions: true },
    shutDownSeconds: { label: 'shut-down', max: 300, unit: 's', fractions: true },
    nodeCount: { label: 'nodes', max: 5000, min: 1 },
    zoneCount: { label: 'zones', max: 26, min: 1 },
    addedNodes: { label: 'nodes added', max: 1000 },
    nodeReadySeconds: { label: 'ready after', max: 1800, unit: 's' },
    clientQps: { label: 'API requests', max: 1000, unit: '/ s', fractions: true },
    clientBurst: { label: 'API burst', max: 1000, min: 1 },
  });
  const chances = createChances(store);
  const load = createLoadFields(store);
  const notes = h('ul', { class: 'rests' });
  const element = h(
    'div',
    { class: 'panel assumptions' },
    h('h2', {}, 'Assumed'),
    h(
      'p',
      { class: 'aside' },
      'No manifest says these. Warm-up is the time from running containers until they answer their probes; the API rate is what the client of each controller may send, 0 for no limit. Nodes are added where pods fit nowhere, at most so many, and taken away by nobody.',
    ),
    ...[...fields.values()].map(({ element: field }) => field),
    chances.element,
    load.element,
    h('h2', {}, 'What this rests on'),
    notes,
    h(
      'p',
      { class: 'aside' },
      'Other start values for all workloads: the settings rolloutLens.assumptions and rolloutLens.nodeCount.',
    ),
  );
  let drawn: Pick<State, 'wanted' | 'edits' | 'notes'> | undefined;
  return {
    element,
    focusField: (name) => {
      (load.fields.get(name) ?? chances.fields.get(name) ?? fields.get(name))?.focus();
    },
    update: (state) => {
      if (state.panel !== 'assumptions') return false;
      load.show(state);
      if (drawn !== undefined && drawn.wanted === state.wanted && drawn.edits === state.edits && drawn.notes === state.notes)
        return false;
      drawn = state;
      if (state.wanted === undefined) return false;
      showTuningFields(fields, state, state.wanted);
      chances.show(state, state.wanted);
      const items = state.notes.length === 0 ? ['The scenario alone.'] : state.notes;
      notes.replaceChildren(...items.map((note) => h('li', {}, note)));
      return false;
    },
  };
}

interface Chances {
  readonly element: HTMLElement;
  readonly fields: TuningFields;
  show(state: State, wanted: Scenario): void;
}

/** What goes wrong by chance; nothing does unless somebody asks. */
function createChances(store: Store): Chances {
  const fields = createTuningFields(store, {
    pullErrorPercent: { label: 'pull errors', max: 100, unit: '%', fractions: true },
    crashPercent: { label: 'start crashes', max: 100, unit: '%', fractions: true },
    slowNodePercent: { label: 'slow nodes', max: 100, unit: '%', fractions: true },
    slowFactor: { label: 'slow by', max: 20, unit: '×', min: 1, fractions: true },
  });
  const sameSpeed = checkbox('same node, same speed', (checked) => {
    store.dispatch({ type: 'tuned', tuning: { sameSpeed: checked } });
  });
  const element = h(
    'div',
    {},
    h('h2', {}, 'By chance'),
    ...[...fields.values()].map((field) => field.element),
    sameSpeed.element,
  );
  return {
    element,
    fields,
    show: (state, wanted) => {
      showTuningFields(fields, state, wanted);
      sameSpeed.set(chanceValues(wanted.behavior).sameSpeed);
    },
  };
}
