/** Upstream: santhosh-tekuri/jsonschema (v6), format.go: texts of a certain form. */
import { goQuoteRune } from '../../model/goQuote';
import { characters } from '../goTemplate/bytes';
import { GoError } from '../goTemplate/value';
import { Regexp } from '../regexp/regexp';
import { parseTime } from './functions/timeParse';
import { parseUrl } from './functions/url';

/** What is wrong with a text, or undefined. */
type Format = (text: string) => string | undefined;

const MAX_HOST = 253;
const MAX_LABEL = 63;
const MAX_ADDRESS = 254;
const MAX_LOCAL = 64;

function foreignCharacter(text: string, allowed: RegExp): string | undefined {
  const found = characters(text).find((character) => !allowed.test(character));
  return found === undefined ? undefined : `invalid character ${goQuoteRune(found.codePointAt(0) ?? 0)}`;
}

function hostname(text: string): string | undefined {
  const name = text.replace(/\.$/, '');
  if (name.length > MAX_HOST) return `more than ${MAX_HOST} characters long`;
  for (const label of name.split('.')) {
    if (label === '' || label.length > MAX_LABEL) return `label must be 1 to ${MAX_LABEL} characters long`;
    if (label.startsWith('-')) return 'label starts with hyphen';
    if (label.endsWith('-')) return 'label ends with hyphen';
    const foreign = foreignCharacter(label, /[a-z0-9-]/i);
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

function ipv4(text: string): string | undefined {
  const groups = text.split('.');
  if (groups.length !== 4) return 'expected four decimals';
  for (const group of groups) {
    if (/^0./s.test(group)) return 'leading zeros';
    if (!/^[+-]?\d+$/.test(group)) return `strconv.Atoi: parsing "${group}": invalid syntax`;
    if (Number(group) < 0 || Number(group) > 255) return 'decimal must be between 0 and 255';
  }
  return undefined;
}

const MAX_IPV6 = 45;

function ipv6(text: string): string | undefined {
  if (!text.includes(':')) return 'missing colon';
  if (text.includes('%')) return 'zone id is not a part of ipv6 address';
  const [, front = '', last = ''] = /^(.*:)([^:]*)$/s.exec(text.slice(0, MAX_IPV6)) ?? [];
  const hasIpv4 = last.includes('.') && ipv4(last) === undefined;
  const halves = (hasIpv4 ? `${front}0:0` : text).split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isFull = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  const fits = text.length <= MAX_IPV6 && isFull && groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group));
  return fits ? undefined : 'unable to parse IP';
}

function email(text: string): string | undefined {
  if (text.length > MAX_ADDRESS) return 'more than 255 characters long';
  const at = text.lastIndexOf('@');
  if (at < 0) return 'missing @';
  const local = text.slice(0, at);
  if (local.length > MAX_LOCAL) return `local part more than ${MAX_LOCAL} characters long`;
  return localPart(local) ?? mailDomain(text.slice(at + 1));
}

