import assert from 'node:assert/strict';
import { timeProblem } from '../../../../src/engine/api/decoding/goTime';

describe('times as Go reads them', () => {
  for (const text of ['2026-01-01T00:00:00Z', '2024-02-29T23:59:59.5+02:00']) {
    it(`takes ${text}`, () => {
      assert.equal(timeProblem(text), undefined);
    });
  }

  const problems: readonly [text: string, problem: string][] = [
    ['yesterday', 'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"'],
    ['2026-01-01', 'parsing time "2026-01-01" as "2006-01-02T15:04:05Z07:00": cannot parse "" as "T"'],
    ['2026-13-01T00:00:00Z', 'parsing time "2026-13-01T00:00:00Z": month out of range'],
    ['2026-02-30T00:00:00Z', 'parsing time "2026-02-30T00:00:00Z": day out of range'],
    ['2026-01-01T00:00:00Zx', 'parsing time "2026-01-01T00:00:00Zx": extra text: "x"'],
  ];
  for (const [text, problem] of problems) {
    it(`says what is wrong with ${text}`, () => {
      assert.equal(timeProblem(text), problem);
    });
  }
});
