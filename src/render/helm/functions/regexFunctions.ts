/** Upstream: Masterminds/sprig regex.go: the forms that panic, and those that return their error. */
import { goQuote } from '../../../model/goQuote';
import { BOOL, GoError, INT, List, STRING, STRINGS, type Int } from '../../goTemplate/value';
import { quoteMeta, Regexp } from '../../regexp/regexp';
import type { StepBudget } from '../../regexp/regexpMachine';
import { RegexpError } from '../../regexp/regexpTree';
import { fn, type NamedFuncs } from './define';

const TWO_TEXTS = [STRING, STRING];
const THREE_TEXTS = [STRING, STRING, STRING];
const COUNTED = [STRING, STRING, INT];

/** Charts use the same few again and again, in many files. */
const MAX_KEPT = 500;
const STEPS_TO_READ = 8;
const kept = new Map<string, Regexp>();

/** To read it counts each time, so that what was kept makes no difference. */
function compile(expression: string, budget: StepBudget): Regexp {
  budget.take(STEPS_TO_READ * expression.length);
  const known = kept.get(expression);
  if (known !== undefined) return known;
  const compiled = new Regexp(expression);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(expression, compiled);
  return compiled;
}

function mustCompile(expression: string, budget: StepBudget): Regexp {
  try {
    return compile(expression, budget);
  } catch (error) {
    if (!(error instanceof RegexpError)) throw error;
    throw new GoError(`regexp: Compile(${shown(expression)}): ${error.message}`);
  }
}

function shown(expression: string): string {
  // eslint-disable-next-line no-control-regex -- what backquotes cannot hold
  return /[\x00-\x08\n-\x1f`\x7f\ufeff\udc80-\udcff]/u.test(expression) ? goQuote(expression) : `\`${expression}\``;
}

export function regexFunctions(budget: StepBudget): NamedFuncs {
  const matches = (expression: string, text: string): boolean => compile(expression, budget).matches(text, budget);
  return [
    ...searches(mustCompile, (name) => name, budget),
    ...searches(compile, (name) => `mustR${name.slice(1)}`, budget),
    ['regexMatch', fn(TWO_TEXTS, BOOL, (expression: string, text: string) => orFalse(() => matches(expression, text)))],
    ['mustRegexMatch', fn(TWO_TEXTS, BOOL, matches)],
    ['regexQuoteMeta', fn([STRING], STRING, quoteMeta)],
  ];
}

function searches(
  compiled: (expression: string, budget: StepBudget) => Regexp,
  named: (name: string) => string,
  budget: StepBudget,
): NamedFuncs {
  const find = (expression: string, text: string): string => compiled(expression, budget).find(text, budget);
  const findAll = (expression: string, text: string, limit: Int): List => {
    const found = compiled(expression, budget).findAll(text, Number(limit.value), budget);
    const texts = found.map(([whole = '']) => whole);
    return new List(texts, STRINGS, texts.length === 0);
  };
  const split = (expression: string, text: string, limit: Int): List => {
    const pieces = compiled(expression, budget).split(text, Number(limit.value), budget);
    return new List(pieces ?? [], STRINGS, pieces === undefined);
  };
  const replace = (expression: string, text: string, by: string): string =>
    compiled(expression, budget).replaceAll(text, by, budget);
  const replaceLiteral = (expression: string, text: string, by: string): string =>
    compiled(expression, budget).replaceAllLiteral(text, by, budget);
  return [
    [named('regexFind'), fn(TWO_TEXTS, STRING, find)],
    [named('regexFindAll'), fn(COUNTED, STRINGS, findAll)],
    [named('regexSplit'), fn(COUNTED, STRINGS, split)],
    [named('regexReplaceAll'), fn(THREE_TEXTS, STRING, replace)],
    [named('regexReplaceAllLiteral'), fn(THREE_TEXTS, STRING, replaceLiteral)],
  ];
}

/** An expression that is none matches nothing. */
function orFalse(matches: () => boolean): boolean {
  try {
    return matches();
  } catch (error) {
    if (error instanceof RegexpError) return false;
    throw error;
  }
}
