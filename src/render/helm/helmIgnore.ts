/** Upstream: pkg/ignore/rules.go (Helm v3.21.4): .helmignore. */
import { GoError } from '../goTemplate/value';
import { compilePattern, type Matcher } from './globPattern';

interface Pattern {
  readonly matches: Matcher;
  readonly isNegated: boolean;
  readonly mustBeFolder: boolean;
}

type Rules = (path: string) => boolean;

const known = new Map<string, Rules>();
const MOST_KNOWN = 10;
/** More than what is read of a chart. */
const MOST_PATHS = 5000;

/** Whether a file is left out, by itself or with a folder above it. A chart that is built once more has the same rules. */
export function ignoreRules(text: string): Rules {
  const rules = known.get(text) ?? readRules(text);
  if (!known.has(text) && known.size >= MOST_KNOWN) known.clear();
  known.set(text, rules);
  return rules;
}

function readRules(text: string): Rules {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const patterns = [...lines, 'templates/.?*'].map(parseRule).filter((pattern) => pattern !== undefined);
  const folders = new Map<string, boolean>();
  /** Whether a folder above is left out: each is looked at once, however many files are below it. */
  const isBelowOne = (path: string): boolean => {
    const left: string[] = [];
    let isOut: boolean | undefined;
    for (let at = path.lastIndexOf('/'); at > 0 && isOut === undefined; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      isOut = folders.get(folder);
      if (isOut === undefined) left.push(folder);
    }
    isOut ??= false;
    for (const folder of left.reverse()) folders.set(folder, (isOut ||= isIgnored(patterns, folder, true)));
    return isOut;
  };
  const files = new Map<string, boolean>();
  return (path) => {
    const before = files.get(path);
    if (before !== undefined) return before;
    if (files.size >= MOST_PATHS) for (const paths of [files, folders]) paths.clear();
    const isOut = isBelowOne(path) || isIgnored(patterns, path, false);
    files.set(path, isOut);
    return isOut;
  };
}

function isIgnored(patterns: readonly Pattern[], path: string, isFolder: boolean): boolean {
  for (const { matches, isNegated, mustBeFolder } of patterns) {
    if (isNegated) {
      // What is not spared is left out: the rules are read that way.
      if ((mustBeFolder && !isFolder) || !matches(path)) return true;
    } else if ((!mustBeFolder || isFolder) && matches(path)) return true;
  }
  return false;
}

function parseRule(line: string): Pattern | undefined {
  let rule = line.trim();
  if (rule === '' || rule.startsWith('#')) return undefined;
  if (rule.includes('**')) throw new GoError('double-star (**) syntax is not supported');
  const isNegated = rule.startsWith('!');
  if (isNegated) rule = rule.slice(1);
  const mustBeFolder = rule.endsWith('/');
  if (mustBeFolder) rule = rule.slice(0, -1);
  const isPath = rule.includes('/');
  const matches = compilePattern(rule.replace(/^\//, ''), { isGlob: false, negation: '^' });
  if (matches === undefined) throw new GoError('syntax error in pattern');
  return { isNegated, mustBeFolder, matches: isPath ? matches : (path) => matches(path.slice(path.lastIndexOf('/') + 1)) };
}
