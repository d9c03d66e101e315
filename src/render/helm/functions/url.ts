/** Upstream: golang/go src/net/url/url.go: addresses taken apart and put together. */
import { goQuote } from '../../../model/goQuote';
import { GoError } from '../../goTemplate/value';
import { fromBinary, toBinary } from './bytesOf';

export interface Url {
  readonly scheme: string;
  readonly opaque: string;
  readonly user: UserInfo | undefined;
  readonly host: string;
  readonly path: string;
  readonly query: string;
  readonly forceQuery?: boolean;
  readonly fragment: string;
  /** As it was written, where that is not the usual way to write it. */
  readonly rawPath?: string;
  readonly omitHost?: boolean;
}

interface UserInfo {
  readonly name: string;
  readonly password: string | undefined;
}

/** Where a character stands decides whether it is escaped. */
type Part = 'path' | 'host' | 'user' | 'fragment';

/** Throws a GoError: `parse "…": …`. */
export function parseUrl(text: string): Url {
  try {
    const hash = text.indexOf('#');
    const url = parseWithoutFragment(hash < 0 ? text : text.slice(0, hash));
    return hash < 0 ? url : { ...url, fragment: unescape(text.slice(hash + 1), 'fragment') };
  } catch (error) {
    if (error instanceof GoError) throw new GoError(`parse ${goQuote(text)}: ${error.message}`);
    throw error;
  }
}

function parseWithoutFragment(text: string): Url {
  // eslint-disable-next-line no-control-regex -- they are what is refused
  if (/[\x00-\x1f\x7f]/.test(text)) throw new GoError('net/url: invalid control character in URL');
  const empty: Url = { scheme: '', opaque: '', user: undefined, host: '', path: '', query: '', fragment: '' };
  if (text === '*') return { ...empty, path: '*' };
  if (text.startsWith(':')) throw new GoError('missing protocol scheme');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(text)?.[1] ?? '';
  let rest = scheme === '' ? text : text.slice(scheme.length + 1);
  const mark = rest.indexOf('?');
  const query = mark < 0 ? '' : rest.slice(mark + 1);
  const forceQuery = mark >= 0 && query === '';
  if (mark >= 0) rest = rest.slice(0, mark);
  const base = { ...empty, scheme: scheme.toLowerCase(), query, forceQuery };
  if (!rest.startsWith('/')) {
    if (scheme !== '') return { ...base, opaque: rest };
    if (rest.split('/', 1)[0]?.includes(':') === true) throw new GoError('first path segment in URL cannot contain colon');
  }
  if (!rest.startsWith('//') || (scheme === '' && rest.startsWith('///'))) {
    return { ...base, ...pathOf(rest), omitHost: scheme !== '' && rest.startsWith('/') };
  }
  const slash = rest.indexOf('/', 2);
  const authority = slash < 0 ? rest.slice(2) : rest.slice(2, slash);
  return { ...base, ...parseAuthority(base.scheme, authority), ...pathOf(slash < 0 ? '' : rest.slice(slash)) };
}

function pathOf(raw: string): Pick<Url, 'path' | 'rawPath'> {
  const path = unescape(raw, 'path');
  return escape(path, 'path') === raw ? { path } : { path, rawPath: raw };
}

function parseAuthority(scheme: string, authority: string): Pick<Url, 'user' | 'host'> {
  const at = authority.lastIndexOf('@');
  const host = parseHost(scheme, authority.slice(at + 1));
  if (at < 0) return { user: undefined, host };
  const info = authority.slice(0, at);
  if (!/^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(info)) throw new GoError('net/url: invalid userinfo');
  const colon = info.indexOf(':');
  const name = unescape(colon < 0 ? info : info.slice(0, colon), 'user');
  return { user: { name, password: colon < 0 ? undefined : unescape(info.slice(colon + 1), 'user') }, host };
}

