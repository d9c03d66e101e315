/** Upstream: santhosh-tekuri/jsonschema (v6), format.go: texts of a certain form. What is wrong with one is not told apart. */
import { GoError } from '../goTemplate/value';
import { Regexp } from '../regexp/regexp';
import { parseTime } from './functions/timeParse';
import { parseUrl, type Url } from './functions/url';

type Format = (text: string) => boolean;

const form =
  (expression: RegExp): Format =>
  (text) =>
    expression.test(text);

function isParsed(parse: (text: string) => unknown, text: string): boolean {
  try {
    return parse(text) !== undefined;
  } catch (error) {
    if (error instanceof GoError) return false;
    throw error;
  }
}

const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const hostname: Format = (text) => text.length <= 254 && text.replace(/\.$/, '').split('.').every(form(LABEL));

const ipv4 = form(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/);
const MAX_IPV6 = 45;

function ipv6(text: string): boolean {
  if (text.length > MAX_IPV6) return false;
  const [, front = '', last = ''] = /^(.*:)([^:]*)$/s.exec(text) ?? [];
  const halves = (last.includes('.') && ipv4(last) ? `${front}0:0` : text).split('::');
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')));
  const isFull = halves.length === 1 ? groups.length === 8 : halves.length === 2 && groups.length < 8;
  return isFull && groups.every(form(/^[0-9a-f]{1,4}$/i));
}

const LOCAL = /^(?:"[^\\"]*"|(?!\.)(?:[a-z0-9!#$%&'*+\-/=?^_`{|}~]|\.(?![.@]))*)@$/i;

function email(text: string): boolean {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const [, isSix, address] = /^\[(IPv6:)?(.*)\]$/s.exec(domain) ?? [];
  const isHost = address === undefined ? hostname(domain) : isSix === undefined ? ipv4(address) : ipv6(address);
  return text.length <= 254 && at <= 65 && LOCAL.test(text.slice(0, at)) && isHost;
}

const date: Format = (text) => isParsed((written) => parseTime('2006-01-02', written), text);
const TIME = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:z|([+-])(\d\d):(\d\d))$/i;
const DAY = 24 * 60;

function time(text: string): boolean {
  const [found, hour, minute, second, sign, offsetHours = '0', offsetMinutes = '0'] = TIME.exec(text) ?? [];
  if (found === undefined || Number(hour) > 23 || Number(minute) > 59 || Number(offsetHours) > 23 || Number(offsetMinutes) > 59)
    return false;
  const offset = Number(offsetHours) * 60 + Number(offsetMinutes);
  const ofDay = Number(hour) * 60 + Number(minute) + (sign === '-' ? offset : -offset);
  return Number(second) < 60 || (second === '60' && (ofDay + DAY) % DAY === DAY - 1);
}

function isUrl(text: string, fits: (url: Url) => boolean): boolean {
  return isParsed((written) => {
    const url = parseUrl(written);
    const [, address] = /^\[(.*)\](?::\d*)?$/s.exec(url.host) ?? [];
    return fits(url) && (address === undefined || ipv6(address)) ? url : undefined;
  }, text);
}

const uri: Format = (text) => isUrl(text, ({ scheme }) => scheme !== '');
const uriReference: Format = (text) => isUrl(text, () => !text.includes('\\'));
const NUMBER = '(?:0|[1-9]\\d*)';
const NAME = `(?:${NUMBER}|\\d*[a-z-][\\da-z-]*)`;

export const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['hostname', hostname],
  ['ipv4', ipv4],
  ['ipv6', ipv6],
  ['email', email],
  ['date', date],
  ['time', time],
  ['date-time', (text) => /^.{10}t/is.test(text) && date(text.slice(0, 10)) && time(text.slice(11))],
  ['uri', uri],
  ['iri', uri],
  ['uri-reference', uriReference],
  ['iri-reference', uriReference],
  ['regex', (text) => isParsed((written) => new Regexp(written), text)],
  ['uuid', form(/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i)],
  ['duration', form(/^P(?=.)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/)],
  ['json-pointer', form(/^(?:\/(?:[^~/]|~[01])*)*$/)],
  ['relative-json-pointer', form(/^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/)],
  [
    'semver',
    form(new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${NAME}(?:\\.${NAME})*)?(?:\\+[\\da-z-]+(?:\\.[\\da-z-]+)*)?$`, 'i')),
  ],
]);
