import { encodeWorkload } from '../../../src/engine/api/admission/admission';
import { compareValues } from '../compare';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';
import { judgeManifest, type RecordedError, type Verdict } from './manifestsVerdict';

interface ManifestRecord {
  readonly case: string;
  readonly name: string;
  readonly manifest: string;
}
interface ValidationRecord extends ManifestRecord {
  readonly out: Verdict;
}
interface StoredForm {
  readonly spec: unknown;
  readonly generation: number;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface DefaultsRecord extends ManifestRecord {
  readonly out: StoredForm;
}
interface RealRecord extends ValidationRecord {
  readonly defaults: StoredForm;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function isManifest(record: ConformanceRecord): record is ConformanceRecord & ManifestRecord {
  return typeof record['manifest'] === 'string' && isObject(record['out']);
}

function label(record: ConformanceRecord): string {
  const { case: id, name } = record as unknown as ManifestRecord;
  return `${id} ${name}`;
}

/** Objects as bad values are in the server's internal form, which the message shows as well: there only the message counts. */
export function comparable(errors: readonly RecordedError[]): RecordedError[] {
  return errors.map(({ badValue, ...error }) => (isObject(badValue) ? error : { ...error, badValue }));
}

function compareVerdicts(expected: Verdict, actual: Verdict): Difference[] {
  return compareValues({ ...expected, errors: comparable(expected.errors) }, { ...actual, errors: comparable(actual.errors) });
}

function compareStored(manifest: string, expected: StoredForm): readonly Difference[] {
  const { kind, object } = judgeManifest(manifest);
  if (kind === undefined || object === undefined) return [{ path: 'accepted', expected: true, actual: false }];
  const json = encodeWorkload(kind, object) as unknown as { readonly spec: unknown; readonly metadata: StoredForm };
  const { generation, annotations } = json.metadata;
  return compareValues(expected, { spec: json.spec, generation, ...(expected.annotations === undefined ? {} : { annotations }) });
}

export const manifestValidation: ConformanceSuite = {
  name: 'manifests/validation',
  accepts: (record) => isManifest(record) && 'accepted' in (record['out'] as object) && record['defaults'] === undefined,
  label,
  replay: (record) => {
    const { manifest, out } = record as unknown as ValidationRecord;
    return compareVerdicts(out, judgeManifest(manifest).verdict);
  },
};

export const manifestDefaults: ConformanceSuite = {
  name: 'manifests/defaults',
  accepts: (record) => isManifest(record) && 'spec' in (record['out'] as object),
  label,
  replay: (record) => {
    const { manifest, out } = record as unknown as DefaultsRecord;
    return compareStored(manifest, out);
  },
};

export const manifestReal: ConformanceSuite = {
  name: 'manifests/real',
  accepts: (record) => isManifest(record) && isObject(record['defaults']),
  label,
  replay: (record) => {
    const { manifest, out, defaults } = record as unknown as RealRecord;
    return [...compareVerdicts(out, judgeManifest(manifest).verdict), ...compareStored(manifest, defaults)];
  },
};
