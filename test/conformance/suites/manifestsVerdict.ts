/** The whole way of a manifest: kubectl's reading, strict decoding, defaulting, validation, and what kubectl says about it. */
import { applyDefaults, prepareForCreate, validateCreate, warningsForCreate } from '../../../src/engine/api/admission/admission';
import { decodeWorkload, type WorkloadKind, type WorkloadOf } from '../../../src/engine/api/admission/decodeWorkload';
import { badRequestText, invalidText, noMatchText, strictDecodingReason } from '../kubectlApply/kubectlText';
import { goJson, type FieldError } from '../../../src/engine/api/validation/common/field';
import { readAsKubectl } from '../kubectlApply/readAsKubectl';
import { duplicateKeyErrors } from '../../support/duplicateKeys';

const FILE = 'manifest.yaml';

export interface Verdict {
  documents?: number;
  yamlError?: string;
  clientError?: string;
  noMatch?: string;
  decodeError?: string;
  strictErrors?: string[];
  yamlStrictErrors?: string[];
  errors: RecordedError[];
  warnings?: string[];
  accepted: boolean;
  kubectl?: string;
}

export interface RecordedError {
  readonly type: string;
  readonly field: string;
  readonly detail: string;
  readonly message: string;
  readonly badValue?: unknown;
}

export interface Judged {
  readonly verdict: Verdict;
  readonly kind?: WorkloadKind;
  readonly object?: WorkloadOf[WorkloadKind];
}

type Json = Readonly<Record<string, unknown>>;

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function rejected(verdict: Omit<Verdict, 'errors' | 'accepted'>): Judged {
  return { verdict: { ...verdict, errors: [], accepted: false } };
}

export function judgeManifest(text: string): Judged {
  const { documents, json, yamlError } = readAsKubectl(text);
  if (yamlError !== undefined) return rejected({ yamlError, kubectl: `error: error parsing ${FILE}: ${yamlError}` });
  if (json === undefined) {
    return rejected({ clientError: 'no objects passed to apply', kubectl: 'error: no objects passed to apply' });
  }
  return judgeJson(json, documents, text);
}

function judgeJson(json: unknown, documents: number, text: string): Judged {
  const undecodable = (clientError: string): Judged =>
    rejected({ documents, clientError, kubectl: `error: unable to decode "${FILE}": ${clientError}` });
  if (!isMap(json)) {
    const kind = Array.isArray(json) ? 'array' : typeof json === 'boolean' ? 'bool' : typeof json;
    return undecodable(`json: cannot unmarshal ${kind} into Go value of type unstructured.detector`);
  }
  const { kind, apiVersion } = json;
  if (typeof kind !== 'string' || kind === '') return undecodable(`Object 'Kind' is missing in '${goJson(sorted(json))}'`);
  const version = typeof apiVersion === 'string' ? apiVersion : '';
  if (version !== 'apps/v1' || (kind !== 'Deployment' && kind !== 'DaemonSet')) return noMatch(json, kind, version, documents);
  const name = textAt(json, 'name');
  const generateName = textAt(json, 'generateName');
  if (name === '' && generateName !== '') {
    const clientError = 'cannot use generate name with apply';
    return rejected({ documents, clientError, kubectl: `error: from ${generateName}: ${clientError}` });
  }
  return judgeWorkload(kind, json, documents, name, text);
}

function textAt(json: Json, key: string): string {
  const value = isMap(json['metadata']) ? json['metadata'][key] : undefined;
  return typeof value === 'string' ? value : '';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function noMatch(json: Json, kind: string, version: string, documents: number): Judged {
  const speaks = version !== '' && !(version === 'v1' && kind === 'List');
  const kubectl = noMatchText(kind, version, textAt(json, 'name'), textAt(json, 'namespace'), FILE);
  return rejected({ documents, noMatch: `${version}/${kind}`, ...(speaks ? { kubectl } : {}) });
}

function judgeWorkload(kind: WorkloadKind, json: Json, documents: number, name: string, text: string): Judged {
  const { object: decoded, decodeError, strictErrors: strict } = decodeWorkload(kind, json);
  if (decodeError !== undefined || decoded === undefined) {
    const message = decodeError?.message ?? '';
    return rejected({ documents, decodeError: message, kubectl: badRequestText(kind, FILE, message) });
  }
  const object = prepareForCreate(kind, applyDefaults(kind, decoded));
  const errors = validateCreate(kind, object);
  const strictErrors = strict.map((error) => error.message);
  const duplicates = duplicateKeyErrors(text);
  const accepted = errors.length === 0 && strictErrors.length === 0;
  const warnings = errors.length === 0 ? warningsForCreate(kind, object) : [];
  const kubectl =
    strictErrors.length > 0
      ? badRequestText(kind, FILE, strictDecodingReason(strictErrors))
      : errors.length > 0 && name !== ''
        ? invalidText(kind, name, errors)
        : undefined;
  return {
    kind,
    object,
    verdict: {
      documents,
      ...(strictErrors.length > 0 ? { strictErrors } : {}),
      ...(duplicates.length > 0 ? { yamlStrictErrors: [...duplicates, ...strictErrors] } : {}),
      errors: errors.map(recorded),
      ...(warnings.length > 0 ? { warnings } : {}),
      accepted,
      ...(kubectl === undefined ? {} : { kubectl }),
    },
  };
}

export function recorded({ type, field, detail, message, badValue }: FieldError): RecordedError {
  return { type, field, detail, message, badValue: badValue ?? null };
}
