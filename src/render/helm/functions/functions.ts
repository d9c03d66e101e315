/** Upstream: pkg/engine/funcs.go (Helm v3.21.4), Masterminds/sprig functions.go: all functions but those that need the engine. */
import { MAP, STRING, type FuncMap } from '../../goTemplate/value';
import { StepBudget } from '../../regexp/regexpMachine';
import { ENCODING_FUNCTIONS } from './base64';
import { certificateFunctions } from './certificates';
import { cryptoFunctions, type Random } from './crypto';
import { DATA_FUNCTIONS } from './dataFormats';
import { dateFunctions } from './date';
import { DEFAULT_FUNCTIONS } from './defaults';
import { fn } from './define';
import { DICT_FUNCTIONS } from './dict';
import { LIST_FUNCTIONS } from './list';
import { NUMERIC_FUNCTIONS } from './numeric';
import { regexFunctions } from './regexFunctions';
import { SEMVER_FUNCTIONS } from './semverFunctions';
import { STRING_FUNCTIONS } from './stringFunctions';
import { URL_FUNCTIONS } from './urlFunctions';
import { UTC } from './zones';

export interface FunctionOptions {
  readonly random: Random;
  /** The present, in seconds since 1970. */
  readonly now: number;
}

/** The same for every rendering. */
const FIXED = [
  ...STRING_FUNCTIONS,
  ...NUMERIC_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...DICT_FUNCTIONS,
  ...DEFAULT_FUNCTIONS,
  ...DATA_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...SEMVER_FUNCTIONS,
  ...URL_FUNCTIONS,
  ['lookup', fn([STRING, STRING, STRING, STRING], MAP, () => new Map())],
] as const;

/** Functions for one rendering: chance and regular expressions are used up by it. */
export function helmFunctions({ random, now }: FunctionOptions): FuncMap {
  return new Map([
    ...FIXED,
    ...dateFunctions({ seconds: now, nanoseconds: 0, zone: UTC }),
    ...regexFunctions(new StepBudget()),
    ...cryptoFunctions(random),
    ...certificateFunctions(random),
  ]);
}
