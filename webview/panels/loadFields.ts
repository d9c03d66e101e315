import { DATA_PLANE_IDS } from '../../src/model/dataPlaneIds';
import { DATA_PLANE_NAMES } from '../../src/model/dataPlaneNames';
import type { TuningField } from '../model/edits';
import { hasServices, loadValues, type LoadTuning } from '../model/requestEdits';
import type { State } from '../model/state';
import { button, select } from '../ui/controls';
import { h, setHidden, setText } from '../ui/dom';
import type { Store } from '../ui/store';
import { createTuningFields, showTuningFields } from './tuningFields';

/** What the fields about requests are called. */
export const LOAD_WORDS = {
  preStopSleepSeconds: 'preStop sleep',
  readiness: 'readiness probe',
  requestsPerSecond: 'requests',
  requestSeconds: 'a request takes',
  podCapacity: 'a pod takes',
  keptAlivePercent: 'kept open',
  retries: 'tries more',
  dataPlane: 'sent by',
  onTerm: 'on SIGTERM',
} as const satisfies Partial<Record<TuningField, string>>;

/** Fields whose values have names. */
const CHOICES = {
  dataPlane: DATA_PLANE_IDS.map((id) => [id, DATA_PLANE_NAMES[id].name] as const),
  onTerm: [
    ['exits', 'ends at once'],
    ['drains', 'ends what it has begun'],
    ['serves', 'goes on until killed'],
  ],
  readiness: [
    ['given', 'as given'],
    ['tcp', 'its port takes connections'],
    ['none', 'none'],
  ],
} as const;
type ChoiceField = keyof typeof CHOICES;

export function choiceWords(field: TuningField, value: unknown): string | undefined {
  return field in CHOICES ? CHOICES[field as ChoiceField].find(([id]) => id === value)?.[1] : undefined;
}

interface Choice {
  readonly element: HTMLElement;
  show(value: string | undefined): void;
  focus(): void;
}

export function createChoice(store: Store, field: ChoiceField): Choice {
  const control = select({
    label: LOAD_WORDS[field],
    options: CHOICES[field].map(([value, label]) => ({ value: value, label })),
    value: CHOICES[field][0][0],
    onChange: (value) => {
      store.dispatch(value === 'given' ? { type: 'untuned', field } : { type: 'tuned', tuning: { [field]: value } });
    },
  });
  return {
    element: h('div', { class: 'field wide' }, h('span', { class: 'field-label' }, LOAD_WORDS[field]), control),
    show: (value = CHOICES[field][0][0]) => {
      control.value = value;
    },
    focus: () => {
      control.focus();
    },
  };
}

export interface LoadFields {
  readonly element: HTMLElement;
  readonly fields: ReadonlyMap<TuningField, { focus(): void }>;
  show(state: State): void;
}

/** Who sends requests, and what a process does that is told to stop: no manifest says it, and it decides what fails. */
export function createLoadFields(store: Store): LoadFields {
  const fields = createTuningFields(store, {
    requestsPerSecond: { label: LOAD_WORDS.requestsPerSecond, max: 10_000, unit: '/ s', min: 1, fractions: true },
    requestSeconds: { label: LOAD_WORDS.requestSeconds, max: 60, unit: 's', fractions: true },
    podCapacity: { label: LOAD_WORDS.podCapacity, max: 10_000, unit: '/ s', min: 1, fractions: true },
    keptAlivePercent: { label: LOAD_WORDS.keptAlivePercent, max: 100, unit: '%' },
    retries: { label: LOAD_WORDS.retries, max: 10 },
  });
  const choices = { onTerm: createChoice(store, 'onTerm'), dataPlane: createChoice(store, 'dataPlane') };
  const follow = button({
    label: 'Follow requests',
    id: 'follow-requests',
    onClick: () => {
      store.dispatch({ type: 'tuned', tuning: FIRST_LOAD });
    },
  });
  const text = h('p', { class: 'aside' });
  const rows = h(
    'div',
    {},
    choices.onTerm.element,
    choices.dataPlane.element,
    ...[...fields.values()].map(({ element }) => element),
  );
  const element = h('div', { class: 'load', hidden: true }, h('h2', {}, 'Requests'), text, follow, rows);
  let drawn: Pick<State, 'wanted' | 'shown'> | undefined;
  return {
    element,
    fields: new Map<TuningField, { focus(): void }>([...fields, ...(Object.entries(choices) as [TuningField, Choice][])]),
    show: (state) => {
      const { wanted, shown } = state;
      if (wanted === undefined || (drawn?.wanted === wanted && drawn.shown === shown)) return;
      drawn = { wanted, shown };
      const traffic = shown?.traffic;
      setHidden(element, !hasServices(wanted));
      setHidden(rows, traffic === undefined);
      setHidden(follow, wanted.traffic !== undefined);
      setText(text, introduction(state));
      showTuningFields(fields, state, wanted);
      if (traffic === undefined) return;
      const { dataPlane, onTerm } = loadValues(traffic.load);
      choices.dataPlane.show(String(dataPlane));
      choices.onTerm.show(String(onTerm));
    },
  };
}

const FIRST_LOAD: LoadTuning = { requestsPerSecond: 100 };

function introduction({ wanted, shown }: State): string {
  if (wanted?.traffic === undefined) return 'A Service is known: what becomes of requests can be followed.';
  const traffic = shown?.traffic;
  if (traffic === undefined) return 'No Service that is known sends requests to these pods.';
  const others = traffic.otherServices;
  return `Sent to Service ${traffic.service}${others.length === 0 ? '' : `; not followed: ${others.join(', ')}`}. Other start values: the setting rolloutLens.traffic.`;
}
