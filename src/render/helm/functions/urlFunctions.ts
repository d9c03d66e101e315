/** Upstream: Masterminds/sprig url.go, network.go, and golang/go src/path: addresses and paths. */
import { BOOL, GoError, kindOf, MAP, STRING, type GoMap, type Value } from '../../goTemplate/value';
import { fn, NIL_DEREFERENCE, type NamedFuncs } from './define';
import { hostname, parseUrl, urlText, userText } from './url';

function path(names: readonly [string, string], result: typeof BOOL, body: (text: string) => Value): NamedFuncs {
  return names.map((name) => [name, fn([STRING], result, body)]);
}

export const URL_FUNCTIONS: NamedFuncs = [
  ['urlParse', fn([STRING], MAP, urlParse)],
  ['urlJoin', fn([MAP], STRING, urlJoin)],
  ['getHostByName', fn([STRING], STRING, () => '')],
  ...path(['base', 'osBase'], STRING, base),
  ...path(['dir', 'osDir'], STRING, (text) => clean(text.slice(0, text.lastIndexOf('/') + 1))),
  ...path(['clean', 'osClean'], STRING, clean),
  ...path(['ext', 'osExt'], STRING, (text) => /\.[^./]*$/.exec(text.slice(text.lastIndexOf('/') + 1))?.[0] ?? ''),
  ...path(['isAbs', 'osIsAbs'], BOOL, (text) => text.startsWith('/')),
];

function urlParse(text: string): GoMap {
  try {
    const url = parseUrl(text);
    return new Map<string, Value>([
      ['scheme', url.scheme],
      ['host', url.host],
      ['hostname', hostname(url.host)],
      ['path', url.path],
      ['query', url.query],
      ['opaque', url.opaque],
      ['fragment', url.fragment],
      ['userinfo', url.user === undefined ? '' : userText(url.user)],
    ]);
  } catch (error) {
    if (error instanceof GoError) throw new GoError(`unable to parse url: ${error.message}`);
    throw error;
  }
}

function urlJoin(parts: GoMap | null): string {
  const text = (key: string): string => {
    const value = parts?.get(key);
    if (value === undefined) return '';
    if (typeof value === 'string') return value;
    if (value === null) throw new GoError(NIL_DEREFERENCE);
    throw new GoError(`unable to parse ${key} key, must be of type string, but ${kindOf(value)} found`);
  };
  const url = {
    scheme: text('scheme'),
    host: text('host'),
    path: text('path'),
    query: text('query'),
    opaque: text('opaque'),
    fragment: text('fragment'),
  };
  return urlText({ ...url, user: userOf(text('userinfo')) });
}

function userOf(userinfo: string): ReturnType<typeof parseUrl>['user'] {
  if (userinfo === '') return undefined;
  try {
    return parseUrl(`proto://${userinfo}@host`).user;
  } catch (error) {
    if (error instanceof GoError) throw new GoError(`unable to parse userinfo in dict: ${error.message}`);
    throw error;
  }
}

/** path.Base. */
function base(text: string): string {
  if (text === '') return '.';
  const name = text.split('/').findLast((part) => part !== '');
  return name ?? '/';
}

/** path.Clean: no empty segments, no `.`, and `..` only at the start of a relative path. */
function clean(text: string): string {
  const isRooted = text.startsWith('/');
  const kept: string[] = [];
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!isRooted) kept.push(part);
  }
  const joined = (isRooted ? '/' : '') + kept.join('/');
  return joined === '' ? '.' : joined;
}