function parseHost(scheme: string, host: string): string {
  const open = host.lastIndexOf('[');
  if (open > 0) throw new GoError('invalid IP-literal');
  let port = '';
  if (open === 0) {
    const close = host.lastIndexOf(']');
    if (close < 0) throw new GoError("missing ']' in host");
    port = host.slice(close + 1);
    const address = host.slice(1, close);
    if (!/^[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(?:%25.*)?$/.test(address)) {
      throw new GoError(`invalid host: ParseAddr(${goQuote(address)}): unable to parse IP`);
    }
  } else {
    const strict = scheme === 'http' || scheme === 'https';
    const colon = strict ? host.indexOf(':') : host.lastIndexOf(':');
    if (colon >= 0) port = host.slice(colon);
  }
  if (!/^(?::[0-9]*)?$/.test(port)) throw new GoError(`invalid port ${goQuote(port)} after host`);
  return unescape(host, 'host');
}

const UNRESERVED = /[A-Za-z0-9\-_.~]/;
const KEPT: Readonly<Record<Part, string>> = {
  path: '$&+,/:;=@',
  host: '!$&\'()*+,;=:[]<>"',
  user: '$&+,;=',
  fragment: '$&+,/:;=?@!()*',
};

function shouldEscape(char: string, part: Part): boolean {
  return !UNRESERVED.test(char) && !KEPT[part].includes(char);
}

function unescape(text: string, part: Part): string {
  const bytes = toBinary(text);
  let plain = '';
  for (let at = 0; at < bytes.length; at += 1) {
    const char = bytes.charAt(at);
    if (char !== '%') {
      if (part === 'host' && char < '\x80' && shouldEscape(char, part)) {
        throw new GoError(`invalid character ${goQuote(char)} in host name`);
      }
      plain += char;
      continue;
    }
    const digits = bytes.slice(at + 1, at + 3);
    if (!/^[0-9A-Fa-f]{2}$/.test(digits)) throw new GoError(`invalid URL escape ${goQuote(bytes.slice(at, at + 3))}`);
    const code = Number.parseInt(digits, 16);
    if (part === 'host' && code < 0x80 && digits !== '25') throw new GoError(`invalid URL escape ${goQuote(`%${digits}`)}`);
    plain += String.fromCharCode(code);
    at += 2;
  }
  return fromBinary(plain);
}

function escape(text: string, part: Part): string {
  let escaped = '';
  for (const char of toBinary(text)) {
    if (char < '\x80' && !shouldEscape(char, part)) escaped += char;
    else escaped += `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}

export function userText({ name, password }: UserInfo): string {
  return escape(name, 'user') + (password === undefined ? '' : `:${escape(password, 'user')}`);
}

/** Without the port and the brackets of an address. */
export function hostname(host: string): string {
  const plain = /^\[(.*)\](?::[0-9]*)?$/.exec(host);
  return plain?.[1] ?? host.replace(/:[0-9]{0,100}$/, '');
}

/** Upstream: URL.String. */
export function urlText(url: Url): string {
  const { scheme, opaque, user, host, query, forceQuery, fragment, omitHost } = url;
  let text = scheme === '' ? '' : `${scheme}:`;
  if (opaque !== '') text += opaque;
  else text += authorityText(url, omitHost === true && host === '' && user === undefined);
  if (forceQuery === true || query !== '') text += `?${query}`;
  return fragment === '' ? text : `${text}#${escape(fragment, 'fragment')}`;
}

function authorityText({ scheme, user, host, path, rawPath }: Url, isOmitted: boolean): string {
  let text = '';
  const hasAuthority = scheme !== '' || host !== '' || user !== undefined;
  if (hasAuthority && !isOmitted && (host !== '' || path !== '' || user !== undefined)) text += '//';
  if (user !== undefined) text += `${userText(user)}@`;
  text += escape(host, 'host');
  const escapedPath = path === '*' ? '*' : (rawPath ?? escape(path, 'path'));
  if (escapedPath !== '' && !escapedPath.startsWith('/') && host !== '') text += '/';
  // A first segment with a colon would be read as a scheme.
  if (text === '' && scheme === '' && escapedPath.split('/', 1)[0]?.includes(':') === true) text += './';
  return text + escapedPath;
}