function localPart(local: string): string | undefined {
  if (local.length > 1 && local.startsWith('"')) {
    const isPlain = !/[\\"]/.test(local.slice(1, -1));
    return isPlain ? undefined : 'backslash and quote are not allowed within quoted local part';
  }
  if (local.startsWith('.')) return 'starts with dot';
  if (local.endsWith('.')) return 'ends with dot';
  if (local.includes('..')) return 'consecutive dots';
  return foreignCharacter(local, /[a-z0-9.!#$%&'*+\-/=?^_`{|}~]/i);
}

function mailDomain(domain: string): string | undefined {
  const [, address] = /^\[(.*)\]$/s.exec(domain) ?? [];
  if (address === undefined) return within('invalid domain', hostname(domain));
  if (address.startsWith('IPv6:')) return within('invalid ipv6 address', ipv6(address.slice('IPv6:'.length)));
  return within('invalid ipv4 address', ipv4(address));
}

function within(what: string, problem: string | undefined): string | undefined {
  return problem === undefined ? undefined : `${what}: ${problem}`;
}

/** What a parser of Go's says of a text. */
function said(parse: (text: string) => unknown): Format {
  return (text) => {
    try {
      parse(text);
      return undefined;
    } catch (error) {
      if (error instanceof GoError) return error.message;
      throw error;
    }
  };
}

const date = said((text) => parseTime('2006-01-02', text));
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;
const MINUTES_OF_DAY = 24 * 60;

function time(text: string): string | undefined {
  const [found, hour, minute, second, sign, offsetHours = '0', offsetMinutes = '0'] = TIME.exec(text) ?? [];
  if (found === undefined) return text.length < 9 ? 'less than 9 characters long' : 'invalid hour/min/sec';
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return 'hour/min/sec out of range';
  if (Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return 'hour/min in offset out of range';
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes);
  const local = Number(hour) * 60 + Number(minute) + (sign === '-' ? offset : -offset);
  const isLastMinute = (local + MINUTES_OF_DAY) % MINUTES_OF_DAY === MINUTES_OF_DAY - 1;
  return Number(second) === 60 && !isLastMinute ? 'invalid leap second' : undefined;
}

function dateTime(text: string): string | undefined {
  if (text.length < 20) return 'less than 20 characters long';
  if (!/^[tT]/.test(text.slice(10))) return '11th character must be t or T';
  return within('invalid date element', date(text.slice(0, 10))) ?? within('invalid time element', time(text.slice(11)));
}

const url = said((text) => {
  const { host } = parseUrl(text);
  const [, address] = /^\[(.*)\](?::\d*)?$/s.exec(host) ?? [];
  const problem = address?.includes(':') === true ? within('invalid ipv6 address', ipv6(address)) : undefined;
  if (problem !== undefined) throw new GoError(problem);
});

function uri(text: string): string | undefined {
  return url(text) ?? (parseUrl(text).scheme === '' ? 'relative url' : undefined);
}

/** Of a form that is an expression; what upstream says of a text that has it not is not told apart. */
function form(expression: RegExp): Format {
  return (text) => (expression.test(text) ? undefined : 'invalid form');
}

const DATE_PART = '(?:\\d+Y)?(?:\\d+M)?(?:\\d+D)?';
const TIME_PART = '(?:T(?=\\d)(?:\\d+H)?(?:\\d+M)?(?:\\d+S)?)?';

const NUMBER = /^(?:0|[1-9]\d*)$/;
const IDENTIFIERS = /^[\da-z-]+(?:\.[\da-z-]+)*$/i;

function semver(text: string): string | undefined {
  const [, core = '', preRelease, build] = /^([^+-]*)(?:-([^+]*))?(?:\+(.*))?$/s.exec(text) ?? [];
  const numbers = core.split('.');
  if (numbers.length !== 3) return 'versionCore must have 3 numbers separated by dot';
  const isSound =
    numbers.every((number) => NUMBER.test(number)) &&
    (build === undefined || IDENTIFIERS.test(build)) &&
    (preRelease === undefined ||
      (IDENTIFIERS.test(preRelease) && preRelease.split('.').every((name) => !/^\d+$/.test(name) || NUMBER.test(name))));
  return isSound ? undefined : 'invalid form';
}

const uriReference: Format = (text) => (text.includes('\\') ? 'contains \\' : url(text));

export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['hostname', hostname],
  ['ipv4', ipv4],
  ['ipv6', ipv6],
  ['email', email],
  ['date', date],
  ['time', time],
  ['date-time', dateTime],
  ['uri', uri],
  ['iri', uri],
  ['uri-reference', uriReference],
  ['iri-reference', uriReference],
  ['regex', said((text) => new Regexp(text))],
  ['uuid', form(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)],
  ['duration', form(new RegExp(`^P(?=.)(?:\\d+W|${DATE_PART}${TIME_PART})$`))],
  ['json-pointer', form(/^(?:\/(?:[^~/]|~[01])*)*$/)],
  ['relative-json-pointer', form(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/)],
  ['semver', semver],
]);
