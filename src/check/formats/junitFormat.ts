import { isAtLeast, linkOf, type Finding } from '../finding';
import { byFile, totalsOf, type Report } from '../report';

/** A suite for each file; what the run fails on is a failure, all else is said of a test that passes. */
export function junitFormat(report: Report): string {
  const { failOn } = report;
  const fails = ({ severity }: Finding): boolean => failOn !== undefined && isAtLeast(severity, failOn);
  const all = [...byFile(report.findings)];
  const failures = report.findings.filter(fails).length;
  const suites = all.flatMap(([file, findings]) => [
    `  <testsuite name="${xml(file)}" tests="${findings.length}" failures="${findings.filter(fails).length}" errors="0" skipped="0" time="0">`,
    ...findings.flatMap((finding) => caseOf(finding, fails(finding))),
    '  </testsuite>',
  ]);
  const clean = report.findings.length > 0 ? [] : nothingFound(report);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="rollout-lens" tests="${Math.max(1, report.findings.length)}" failures="${failures}" errors="0" time="0">`,
    ...suites,
    ...clean,
    '</testsuites>',
    '',
  ].join('\n');
}

/** A report without a test is taken for one that went missing. */
function nothingFound(report: Report): string[] {
  return [
    '  <testsuite name="rollout-lens" tests="1" failures="0" errors="0" skipped="0" time="0">',
    `    <testcase classname="rollout-lens" name="${xml(totalsOf(report))}" time="0"/>`,
    '  </testsuite>',
  ];
}

function caseOf({ file, line, column, rule, message, severity, object }: Finding, isFailure: boolean): string[] {
  const name = `${rule} at ${line}:${column}${object === undefined ? '' : ` (${object})`}`;
  const text = xml(`${file}:${line}:${column}: ${message}\n${linkOf(rule)}`);
  return [
    `    <testcase classname="${xml(file)}" name="${xml(name)}" file="${xml(file)}" line="${line}" time="0">`,
    isFailure
      ? `      <failure type="${severity}" message="${xml(message)}">${text}</failure>`
      : `      <system-out>${severity}: ${text}</system-out>`,
    '    </testcase>',
  ];
}

/** XML has no way to write most control characters. */
function xml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '�')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
