import { strict as assert } from 'node:assert';
import { githubFormat } from '../../src/check/formats/githubFormat';
import { jsonFormat } from '../../src/check/formats/jsonFormat';
import { junitFormat } from '../../src/check/formats/junitFormat';
import { markdownFormat } from '../../src/check/formats/markdownFormat';
import { sarifFormat } from '../../src/check/formats/sarifFormat';
import { textFormat } from '../../src/check/formats/textFormat';
import type { Finding } from '../../src/check/finding';
import type { Report } from '../../src/check/report';
import { assertGolden } from '../support/golden';
import { HOSTILE, NOTHING } from './reports';
import { checked, reportOf, SAMPLE } from './sample';

const FORMATS: readonly (readonly [file: string, format: (report: Report) => string])[] = [
  ['text.txt', (report) => textFormat(report, { width: undefined, isColored: false })],
  ['narrow.txt', (report) => textFormat(report, { width: 60, isColored: true })],
  ['report.json', jsonFormat],
  ['report.sarif.json', sarifFormat],
  ['github.txt', githubFormat],
  ['junit.xml', junitFormat],
  ['report.md', markdownFormat],
];

describe('the formats of a check', () => {
  for (const [file, format] of FORMATS) {
    it(`are as recorded: ${file}`, () => {
      assertGolden(`check/${file}`, format(reportOf(checked(SAMPLE))));
    });
    it(`are as recorded where nothing is found: ${file}`, () => {
      assertGolden(`check/nothing/${file}`, format({ ...NOTHING, omissions: ['1 file is too large.'] }));
    });
  }

  const hostile = { ...NOTHING, findings: [HOSTILE] };

  it('keep what names and messages hold from being read as part of the format', () => {
    const [annotation = '', ...more] = githubFormat(hostile).split('\n');
    assert.match(annotation, /^::error file=a%2Cb%3Ac%25\/"x" <&>\.yaml,line=1,/);
    assert.match(annotation, /::first%0Asecond .* 100%25 /);
    assert.equal(more.length, 2);
    const xml = junitFormat(hostile);
    for (const raw of ['\u0000', '\u001b', '<b>', '<web>']) assert.ok(!xml.includes(raw));
    assert.match(xml, /message="first\nsecond �+\[31m \]\]&gt; 100% &quot;quoted&quot; &lt;b&gt;"/);
    assert.equal((JSON.parse(jsonFormat(hostile)) as { findings: Finding[] }).findings[0]?.message, HOSTILE.message);
    assert.match(sarifFormat(hostile), /"uri": "a,b:c%25\/%22x%22%20%3C&%3E\.yaml"/);
  });

  it('say in JUnit only of what the run fails on that it failed', () => {
    const findings = [HOSTILE, { ...HOSTILE, severity: 'information' as const }];
    const failures = (failOn: Report['failOn']): number =>
      junitFormat({ ...NOTHING, findings, failOn }).split('<failure ').length - 1;
    assert.deepEqual([failures('error'), failures('information'), failures(undefined)], [1, 2, 0]);
  });
});
