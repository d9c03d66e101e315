import type { Severity } from '../rules/rule';

/** A place in a file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface FilePosition {
  /** Seen from the top of the workspace, with slashes. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What the editor says at a place, for whoever reads it elsewhere. */
export interface Finding extends FilePosition {
  readonly endLine: number;
  readonly endColumn: number;
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  /** `Deployment web`, where the place is in one. */
  readonly object: string | undefined;
  /** The objects that it rests on. */
  readonly related: readonly (FilePosition & { readonly message: string })[];
}

/** What was looked at, and what there is to say. */
export interface CheckResult {
  readonly findings: readonly Finding[];
  readonly files: number;
  readonly workloads: number;
  /** What was left out, and why. */
  readonly omissions: readonly string[];
}

export const SEVERITIES = ['error', 'warning', 'information', 'hint'] as const satisfies readonly Severity[];

export function isAtLeast(severity: Severity, least: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(least);
}

const DOCUMENT = 'https://github.com/rollout-lens/rollout-lens/blob/main/docs/rules.md';

/** What a rule finds, why, and what to do. */
export function linkOf(rule: string): string {
  return `${DOCUMENT}#${rule}`;
}
