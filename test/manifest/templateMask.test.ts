import assert from 'node:assert/strict';
import { maskTemplates } from '../../src/manifest/templateMask';
import { findSpans } from '../../src/manifest/templateSpans';

describe('What expressions may put into a text', () => {
  const HOLES: readonly (readonly [what: string, text: string, columns: readonly number[]])[] = [
    ['lines before the key behind them', 'a: 1\n{{ include "more" . }}spec: 1\n', [0]],
    ['what is below them', 'a:\n  b: {{ .x }}\n    c: 1\n', [4]],
    ['nothing below the end of a text', 'a:\n  b: c-{{ .x }}\n    d\n', []],
  ];
  for (const [what, text, columns] of HOLES)
    it(`is ${what}`, () => {
      const holes = maskTemplates(text, findSpans(text))?.holes ?? [];
      assert.deepEqual(
        holes.map(({ column }) => column),
        columns,
      );
    });
});
