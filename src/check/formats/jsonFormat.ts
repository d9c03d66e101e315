import { linkOf, SEVERITIES } from '../finding';
import type { Report } from '../report';

/** For programs. Fields are added, never changed, as long as `version` stays the same. */
export function jsonFormat({ findings, files, workloads, known, omissions, version }: Report): string {
  const counts = Object.fromEntries(
    SEVERITIES.map((severity) => [severity, findings.filter((each) => each.severity === severity).length]),
  );
  const all = findings.map((finding) => ({ ...finding, link: linkOf(finding.rule) }));
  const report = { version: 1, tool: version, files, workloads, counts, inBaseline: known, omissions, findings: all };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
