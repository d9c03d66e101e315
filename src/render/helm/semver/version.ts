/** Upstream: Masterminds/semver version.go (3.4): versions, a leading v and missing parts forgiven. */
import { GoError } from '../../goTemplate/value';
import { compareStrings } from '../../goTemplate/bytes';

export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: string;
  readonly metadata: string;
  /** As it was written. */
  readonly original: string;
}

const VERSION =
  /^v?([0-9]+)(?:\.([0-9]+))?(?:\.([0-9]+))?(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?$/;
const MAX_UINT64 = 2n ** 64n - 1n;

/** Throws a GoError with upstream's words. */
export function parseVersion(text: string): Version {
  const found = VERSION.exec(text);
  if (found === null) throw new GoError('invalid semantic version');
  const [, major = '', minor = '0', patch = '0', prerelease = '', metadata = ''] = found;
  const version = { major: segment(major), minor: segment(minor), patch: segment(patch), prerelease, metadata, original: text };
  if (prerelease.split('.').some((part) => /^0[0-9]+$/.test(part))) throw new GoError('version segment starts with 0');
  return version;
}

function segment(digits: string): bigint {
  const number = digits.length > 100 ? MAX_UINT64 + 1n : BigInt(digits);
  if (number <= MAX_UINT64) return number;
  throw new GoError(`error parsing version segment: strconv.ParseUint: parsing "${digits}": value out of range`);
}

export function versionText({ major, minor, patch, prerelease, metadata }: Version): string {
  return `${major}.${minor}.${patch}${prerelease && `-${prerelease}`}${metadata && `+${metadata}`}`;
}

/** -1, 0 or 1. Metadata do not count; a prerelease comes before its release. */
export function compareVersions(a: Version, b: Version): number {
  const numbers = order(a.major, b.major) || order(a.minor, b.minor) || order(a.patch, b.patch);
  if (numbers !== 0 || a.prerelease === b.prerelease) return numbers;
  if (a.prerelease === '') return 1;
  return b.prerelease === '' ? -1 : comparePrereleases(a.prerelease, b.prerelease);
}

function order(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function comparePrereleases(a: string, b: string): number {
  const left = a.split('.');
  const right = b.split('.');
  for (let i = 0; i < Math.max(left.length, right.length); i += 1) {
    const result = comparePart(left[i] ?? '', right[i] ?? '');
    if (result !== 0) return result;
  }
  return 0;
}

/** Numbers come before words, nothing before both. */
function comparePart(a: string, b: string): number {
  if (a === b) return 0;
  if (a === '') return -1;
  if (b === '') return 1;
  const left = numberOf(a);
  const right = numberOf(b);
  if (left === undefined && right === undefined) return Math.sign(compareStrings(a, b));
  if (right === undefined) return -1;
  if (left === undefined) return 1;
  return left > right ? 1 : -1;
}

function numberOf(text: string): bigint | undefined {
  if (text.length > 100 || !/^[0-9]+$/.test(text)) return undefined;
  const number = BigInt(text);
  return number <= MAX_UINT64 ? number : undefined;
}

/** The next version: what is smaller than the part that grows is dropped. A prerelease grows into its release. */
export function incremented(version: Version, part: 'major' | 'minor' | 'patch'): Version {
  const base = { ...version, prerelease: '', metadata: '' };
  if (part === 'patch' && version.prerelease !== '') return withOriginal(base, version);
  if (version[part] === MAX_UINT64) throw new GoError(`${part} version increment would overflow uint64`);
  if (part === 'major') return withOriginal({ ...base, major: version.major + 1n, minor: 0n, patch: 0n }, version);
  if (part === 'minor') return withOriginal({ ...base, minor: version.minor + 1n, patch: 0n }, version);
  return withOriginal({ ...base, patch: version.patch + 1n }, version);
}

function withOriginal(version: Version, before: Version): Version {
  return { ...version, original: (before.original.startsWith('v') ? 'v' : '') + versionText(version) };
}
