/** Upstream: pkg/engine/funcs.go (Helm v3.21.4), Masterminds/sprig functions.go: all functions but those that need the engine. */
import type { Func, FuncMap } from '../../goTemplate/value';
import { StepBudget } from '../../regexp/regexpMachine';
import { ENCODING_FUNCTIONS } from './base64';
import { certificateFunctions } from './certificates';
import { cryptoFunctions, type Random } from './crypto';
import { DATA_FUNCTIONS, yamlFunctions } from './dataFormats';
import { dateFunctions } from './date';
import { DEFAULT_FUNCTIONS } from './defaults';
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
] as const;

/** Those that look at all that is in their arguments; what they do for each value takes as long as so many steps. */
const WEIGHTS: readonly (readonly [weight: number, names: string])[] = [
  [1, 'quote squote toString toStrings cat join has mustHas without mustWithout compact mustCompact deepEqual kindIs concat'],
  [1, 'b64enc b64dec contains replace splitList split'],
  [2, 'toJson mustToJson toRawJson mustToRawJson'],
  [4, 'toPrettyJson mustToPrettyJson toYaml mustToYaml toYamlPretty toToml mustToToml uniq mustUniq sortAlpha'],
  [4, 'int int64 float64 toDecimal atoi date dateInZone htmlDate adler32sum'],
  [5, 'sha1sum sha256sum'],
  [12, 'sha512sum'],
  [16, 'fromJson mustFromJson fromJsonArray upper lower title untitle swapcase snakecase camelcase kebabcase initials nospace'],
  [45, 'b32enc b32dec shuffle'],
  [
    40,
    'bcrypt htpasswd genPrivateKey genCA genCAWithKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert buildCustomCert',
  ],
  [80, 'encryptAES decryptAES'],
  [300, 'fromToml'],
  [500, 'semver semverCompare'],
];

function* weighed(funcs: FuncMap): Generator<[string, Func]> {
  for (const [weight, names] of WEIGHTS) {
    for (const name of names.split(' ')) {
      const func = funcs.get(name);
      if (func !== undefined) yield [name, { ...func, weight }];
    }
  }
}

/** Functions for one rendering: chance and regular expressions are used up by it. */
export function helmFunctions({ random, now }: FunctionOptions): FuncMap {
  const funcs = new Map<string, Func>([
    ...FIXED,
    ...dateFunctions({ seconds: now, nanoseconds: 0, zone: UTC }),
    ...yamlFunctions(),
    ...regexFunctions(new StepBudget()),
    ...cryptoFunctions(random),
    ...certificateFunctions(random),
  ]);
  return new Map([...funcs, ...weighed(funcs)]);
}
