/** Upstream: pkg/apis/core/validation/validation.go (v1.36.4). */
import type {
  EnvFromSource,
  EnvVar,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { ErrorList, Path } from '../common/field';
import { isConfigMapKey, isDNS1123Label, isDNS1123Subdomain, isQualifiedName, isRelaxedEnvVarName } from '../common/names';
import { validatePathNoBacksteps } from '../common/paths';
import { nanosOf } from '../common/quantities';

const ENV_FIELD_PATHS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
];
const CONTAINER_RESOURCES = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
];
/** Field labels that the downward API knows, whether or not they may be used at a place. */
const DOWNWARD_FIELDS: ReadonlySet<string> = new Set([
  ...ENV_FIELD_PATHS,
  'metadata.annotations',
  'metadata.labels',
  'spec.restartPolicy',
  'spec.schedulerName',
  'status.phase',
]);
const BYTE_DIVISORS = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei';

export function validateEnv(variables: readonly Unchecked<EnvVar>[], path: Path, errors: ErrorList): void {
  variables.forEach((variable, index) => {
    const place = path.index(index);
    const { name = '' } = variable;
    errors.text(place.child('name'), name, isRelaxedEnvVarName);
    validateEnvVarValueFrom(variable, place.child('valueFrom'), errors);
  });
}

