import type { Failure, SuiteResult } from './replay';
import type { Share } from './suite';

/** What came of one share that a suite of samples holds. */
export interface MeasuredShare {
  readonly share: Share;
  readonly same: number;
  readonly cases: number;
  readonly isHeld: boolean;
}

export function measureShares({ shares, failures, passed }: SuiteResult): readonly MeasuredShare[] {
  const cases = passed + failures.length;
  return shares.map((share) => {
    const same = cases - failures.filter((failure) => differsIn(failure, share)).length;
    return { share, same, cases, isHeld: same >= cases * (share.atLeast ?? 0) };
  });
}

function differsIn({ differences }: Failure, { path }: Share): boolean {
  return differences.some((difference) => difference.path.startsWith(path) || difference.path === '(exception)');
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}

export function describeShare({ share, same, cases }: MeasuredShare): string {
  const held = share.atLeast === undefined ? '' : `; at least ${percent(share.atLeast, 1)} is held`;
  return `${share.name}: ${same} of ${cases} (${percent(same, cases)}${held})`;
}

/** A Markdown table: per kind of case how many there are and how many come out in each respect. */
export function groupTable({ shares, failures, groups }: SuiteResult): readonly string[] {
  const rows = [...groups].sort().map(([group, cases]) => {
    const failed = failures.filter((failure) => failure.group === group);
    return [group, cases, ...shares.map((share) => cases - failed.filter((failure) => differsIn(failure, share)).length)];
  });
  const head = ['class', 'runs', ...shares.map(({ name }) => name)];
  return [head, head.map((_, index) => (index === 0 ? '---' : '---:')), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
