/** Upstream: vendor/go.yaml.in/yaml/v3/{resolve,decode}.go (v1.36.4): what a scalar stands for in YAML as kustomize reads it. */
import { binaryText, INVALID_BASE64, isTimestamp, parseGoInteger, resolvePlainScalar, tagOfPlain } from '../../manifest/dialect';
import { KustomizeError } from './error';
import { STRING_TAG, type RNode } from './rnode';

/** Booleans of YAML 1.1 are texts here. */
const OLD_BOOLEAN = /^(?:[yY]|[yY]es|YES|[oO]n|ON|[nN]|[nN]o|NO|[oO]ff|OFF)$/;

export type Scalar = string | number | bigint | boolean | null;

export function resolveTag(text: string): string {
  const tag = tagOfPlain(text);
  if (tag === '!!bool' && OLD_BOOLEAN.test(text)) return STRING_TAG;
  return tag === STRING_TAG && text.charCodeAt(4) === 0x2d && isTimestamp(text) ? '!!timestamp' : tag;
}

/** The value as JSON has it. Throws for what has none. */
export function scalarValue({ value, tag, quoted }: RNode): Scalar {
  if (tag === STRING_TAG) return value;
  if (tag === '') return quoted ? value : valueOf(value, resolveTag(value));
  if (tag === '!!binary') return decodeBinary(value);
  if (!tag.startsWith('!!')) return value;
  const resolved = resolveTag(value);
  if (resolved === tag || (tag === '!!float' && resolved === '!!int')) return valueOf(value, tag);
  if (resolved === STRING_TAG && !['!!int', '!!float', '!!bool', '!!null', '!!timestamp'].includes(tag)) return value;
  throw new KustomizeError('resource-malformed', `yaml: cannot decode ${resolved} \`${value}\` as a ${tag}`);
}

function valueOf(text: string, tag: string): Scalar {
  if (tag === '!!int') return integerValue(text);
  if (tag === '!!timestamp') return formatTimestamp(text);
  if (tag === STRING_TAG || tag === '!!merge') return text;
  const value = resolvePlainScalar(text);
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new KustomizeError('resource-malformed', `json: unsupported value: ${text}`);
  return value;
}

function integerValue(text: string): number | bigint {
  const value = parseGoInteger(text.replaceAll('_', ''));
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** RFC 3339 with as many digits of a second as there are. */
function formatTimestamp(text: string): string {
  const match = /^(\d{4})-(\d\d?)-(\d\d?)(?:[Tt ](\d\d?):(\d\d?):(\d\d?)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)?)?$/.exec(text);
  const [, year = '', month = '', day = '', hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] = match ?? [];
  const two = (part: string): string => part.padStart(2, '0');
  let digits = fraction.slice(0, 9);
  while (digits.endsWith('0')) digits = digits.slice(0, -1);
  const time = `${two(hour)}:${two(minute)}:${two(second)}${digits === '' ? '' : `.${digits}`}`;
  return `${year}-${two(month)}-${two(day)}T${time}${/^[+-]00:00$/.test(zone) ? 'Z' : zone}`;
}

function decodeBinary(value: string): string {
  const text = binaryText(value);
  if (text === undefined) throw new KustomizeError('resource-malformed', `yaml: ${INVALID_BASE64}`);
  return text;
}
