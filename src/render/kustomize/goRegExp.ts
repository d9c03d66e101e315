/**
 * Ours: expressions of Go's `regexp` that people write into kustomizations. Go takes linear time for any of them, JavaScript does
 * not: what could take exponential time is refused, and texts are cut to the length of a name.
 */
import { KustomizeError } from './error';

const made = new Map<string, RegExp | undefined>();
const MAX_PATTERN = 500;
const MAX_TEXT = 2_000;
export function matchesGo(pattern: string, text: string): boolean {
  const expression = compile(pattern);
  if (expression === undefined) throw new KustomizeError('selector', `error parsing regexp: ${pattern.slice(0, 100)}`);
  return text.length <= MAX_TEXT && expression.test(text);
}

/** False for what is no expression. */
export function matchesGoOrNot(pattern: string, text: string): boolean {
  const expression = compile(pattern);
  return expression !== undefined && text.length <= MAX_TEXT && expression.test(text);
}

function compile(pattern: string): RegExp | undefined {
  if (made.has(pattern)) return made.get(pattern);
  const expression = makeExpression(pattern);
  if (made.size > 1_000) made.clear();
  made.set(pattern, expression);
  return expression;
}

function makeExpression(pattern: string): RegExp | undefined {
  // Look-around and back references are none of Go's.
  if (pattern.length > MAX_PATTERN || repeatsRepetition(pattern) || /\(\?(?:=|!|<[=!])|\\[1-9k]/.test(pattern)) return undefined;
  const flags = /^\^?(?:\(\?:)?\(\?([is]+)\)/.exec(pattern)?.[1] ?? '';
  const plain = pattern
    .replace(/\(\?[is]+\)/, '')
    .replaceAll('(?P<', '(?<')
    .replaceAll('\\A', '^')
    .replaceAll('\\z', '$')
    .replaceAll('[[:alpha:]]', '[A-Za-z]')
    .replaceAll('[[:digit:]]', '[0-9]')
    .replaceAll('[[:alnum:]]', '[A-Za-z0-9]');
  try {
    return new RegExp(plain, flags);
  } catch {
    return undefined;
  }
}

/** Whether a group is repeated that has a repetition or an alternative in it; what is escaped counts too. */
function repeatsRepetition(pattern: string): boolean {
  const open: boolean[] = [];
  let last = false;
  for (const char of pattern) {
    if ('*+{'.includes(char) && last) return true;
    last = false;
    if (char === '(') open.push(false);
    else if (char === ')') {
      last = open.pop() ?? false;
      if (last && open.length > 0) open[open.length - 1] = true;
    } else if ('*+{|'.includes(char) && open.length > 0) open[open.length - 1] = true;
  }
  return false;
}