function validateEnvVarValueFrom({ value = '', valueFrom }: Unchecked<EnvVar>, path: Path, errors: ErrorList): void {
  if (valueFrom === undefined) return;
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = valueFrom;
  if (fieldRef !== undefined) validateObjectFieldSelector(fieldRef, ENV_FIELD_PATHS, path.child('fieldRef'), errors);
  if (resourceFieldRef !== undefined) {
    validateContainerResourceFieldSelector(resourceFieldRef, path.child('resourceFieldRef'), false, errors);
  }
  if (configMapKeyRef !== undefined) validateKeySelector(configMapKeyRef, path.child('configMapKeyRef'), errors);
  if (secretKeyRef !== undefined) validateKeySelector(secretKeyRef, path.child('secretKeyRef'), errors);
  if (fileKeyRef !== undefined) validateFileKeySelector(fileKeyRef, path.child('fileKeyRef'), errors);
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(
    (source) => source !== undefined,
  );
  if (sources.length === 0) {
    const choice = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`';
    errors.invalid(path, '', `must specify one of: ${choice}`);
  } else if (value !== '') {
    errors.invalid(path, '', 'may not be specified when `value` is not empty');
  } else if (sources.length > 1) {
    errors.invalid(path, '', 'may not have more than one field specified at a time');
  }
}

function downwardFieldProblem(version: string, label: string): string | undefined {
  if (version !== 'v1') return `unsupported pod version: ${version}`;
  const [subscripted] = splitSubscript(label) ?? [];
  if (subscripted !== undefined) {
    const supported = subscripted === 'metadata.annotations' || subscripted === 'metadata.labels';
    return supported ? undefined : `field label does not support subscript: ${label}`;
  }
  return DOWNWARD_FIELDS.has(label) || label === 'spec.host' ? undefined : `field label not supported: ${label}`;
}

/** `metadata.labels['app']` is the field `metadata.labels` and the key `app`. */
function splitSubscript(label: string): readonly [field: string, key: string] | undefined {
  const at = label.indexOf("['", 1);
  return at === -1 || at + 4 > label.length || !label.endsWith("']") ? undefined : [label.slice(0, at), label.slice(at + 2, -2)];
}

export function validateObjectFieldSelector(
  selector: Unchecked<ObjectFieldSelector>,
  allowed: readonly string[],
  path: Path,
  errors: ErrorList,
): void {
  const { apiVersion = '', fieldPath = '' } = selector;
  if (apiVersion === '') {
    errors.required(path.child('apiVersion'));
    return;
  }
  if (fieldPath === '') {
    errors.required(path.child('fieldPath'));
    return;
  }
  const problem = downwardFieldProblem(apiVersion, fieldPath);
  if (problem !== undefined) {
    errors.invalid(path.child('fieldPath'), fieldPath, `error converting fieldPath: ${problem}`);
    return;
  }
  const [subscripted, subscript = ''] = splitSubscript(fieldPath) ?? [];
  if (subscripted !== undefined) {
    const key = subscripted === 'metadata.annotations' ? subscript.toLowerCase() : subscript;
    errors.invalidEach(path, key, isQualifiedName(key));
    return;
  }
  const internal = fieldPath === 'spec.host' ? 'spec.nodeName' : fieldPath;
  if (!allowed.includes(internal)) errors.notSupported(path.child('fieldPath'), internal, [...allowed].sort());
}

export function validateContainerResourceFieldSelector(
  selector: Unchecked<ResourceFieldSelector>,
  path: Path,
  inVolume: boolean,
  errors: ErrorList,
): void {
  const { containerName = '', resource = '', divisor = '0' } = selector;
  const isHugePages = /^(?:requests|limits)\.hugepages-/.test(resource);
  if (inVolume && containerName === '') errors.required(path.child('containerName'));
  else if (resource === '') errors.required(path.child('resource'));
  else if (!CONTAINER_RESOURCES.includes(resource) && !isHugePages) {
    errors.notSupported(path.child('resource'), resource, CONTAINER_RESOURCES);
  }
  if (nanosOf(divisor) !== 0n) validateDivisor(resource, divisor, path.child('divisor'), errors);
}

function validateDivisor(resource: string, divisor: string, path: Path, errors: ErrorList): void {
  const kind = /^(?:limits|requests)\.(.*)$/s.exec(resource)?.[1] ?? '';
  if (kind === 'cpu') {
    if (!['1m', '1'].includes(divisor)) {
      errors.invalid(path, resource, "only divisor's values 1m and 1 are supported with the cpu resource");
    }
    return;
  }
  const name = kind === 'ephemeral-storage' ? 'local ephemeral storage' : kind.startsWith('hugepages-') ? 'hugepages' : kind;
  if (!['memory', 'local ephemeral storage', 'hugepages'].includes(name) || BYTE_DIVISORS.split(', ').includes(divisor)) return;
  errors.invalid(path, resource, `only divisor's values ${BYTE_DIVISORS} are supported with the ${name} resource`);
}

function validateKeySelector(
  selector: { readonly name?: string | undefined; readonly key?: string | undefined },
  path: Path,
  errors: ErrorList,
): void {
  const { name = '', key = '' } = selector;
  errors.invalidEach(path.child('name'), name, isDNS1123Subdomain(name));
  errors.text(path.child('key'), key, isConfigMapKey);
}

function validateFileKeySelector(selector: Unchecked<FileKeySelector>, path: Path, errors: ErrorList): void {
  const { key = '', volumeName = '', path: file = '' } = selector;
  errors.text(path.child('key'), key, isRelaxedEnvVarName);
  errors.text(path.child('volumeName'), volumeName, isDNS1123Label);
  if (file === '') errors.required(path.child('path'));
  else validatePathNoBacksteps(file, path.child('path'), errors);
}

export function validateEnvFrom(sources: readonly Unchecked<EnvFromSource>[], path: Path, errors: ErrorList): void {
  sources.forEach((source, index) => {
    const place = path.index(index);
    const { prefix = '', configMapRef, secretRef } = source;
    if (prefix !== '') errors.invalidEach(place.child('prefix'), prefix, isRelaxedEnvVarName(prefix));
    if (configMapRef !== undefined) validateEnvSource(configMapRef.name, place.child('configMapRef').child('name'), errors);
    if (secretRef !== undefined) validateEnvSource(secretRef.name, place.child('secretRef').child('name'), errors);
    if (configMapRef === undefined && secretRef === undefined) {
      errors.invalid(place.named(path), '', 'must specify one of: `configMapRef` or `secretRef`');
    } else if (configMapRef !== undefined && secretRef !== undefined) {
      errors.invalid(place.named(path), '', 'may not have more than one field specified at a time');
    }
  });
}

/** QUIRK: the name is checked as a prefix, so that a dash at its end passes. */
function validateEnvSource(name: string | undefined, path: Path, errors: ErrorList): void {
  if (name === undefined || name === '') {
    errors.required(path);
    return;
  }
  const masked = name.length > 1 && name.endsWith('-') ? `${name.slice(0, -1)}a` : name;
  errors.invalidEach(path, name, isDNS1123Subdomain(masked));
}
