import { OTHER_PROBLEMS } from '../../features/otherProblems';
import { RULES } from '../../rules/registry';
import type { Severity } from '../../rules/rule';
import { linkOf, type FilePosition, type Finding } from '../finding';
import type { Report } from '../report';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarifFormat({ findings, version, omissions }: Report): string {
  const rules = [...OTHER_PROBLEMS, ...RULES].map(({ id, title, severity }) => ({
    id,
    shortDescription: { text: title },
    helpUri: linkOf(id),
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  const indexOf = new Map(rules.map(({ id }, index) => [id, index]));
  const counts = new Map<string, number>();
  const results = findings.map((finding) => {
    const { rule, severity, message, related } = finding;
    return {
      ruleId: rule,
      ruleIndex: indexOf.get(rule) ?? -1,
      level: LEVELS[severity],
      message: { text: message },
      locations: [{ physicalLocation: placeOf(finding, finding) }],
      ...(related.length === 0 ? {} : { relatedLocations: related.map(relatedOf) }),
      partialFingerprints: { 'rolloutLens/v1': fingerprint(finding, counts) },
    };
  });
  const notifications = omissions.map((text) => ({ level: 'note', message: { text } }));
  const run = {
    tool: { driver: { name: 'Rollout Lens', version, informationUri: HOME, rules } },
    columnKind: 'utf16CodeUnits',
    invocations: [
      { executionSuccessful: true, ...(omissions.length === 0 ? {} : { toolExecutionNotifications: notifications }) },
    ],
    results,
  };
  return `${JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, undefined, 2)}\n`;
}

const HOME = 'https://github.com/rollout-lens/rollout-lens';
const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

function placeOf({ file, line, column }: FilePosition, end?: Pick<Finding, 'endLine' | 'endColumn'>) {
  return {
    artifactLocation: { uri: encodeURI(file).replaceAll('#', '%23').replaceAll('?', '%3F'), uriBaseId: '%SRCROOT%' },
    region: {
      startLine: line,
      startColumn: column,
      ...(end === undefined ? {} : { endLine: end.endLine, endColumn: end.endColumn }),
    },
  };
}

function relatedOf(place: Finding['related'][number], index: number) {
  return { id: index + 1, physicalLocation: placeOf(place), message: { text: place.message } };
}

/** The same for the same finding after edits elsewhere: neither lines nor numbers are in it. */
function fingerprint({ rule, file, object = '' }: Finding, counts: Map<string, number>): string {
  const key = `${rule}:${file}:${object}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return `${key}:${count}`;
}
