import { counted, listed } from '../model/words';
import type { Severity } from '../rules/rule';
import { SEVERITIES, type Finding } from './finding';

/** What a format has to print. */
export interface Report {
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly workloads: number;
  readonly omissions: readonly string[];
  /** Findings that a baseline knows, and are not among the others. */
  readonly known: number;
  /** That and what is worse fails; undefined: nothing does. */
  readonly failOn: Severity | undefined;
  readonly version: string;
}

/** `2 files, 3 workloads: 1 error, 2 warnings`. */
export function totalsOf({ findings, files, workloads, known }: Report): string {
  const counts = SEVERITIES.map((severity) => [severity, findings.filter((each) => each.severity === severity).length] as const);
  const told = counts
    .filter(([, count]) => count > 0)
    .map(([severity, count]) => counted(count, severity === 'information' ? 'info' : severity));
  const found = told.length === 0 ? 'nothing found' : listed(told, told.length);
  const before = known === 0 ? '' : `; ${counted(known, 'finding')} of the baseline`;
  return `${counted(files, 'file')}, ${counted(workloads, 'workload')}: ${found}${before}`;
}

/** In the order of the files. */
export function byFile(findings: readonly Finding[]): ReadonlyMap<string, readonly Finding[]> {
  const files = new Map<string, Finding[]>();
  for (const finding of findings) {
    const known = files.get(finding.file);
    if (known === undefined) files.set(finding.file, [finding]);
    else known.push(finding);
  }
  return files;
}
