import { strict as assert } from 'node:assert';
import { sarifFormat } from '../../src/check/formats/sarifFormat';
import { checked, reportOf, SAMPLE } from './sample';

interface Log {
  readonly $schema: string;
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly partialFingerprints: Readonly<Record<string, string>>;
      readonly locations: readonly {
        readonly physicalLocation: {
          readonly artifactLocation: { readonly uri: string };
          readonly region: Readonly<Record<string, number>>;
        };
      }[];
    }[];
  }[];
}

const logOf = (texts: Readonly<Record<string, string>>): Log => JSON.parse(sarifFormat(reportOf(checked(texts)))) as Log;

describe('SARIF', () => {
  it('has regions from one on that end behind their beginning, and rules that are where results say', () => {
    const [run] = logOf(SAMPLE).runs;
    const { rules } = run?.tool.driver ?? { rules: [] };
    assert.ok(run !== undefined && run.results.length > 2);
    for (const { ruleId, ruleIndex, locations } of run.results) {
      assert.equal(rules[ruleIndex]?.id, ruleId);
      const { startLine = 0, startColumn = 0, endLine = 0, endColumn = 0 } = locations[0]?.physicalLocation.region ?? {};
      assert.ok(startLine >= 1 && startColumn >= 1);
      assert.ok(endLine > startLine || (endLine === startLine && endColumn > startColumn));
    }
  });

  it('gives a finding the same fingerprint after edits above it, and no two findings the same one', () => {
    const prints = (texts: Readonly<Record<string, string>>): string[] =>
      logOf(texts).runs[0]?.results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints)) ?? [];
    const before = prints(SAMPLE);
    assert.equal(new Set(before).size, before.length);
    assert.deepEqual(prints({ ...SAMPLE, 'base/web.yaml': `# a line more\n${SAMPLE['base/web.yaml'] ?? ''}` }), before);
  });
});
