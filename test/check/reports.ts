import type { Finding } from '../../src/check/finding';
import type { Report } from '../../src/check/report';

/** Where nothing is found. */
export const NOTHING: Report = {
  findings: [],
  files: 2,
  workloads: 1,
  omissions: [],
  known: 0,
  failOn: 'warning',
  version: '1.2.3',
};

/** A finding whose name and message try to be read as part of the format. */
export const HOSTILE: Finding = {
  file: 'a,b:c%/"x" <&>.yaml',
  line: 1,
  column: 2,
  endLine: 1,
  endColumn: 3,
  severity: 'error',
  rule: 'rejected',
  message: 'first\nsecond \u0000\u001b[31m ]]> 100% "quoted" <b>',
  object: 'Deployment "<web>"',
  related: [],
};
