/** Upstream: pkg/chartutil/compatible.go (Helm v3.21.4), Masterminds/semver (v3.5): ranges of versions. */

interface Version {
  readonly numbers: readonly [major: number, minor: number, patch: number];
  readonly prerelease: string;
}

const VERSION = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;
const TERM =
  /^(=|!=|>=|=>|<=|=<|>|<|~>|~|\^)?\s*v?(\d+|[xX*])(?:\.(\d+|[xX*]))?(?:\.(\d+|[xX*]))?(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  return { numbers: [Number(match[1]), Number(match[2] ?? 0), Number(match[3] ?? 0)], prerelease: match[4] ?? '' };
}

export function isVersion(version: string): boolean {
  return parseVersion(version) !== undefined;
}

function compare(a: Version, b: Version): number {
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a.prerelease === b.prerelease) return 0;
  if (a.prerelease === '' || b.prerelease === '') return a.prerelease === '' ? 1 : -1;
  return comparePrerelease(a.prerelease.split('.'), b.prerelease.split('.'));
}

function comparePrerelease(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const left = a[index];
    const right = b[index];
    if (left === right) continue;
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const isLeftNumber = /^\d+$/.test(left);
    const isRightNumber = /^\d+$/.test(right);
    if (isLeftNumber && isRightNumber) return Number(left) - Number(right);
    if (isLeftNumber !== isRightNumber) return isLeftNumber ? -1 : 1;
    return left < right ? -1 : 1;
  }
  return 0;
}

/** Whether the version is within the range; a version or a range that is none fits nothing. */
export function isCompatibleRange(constraint: string, text: string): boolean {
  const version = parseVersion(text);
  if (version === undefined) return false;
  const groups = constraint.split('||').map(termsOf);
  if (groups.some((terms) => terms.length === 0 || terms.some((term) => !TERM.test(term)))) return false;
  return groups.some((terms) => terms.every((term) => satisfies(version, term)));
}

/** Terms are set apart by commas or blanks; `1 - 2` is a range. */
function termsOf(group: string): readonly string[] {
  const [from = '', to] = group.split(' - ');
  const plain = to === undefined ? group : `>=${from.trim()},<=${to.trim()}`;
  return plain
    .replace(/([=!<>~^])\s+/g, '$1')
    .split(/[\s,]+/)
    .filter((term) => term !== '');
}

function satisfies(version: Version, term: string): boolean {
  const [, operator = '', major = '', minor = 'x', patch = 'x', prerelease = ''] = TERM.exec(term) ?? [];
  // A prerelease is only within ranges that speak of prereleases.
  if (version.prerelease !== '' && prerelease === '') return false;
  const parts = [major, minor, patch];
  const dirty = parts.findIndex((part) => !/^\d+$/.test(part));
  const from: Version = { numbers: [numberOf(major), dirty === 0 ? 0 : numberOf(minor), numberOf(patch)], prerelease };
  if (dirty === 0) return operator !== '<' && operator !== '>' && operator !== '!=';
  const order = compare(version, from);
  switch (operator) {
    case '':
    case '=':
      return dirty > 0 ? isBelow(version, from, dirty - 1) && order >= 0 : order === 0;
    case '!=':
      return dirty > 0 ? !isBelow(version, from, dirty - 1) || order < 0 : order !== 0;
    case '>':
      return dirty > 0 ? order > 0 && !isBelow(version, from, dirty - 1) : order > 0;
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      return dirty > 0 ? order <= 0 || isBelow(version, from, dirty - 1) : order <= 0;
    case '^': {
      const first = from.numbers.findIndex((part) => part > 0);
      return (
        order >= 0 &&
        isBelow(
          version,
          from,
          first < 0 ? Math.min(dirty < 0 ? 2 : dirty - 1, 2) : dirty > 0 ? Math.min(first, dirty - 1) : first,
        )
      );
    }
    default:
      return order >= 0 && isBelow(version, from, dirty > 0 ? dirty - 1 : 1);
  }
}

/** The same up to that part, counted from 0. */
function isBelow(version: Version, from: Version, part: number): boolean {
  return version.numbers.slice(0, part + 1).every((number, index) => number === from.numbers[index]);
}

function numberOf(part: string): number {
  return /^\d+$/.test(part) ? Number(part) : 0;
}
