import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { IntOrString } from '../../src/model/intOrPercent';
import type { Tuning, TuningField } from '../model/edits';
import { isDeployment } from '../model/tunedWorkload';
import type { State } from '../model/state';
import { loadValues } from '../model/requestEdits';
import { valuesOf } from '../model/values';
import { setHidden } from '../ui/dom';
import type { Store } from '../ui/store';
import { createField, type Field, type FieldOptions } from './inputFields';

export type TuningFields = ReadonlyMap<TuningField, Field>;
type FieldForm = Omit<FieldOptions, 'onInput' | 'onReset' | 'min' | 'logarithmic'> & { readonly min?: number };

/** Beyond this a slider goes by ratios. */
const LARGE = 200;

/** Fields for values that are laid over the scenario. */
export function createTuningFields(store: Store, forms: Readonly<Partial<Record<TuningField, FieldForm>>>): TuningFields {
  return new Map(
    (Object.entries(forms) as [TuningField, FieldForm][]).map(([field, form]) => [
      field,
      createField({
        min: 0,
        logarithmic: form.max > LARGE,
        ...form,
        onInput: (value, dragging) => {
          store.dispatch({ type: 'tuned', tuning: tuningOf(field, value), ...(dragging ? { dragging: field } : {}) });
        },
        onReset: () => {
          store.dispatch({ type: 'untuned', field });
        },
      }),
    ]),
  );
}

const tuningOf = (field: TuningField, value: IntOrString): Tuning => ({ [field]: value });

/** A DaemonSet has neither replicas nor a deadline. */
const DEPLOYMENT_ONLY: ReadonlySet<TuningField> = new Set(['replicas', 'progressDeadlineSeconds']);

/** The values in force, and which of them differ from what was given. */
export function showTuningFields(fields: TuningFields, { edits, shown }: State, wanted: Scenario): void {
  const desired = Math.max(1, shown?.timeline.envelope.desired ?? 1);
  const load = shown?.traffic === undefined ? {} : loadValues(shown.traffic.load);
  const values = { ...valuesOf(wanted), ...load } as Partial<Record<TuningField, IntOrString>>;
  for (const [name, field] of fields) {
    const limits = name === 'maxSurge' || name === 'maxUnavailable' ? { max: desired } : undefined;
    field.show(values[name], edits.tuning[name] !== undefined, limits);
    setHidden(field.element, DEPLOYMENT_ONLY.has(name) && !isDeployment(wanted.workload.after));
  }
}
