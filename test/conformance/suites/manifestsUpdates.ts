import type { PodTemplateSpec } from '../../../src/model/apiTypes';
import { TEMPLATE_GENERATION_ANNOTATION } from '../../../src/model/wellKnown';
import { semanticEqual } from '../../../src/engine/api/schema/semanticEqual';
import {
  applyDefaults,
  encodeWorkload,
  prepareForCreate,
  prepareForUpdate,
  validateUpdate,
} from '../../../src/engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../../../src/engine/api/admission/decodeWorkload';
import { invalidText } from '../kubectlApply/kubectlText';
import { warningsForUpdate } from '../kubectlApply/warningsForUpdate';
import { applyStrategicPatch } from '../kubectlApply/merge';
import { createThreeWayMergePatch } from '../kubectlApply/threeWay';
import { encode } from '../../../src/engine/api/decoding/encode';
import type { Unchecked } from '../../../src/engine/api/schema/unchecked';
import { readAsKubectl } from '../kubectlApply/readAsKubectl';
import { compareValues } from '../compare';
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

function template(object: Workload): Unchecked<PodTemplateSpec> {
  return object.spec?.template ?? {};
}

function withoutHash(pods: Unchecked<PodTemplateSpec>): Unchecked<PodTemplateSpec> {
  const { 'pod-template-hash': _hash, ...labels } = pods.metadata?.labels ?? {};
  return { ...pods, metadata: { ...pods.metadata, labels } };
}

function sameJson(a: object, b: object): boolean {
  return compareValues(encode('PodTemplateSpec', a), encode('PodTemplateSpec', b)).length === 0;
}

/** What becomes of a new object that is sent as JSON for a stored one. */
function update(kind: WorkloadKind, json: Json, old: Workload): Outcome {
  const { object, decodeError, strictErrors } = decodeWorkload(kind, json);
  if (decodeError !== undefined || object === undefined) {
    return { accepted: false, errors: [], decodeError: decodeError?.message };
  }
  const strict = strictErrors.length === 0 ? {} : { strictErrors: strictErrors.map((error) => error.message) };
  const next = prepareForUpdate(kind, applyDefaults(kind, object), old);
  const errors = validateUpdate(kind, next, old);
  if (errors.length > 0) {
    const name = next.metadata?.name ?? '';
    return { accepted: false, errors: errors.map(recorded), ...strict, kubectl: invalidText(kind, name, errors) };
  }
  const warnings = warningsForUpdate(kind, next, old);
  const accepted = strictErrors.length === 0;
  return { accepted, errors: [], ...strict, ...(warnings.length > 0 ? { warnings } : {}), ...comparison(kind, next, old) };
}

function comparison(kind: WorkloadKind, next: Workload, old: Workload): Json {
  const [a, b] = [template(old), template(next)];
  const templateJSONEqual = sameJson(a, b);
  const common = {
    generationBumped: next.metadata?.generation !== old.metadata?.generation,
    templateSemanticallyEqual: semanticEqual('PodTemplateSpec', a, b),
    templateJSONEqual,
    podTemplateHashEqual: templateJSONEqual,
  };
  if (kind === 'Deployment') {
    const equalIgnoreHash = semanticEqual('PodTemplateSpec', withoutHash(a), withoutHash(b));
    return { ...common, equalIgnoreHash, rolloutStarts: !equalIgnoreHash };
  }
  const generations = [old, next].map((object) => object.metadata?.annotations?.[TEMPLATE_GENERATION_ANNOTATION]);
  const rolloutStarts = !templateJSONEqual && generations[0] !== generations[1];
  return { ...common, revisionDataEqual: templateJSONEqual, templateGeneration: generations, rolloutStarts };
}

function replayUpdate(record: UpdateRecord): Readonly<Record<string, Outcome>> {
  const { kind } = record;
  const [oldJson, newJson] = [jsonOf(record.old), jsonOf(record.new)];
  const { object } = decodeWorkload(kind, oldJson);
  if (object === undefined) throw new Error('The old manifest cannot be decoded.');
  const old = prepareForCreate(kind, applyDefaults(kind, object));
  const replace = update(kind, newJson, old);
  const decoded = decodeWorkload(kind, newJson);
  if (decoded.decodeError !== undefined || decoded.strictErrors.length > 0) return { replace };
  const live = encodeWorkload(kind, old);
  const patch = createThreeWayMergePatch(kind, oldJson, newJson, live);
  const patched = applyStrategicPatch(live, patch, { type: kind });
  return { replace, apply: { ...update(kind, patched, old), patch } };
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
