/** Upstream: api/types/selector.go, apimachinery/pkg/labels/selector.go (kustomize v5.8.1). */
import { KustomizeError } from './error';
import { matchesGo } from './goRegExp';
import type { Gvk } from './resId';

/** Names are expressions that fit the whole text; nothing takes anything. */
export interface Selector {
  readonly group?: string;
  readonly version?: string;
  readonly kind?: string;
  readonly name?: string;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly annotationSelector?: string;
}

export function matchesName(pattern: string | undefined, text: string): boolean {
  return pattern === undefined || pattern === '' || matchesGo(`^(?:${pattern})$`, text);
}

export function matchesGvk(selector: Selector, gvk: Gvk): boolean {
  return (
    matchesName(selector.group, gvk.group) && matchesName(selector.version, gvk.version) && matchesName(selector.kind, gvk.kind)
  );
}

type Requirement = (labels: ReadonlyMap<string, string>) => boolean;

const TOKEN = /\s*(?:(==|!=|=|!|,|\(|\)|<|>)|([^\s,()=!<>]+))/y;

/** `a=b,c in (d,e),!f`. Throws for what is none. */
export function parseLabelSelector(text: string): Requirement {
  const tokens = new Tokens(text);
  const requirements: Requirement[] = [];
  while (tokens.peek() !== undefined) {
    requirements.push(parseRequirement(tokens));
    const next = tokens.next();
    if (next === undefined) break;
    if (next !== ',') throw unexpected(next, "',' or end of string");
    if (tokens.peek() === undefined) throw unexpected('', 'identifier after comma');
  }
  return (labels) => requirements.every((holds) => holds(labels));
}

class Tokens {
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(text: string) {
    TOKEN.lastIndex = 0;
    for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) this.#tokens.push(match[1] ?? match[2] ?? '');
  }

  peek(): string | undefined {
    return this.#tokens[this.#at];
  }

  next(): string | undefined {
    return this.#tokens[this.#at++];
  }
}

function unexpected(found: string, expected: string): KustomizeError {
  return new KustomizeError('selector', `unable to parse requirement: found '${found}', expected: ${expected}`);
}

const SYMBOL = /^[=!,()<>]+$/;

function parseRequirement(tokens: Tokens): Requirement {
  let key = tokens.next() ?? '';
  if (key === '!') {
    key = keyOf(tokens.next());
    return (labels) => !labels.has(key);
  }
  key = keyOf(key);
  const operator = tokens.peek();
  if (operator === undefined || operator === ',') return (labels) => labels.has(key);
  tokens.next();
  switch (operator) {
    case '=':
    case '==':
      return equals(key, valueOf(tokens));
    case '!=': {
      const isEqual = equals(key, valueOf(tokens));
      return (labels) => !isEqual(labels);
    }
    case '<':
    case '>':
      return compares(key, operator, Number(valueOf(tokens)));
    case 'in':
    case 'notin': {
      const values = valuesOf(tokens);
      return (labels) => (labels.has(key) && values.has(labels.get(key) ?? '')) === (operator === 'in');
    }
    default:
      throw unexpected(operator, 'in, notin, =, ==, !=, gt, lt');
  }
}

function equals(key: string, value: string): Requirement {
  return (labels) => labels.get(key) === value;
}

function compares(key: string, operator: '<' | '>', value: number): Requirement {
  if (!Number.isSafeInteger(value)) throw unexpected(String(value), 'an integer');
  return (labels) => {
    const text = labels.get(key);
    if (text === undefined || !/^[+-]?\d+$/.test(text)) return false;
    return operator === '<' ? Number(text) < value : Number(text) > value;
  };
}

const KEY = /^(?:[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?$/;
const VALUE = /^(?:[A-Za-z0-9](?:[-\w.]{0,61}[A-Za-z0-9])?)?$/;

function keyOf(token: string | undefined): string {
  if (token === undefined || SYMBOL.test(token)) throw unexpected(token ?? '', 'identifier');
  if (!KEY.test(token)) throw new KustomizeError('selector', `key: Invalid value: "${token}"`);
  return token;
}

function checkValue(value: string): string {
  if (!VALUE.test(value)) throw new KustomizeError('selector', `values: Invalid value: "${value}"`);
  return value;
}

/** Nothing at all is the empty text. */
function valueOf(tokens: Tokens): string {
  const token = tokens.peek();
  if (token === undefined || token === ',') return '';
  tokens.next();
  if (SYMBOL.test(token)) throw unexpected(token, 'identifier');
  return checkValue(token);
}

function valuesOf(tokens: Tokens): ReadonlySet<string> {
  const open = tokens.next() ?? '';
  if (open !== '(') throw unexpected(open, "'('");
  const values = new Set<string>();
  for (;;) {
    const token = tokens.next();
    if (token === ')') break;
    if (token === undefined) throw unexpected('', "',' or ')'");
    if (token === ',') {
      const next = tokens.peek();
      if (next === ',' || next === ')') values.add('');
      continue;
    }
    if (SYMBOL.test(token)) throw unexpected(token, 'identifier');
    values.add(checkValue(token));
    const next = tokens.peek();
    if (next !== ',' && next !== ')') throw unexpected(next ?? '', "',' or ')'");
  }
  if (values.size === 0) values.add('');
  return values;
}
