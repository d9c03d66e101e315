/** Upstream: Masterminds/semver constraints.go (3.4): `>=1.19-0`, `~1.2 || ^2`, `1.0 - 1.5`. */
import { goQuote } from '../../../model/goQuote';
import { GoError } from '../../goTemplate/value';
import { Regexp } from '../../regexp/regexp';
import { StepBudget } from '../../regexp/regexpMachine';
import { comparePrereleases, compareVersions, parseVersion, type Version } from './version';

interface Constraint {
  readonly operator: string;
  readonly version: Version;
  /** A part of it is missing or an `x`. */
  readonly isOpen: boolean;
  readonly openMinor: boolean;
  readonly openPatch: boolean;
}

/** One of the alternatives holds if all in it hold. */
interface Alternative {
  readonly all: readonly Constraint[];
  /** One of them names a prerelease: only then prereleases are let in. */
  readonly prereleases: boolean;
}

const PART = '[0-9|x|X|\\*]+';
const WORDS = '[0-9A-Za-z\\-]+(?:\\.[0-9A-Za-z\\-]+)*';
const CONSTRAINED = `v?(${PART})(\\.${PART})?(\\.${PART})?(-${WORDS})?(?:\\+${WORDS})?`;
const OPERATOR = '=||!=|>|<|>=|=>|<=|=<|~|~>|\\^';
const ONE = `(?:${OPERATOR})\\s*(?:${CONSTRAINED})`;

/** No chart writes longer ones, and what is below is cheap for all of them. */
const MAX_LENGTH = 2_000;

class Expressions {
  readonly range = new Regexp(`\\s*(${CONSTRAINED})\\s+-\\s+(${CONSTRAINED})\\s*`);
  readonly valid = new Regexp(`^\\s*${ONE}\\s*(?:(?:\\s+|,\\s*)${ONE}\\s*)*$`);
  readonly each = new Regexp(`(${OPERATOR})\\s*(${CONSTRAINED})`);
}

/** Made when a chart first compares a version. */
let expressions: Expressions | undefined;

/** Whether the version is among those that the constraint allows; throws a GoError with upstream's words. */
export function satisfies(constraint: string, version: string): boolean {
  const alternatives = parseConstraint(constraint);
  return allows(alternatives, parseVersion(version));
}

function allows(alternatives: readonly Alternative[], version: Version): boolean {
  return alternatives.some(({ all, prereleases }) => all.every((one) => holds(one, version, prereleases)));
}

function parseConstraint(text: string): readonly Alternative[] {
  expressions ??= new Expressions();
  const { range, valid, each } = expressions;
  const budget = new StepBudget();
  if (text.length > MAX_LENGTH) throw improper(text);
  let rewritten = text;
  for (const found of range.findAll(text, -1, budget)) {
    const [whole = '', low = '', , , , , high = ''] = found;
    rewritten = rewritten.replace(whole, () => `>= ${low}, <= ${high} `);
  }
  return rewritten.split('||').map((part) => {
    if (!valid.matches(part, budget)) throw improper(part);
    const all = each.findAll(part, -1, budget).map(toConstraint);
    return { all, prereleases: all.some((one) => one.version.prerelease !== '') };
  });
}

function improper(text: string): GoError {
  return new GoError(`improper constraint: ${goQuote(text)}`);
}

function isOpenPart(part: string): boolean {
  return part === '' || /^\.?[xX*]$/.test(part);
}

function toConstraint(found: readonly string[]): Constraint {
  const [, operator = '', written = '', major = '', minor = '', patch = '', prerelease = ''] = found;
  try {
    if (isOpenPart(major)) return made(operator, `0.0.0${prerelease}`, { isOpen: true });
    if (isOpenPart(minor)) return made(operator, `${major}.0.0${prerelease}`, { isOpen: true, openMinor: true });
    if (isOpenPart(patch)) return made(operator, `${major}${minor}.0${prerelease}`, { isOpen: true, openPatch: true });
    return made(operator, written, {});
  } catch {
    throw new GoError('constraint parser error');
  }
}

function made(operator: string, version: string, open: Partial<Constraint>): Constraint {
  return { operator, version: parseVersion(version), isOpen: false, openMinor: false, openPatch: false, ...open };
}

function holds(constraint: Constraint, version: Version, prereleases: boolean): boolean {
  if (version.prerelease !== '' && !prereleases) return false;
  const compared = compareVersions(version, constraint.version);
  switch (constraint.operator) {
    case '!=':
      return isOther(constraint, version);
    case '>':
      return isGreater(constraint, version);
    case '<':
      return compared < 0;
    case '>=':
    case '=>':
      return compared >= 0;
    case '<=':
    case '=<':
      return isAtMost(constraint, version);
    case '~':
    case '~>':
      return isNear(constraint, version);
    case '^':
      return isCompatible(constraint, version);
    default:
      return constraint.isOpen ? isNear(constraint, version) : compared === 0;
  }
}

function isOther({ version: wanted, isOpen, openMinor, openPatch }: Constraint, version: Version): boolean {
  if (isOpen) {
    if (wanted.major !== version.major) return true;
    if (openMinor) return false;
    if (wanted.minor !== version.minor) return true;
    if (openPatch) return comparePrereleases(version.prerelease, wanted.prerelease) !== 0;
    if (wanted.patch !== version.patch) return true;
  }
  return compareVersions(version, wanted) !== 0;
}

/** `>11` begins with 12, `>11.1` with 11.2. */
function isGreater({ version: wanted, isOpen, openMinor, openPatch }: Constraint, version: Version): boolean {
  if (isOpen) {
    if (version.major !== wanted.major) return version.major > wanted.major;
    if (openMinor) return false;
    if (openPatch) return version.minor > wanted.minor;
  }
  return compareVersions(version, wanted) > 0;
}

function isAtMost({ version: wanted, isOpen, openMinor }: Constraint, version: Version): boolean {
  if (!isOpen) return compareVersions(version, wanted) <= 0;
  if (version.major > wanted.major) return false;
  return version.major !== wanted.major || version.minor <= wanted.minor || openMinor;
}

/** `~1.2.3`: 1.2 from there on; `~0.0.0` is everything. */
function isNear({ version: wanted, openMinor, openPatch }: Constraint, version: Version): boolean {
  if (compareVersions(version, wanted) < 0) return false;
  if (wanted.major === 0n && wanted.minor === 0n && wanted.patch === 0n && !openMinor && !openPatch) return true;
  return version.major === wanted.major && (version.minor === wanted.minor || openMinor);
}

/** `^1.2.3`: 1 from there on; `^0.2.3`: 0.2 from there on; `^0.0.3`: itself. */
function isCompatible({ version: wanted, openMinor, openPatch }: Constraint, version: Version): boolean {
  if (compareVersions(version, wanted) < 0) return false;
  if (wanted.major > 0n || openMinor) return version.major === wanted.major;
  if (version.major > 0n) return false;
  if (wanted.minor > 0n || openPatch) return version.minor === wanted.minor;
  return version.minor === 0n && version.patch === wanted.patch;
}
