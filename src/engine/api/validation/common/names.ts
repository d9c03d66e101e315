/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (v1.36.4). */
/** Formats of names, labels, ports and the like; every function gives the messages of what is wrong, none if nothing is. */

const NONE: readonly string[] = [];

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`;
const LABEL_WITH_UNDERSCORE = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?';
const SUBDOMAIN_WITH_UNDERSCORE = `${LABEL_WITH_UNDERSCORE}(\\.${LABEL_WITH_UNDERSCORE})*`;
const QUALIFIED_NAME = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]';
const LABEL_VALUE = `(${QUALIFIED_NAME})?`;
const PERCENT = '[0-9]+%';
const HTTP_HEADER = '[-A-Za-z0-9]+';
const CONFIG_KEY = '[-._a-zA-Z0-9]+';

const LABEL_RE = new RegExp(`^${LABEL}$`);
const SUBDOMAIN_RE = new RegExp(`^${SUBDOMAIN}$`);
const SUBDOMAIN_WITH_UNDERSCORE_RE = new RegExp(`^${SUBDOMAIN_WITH_UNDERSCORE}$`);
const QUALIFIED_NAME_RE = new RegExp(`^${QUALIFIED_NAME}$`);
const LABEL_VALUE_RE = new RegExp(`^${LABEL_VALUE}$`);
const PERCENT_RE = new RegExp(`^${PERCENT}$`);
const HTTP_HEADER_RE = new RegExp(`^${HTTP_HEADER}$`);
const CONFIG_KEY_RE = new RegExp(`^${CONFIG_KEY}$`);

const LABEL_TEXT =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character";
const SUBDOMAIN_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character";
const SUBDOMAIN_WITH_UNDERSCORE_TEXT =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character";
const QUALIFIED_NAME_TEXT =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
const LABEL_VALUE_TEXT =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

/** UTF-8 length, which is what Go's `len` counts. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

function regexError(message: string, pattern: string, ...examples: string[]): string {
  if (examples.length === 0) return `${message} (regex used for validation is '${pattern}')`;
  const list = examples.map((example) => `'${example}', `).join(' or ');
  return `${message} (e.g. ${list}regex used for validation is '${pattern}')`;
}

export function inclusiveRangeError(low: number, high: number): string {
  return `must be between ${low} and ${high}, inclusive`;
}

function maxCharacters(most: number): string {
  return `must be no more than ${most} characters`;
}

function maxBytes(most: number): string {
  return `must be no more than ${most} bytes`;
}

export function isDNS1123Label(value: string): readonly string[] {
  if (LABEL_RE.test(value) && value.length <= 63) return NONE;
  const errors: string[] = [];
  if (byteLength(value) > 63) errors.push(maxCharacters(63));
  if (!LABEL_RE.test(value)) {
    errors.push(SUBDOMAIN_RE.test(value) ? 'must not contain dots' : regexError(LABEL_TEXT, LABEL, 'my-name', '123-abc'));
  }
  return errors;
}

export function isDNS1123Subdomain(value: string, tooLong = maxCharacters(253)): readonly string[] {
  const errors: string[] = [];
  if (byteLength(value) > 253) errors.push(tooLong);
  if (!SUBDOMAIN_RE.test(value)) errors.push(regexError(SUBDOMAIN_TEXT, SUBDOMAIN, 'example.com'));
  return errors;
}

export function isDNS1123SubdomainWithUnderscore(value: string): readonly string[] {
  const errors: string[] = [];
  if (byteLength(value) > 253) errors.push(maxCharacters(253));
  if (!SUBDOMAIN_WITH_UNDERSCORE_RE.test(value)) {
    errors.push(regexError(SUBDOMAIN_WITH_UNDERSCORE_TEXT, SUBDOMAIN_WITH_UNDERSCORE, 'example.com'));
  }
  return errors;
}

/** Label keys, annotation keys, resource names and condition types: an optional DNS prefix, a slash, a name. */
export function isQualifiedName(value: string): readonly string[] {
  const errors: string[] = [];
  const parts = value.split('/');
  if (parts.length > 2) return [qualifiedNameShape()];
  const name = parts.at(-1) ?? '';
  if (parts.length === 2) {
    const prefix = parts[0] ?? '';
    if (prefix === '') errors.push('prefix part must be non-empty');
    else errors.push(...isDNS1123Subdomain(prefix, maxBytes(253)).map((message) => `prefix part ${message}`));
  }
  if (name === '') errors.push('name part must be non-empty');
  else if (byteLength(name) > 63) errors.push(`name part ${maxBytes(63)}`);
  if (!QUALIFIED_NAME_RE.test(name)) {
    errors.push(`name part ${regexError(QUALIFIED_NAME_TEXT, QUALIFIED_NAME, 'MyName', 'my.name', '123-abc')}`);
  }
  return errors;
}

function qualifiedNameShape(): string {
  const shape = regexError(QUALIFIED_NAME_TEXT, QUALIFIED_NAME, 'MyName', 'my.name', '123-abc');
  return `a valid label key ${shape} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`;
}

export function isValidLabelValue(value: string): readonly string[] {
  const errors: string[] = [];
  if (byteLength(value) > 63) errors.push(maxBytes(63));
  if (!LABEL_VALUE_RE.test(value)) {
    errors.push(regexError(LABEL_VALUE_TEXT, LABEL_VALUE, 'MyValue', 'my_value', '12345'));
  }
  return errors;
}

export function isValidPortNum(port: number): readonly string[] {
  return port >= 1 && port <= 65_535 ? NONE : [inclusiveRangeError(1, 65_535)];
}

export function isValidPortName(name: string): readonly string[] {
  const errors: string[] = [];
  if (byteLength(name) > 15) errors.push(maxCharacters(15));
  if (!/^[-a-z0-9]+$/.test(name)) errors.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)');
  if (!/[a-z]/.test(name)) errors.push('must contain at least one letter (a-z)');
  if (name.includes('--')) errors.push('must not contain consecutive hyphens');
  if (name.startsWith('-') || name.endsWith('-')) errors.push('must not begin or end with a hyphen');
  return errors;
}

/** User and group ids. */
export function isValidId(id: number): readonly string[] {
  return id >= 0 && id <= 2_147_483_647 ? NONE : [inclusiveRangeError(0, 2_147_483_647)];
}

export function isValidPercent(text: string): readonly string[] {
  if (PERCENT_RE.test(text)) return NONE;
  const message = "a valid percent string must be a numeric string followed by an ending '%'";
  return [regexError(message, PERCENT, '1%', '93%')];
}

export function isHTTPHeaderName(name: string): readonly string[] {
  if (HTTP_HEADER_RE.test(name)) return NONE;
  return [regexError("a valid HTTP header must consist of alphanumeric characters or '-'", HTTP_HEADER, 'X-Header-Name')];
}

/** Environment variables: all that is printable ASCII, except the equals sign. */
export function isRelaxedEnvVarName(name: string): readonly string[] {
  if (name === '') return ['environment variable name must be non-empty'];
  if (/^[\x20-\x3c\x3e-\x7e]*$/.test(name)) return NONE;
  return ["a valid environment variable name must consist only of printable ASCII characters other than '='"];
}

export function isConfigMapKey(key: string): readonly string[] {
  const errors: string[] = [];
  if (byteLength(key) > 253) errors.push(maxCharacters(253));
  if (!CONFIG_KEY_RE.test(key)) {
    const message = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'";
    errors.push(regexError(message, CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name'));
  }
  if (key === '.') errors.push("must not be '.'");
  else if (key === '..') errors.push("must not be '..'");
  else if (key.startsWith('..')) errors.push("must not start with '..'");
  return errors;
}
