import {
  applyPatch,
  created,
  isSameJson,
  replaced,
  startsRollout,
  templateOf,
  type AppliedOver,
} from '../../../src/change/appliedOver';
import { encodeWorkload } from '../../../src/engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../../../src/engine/api/admission/decodeWorkload';
import { semanticEqual } from '../../../src/engine/api/schema/semanticEqual';
import { applyStrategicPatch } from '../../../src/engine/api/strategicMerge/merge';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../../src/model/wellKnown';
import { compareValues } from '../compare';
import { invalidText } from '../kubectlApply/kubectlText';
import { readAsKubectl } from '../kubectlApply/readAsKubectl';
import { warningsForUpdate } from '../kubectlApply/warningsForUpdate';
import type { ConformanceSuite } from '../suite';
import { comparable } from './manifests';
import { recorded, type RecordedError } from './manifestsVerdict';

interface Outcome {
  accepted: boolean;
  errors: RecordedError[];
  [field: string]: unknown;
}

interface UpdateRecord {
  readonly case: string;
  readonly name: string;
  readonly kind: WorkloadKind;
  readonly old: string;
  readonly new: string;
  readonly replace: Outcome;
  readonly apply?: Outcome;
}

type Json = Record<string, unknown>;
type Workload = WorkloadOf[WorkloadKind];

function jsonOf(text: string): Json {
  return readAsKubectl(text).json as unknown as Json;
}

/** What becomes of a new object that is sent as JSON for a stored one. */
function update(kind: WorkloadKind, json: Json, old: Workload): Outcome {
  const { decodeError, strictErrors } = decodeWorkload(kind, json);
  const over = replaced(kind, old, json);
  if (over === undefined) return { accepted: false, errors: [], decodeError: decodeError?.message };
  const strict = strictErrors.length === 0 ? {} : { strictErrors: strictErrors.map((error) => error.message) };
  const { next, refusals } = over;
  if (refusals.length > 0) {
    const name = next.metadata?.name ?? '';
    return { accepted: false, errors: refusals.map(recorded), ...strict, kubectl: invalidText(kind, name, refusals) };
  }
  const warnings = warningsForUpdate(kind, next, old);
  const accepted = strictErrors.length === 0;
  return { accepted, errors: [], ...strict, ...(warnings.length > 0 ? { warnings } : {}), ...comparison(kind, over) };
}

function comparison(kind: WorkloadKind, over: AppliedOver): Json {
  const { stored, next } = over;
  const [a, b] = [templateOf(stored), templateOf(next)];
  const templateJSONEqual = isSameJson(a, b);
  const rolloutStarts = startsRollout(kind, over);
  const common = {
    generationBumped: next.metadata?.generation !== stored.metadata?.generation,
    templateSemanticallyEqual: semanticEqual('PodTemplateSpec', a, b),
    templateJSONEqual,
    podTemplateHashEqual: templateJSONEqual,
    rolloutStarts,
  };
  if (kind === 'Deployment') return { ...common, equalIgnoreHash: !rolloutStarts };
  const templateGeneration = [stored, next].map(({ metadata }) => metadata?.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  return { ...common, revisionDataEqual: templateJSONEqual, templateGeneration };
}

function replayUpdate(record: UpdateRecord): Readonly<Record<string, Outcome>> {
  const { kind } = record;
  const [oldJson, newJson] = [jsonOf(record.old), jsonOf(record.new)];
  const old = created(kind, oldJson);
  if (old === undefined) throw new Error('The old manifest cannot be decoded.');
  const replace = update(kind, newJson, old);
  const decoded = decodeWorkload(kind, newJson);
  if (decoded.decodeError !== undefined || decoded.strictErrors.length > 0) return { replace };
  const patch = applyPatch(kind, oldJson, newJson, old);
  const merged = applyStrategicPatch(encodeWorkload(kind, old), patch, { type: kind });
  return { replace, apply: { ...update(kind, merged, old), patch } };
}

function comparableOutcome(outcome: Outcome | undefined): unknown {
  return outcome === undefined ? undefined : { ...outcome, errors: comparable(outcome.errors) };
}

export const manifestUpdates: ConformanceSuite = {
  name: 'manifests/updates',
  accepts: (record) => typeof record['old'] === 'string' && typeof record['new'] === 'string' && 'replace' in record,
  label: (record) => `${String(record['case'])} ${String(record['name'])} (${String(record['kind'])})`,
  replay: (record) => {
    const expected = record as unknown as UpdateRecord;
    const { replace, apply } = replayUpdate(expected);
    return compareValues(
      { replace: comparableOutcome(expected.replace), apply: comparableOutcome(expected.apply) },
      { replace: comparableOutcome(replace), apply: comparableOutcome(apply) },
    );
  },
};
