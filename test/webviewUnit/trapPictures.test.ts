import { strict as assert } from 'node:assert';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { simulate } from '../../src/engine/simulation/simulate';
import { assumptionsText } from '../../src/engine/simulation/words/assumedText';
import { withPast } from '../../webview/model/past';
import { pictureSvg } from '../../webview/model/pictureSvg';
import { buildScene } from '../../webview/model/scene';
import { TRAPS } from '../../webview/traps/traps';
import { assertGolden } from '../support/golden';

const COLORS = {
  background: '#1f1f1f',
  foreground: '#cccccc',
  muted: '#9d9d9d',
  border: '#3c3c3c',
  error: '#f14c4c',
  warning: '#cca700',
  accent: '#0078d4',
  revisions: ['#3794ff', '#89d185', '#b180d7', '#d18616'],
};
/** Where in the time that is shown: pods of every state are about. */
const SHARE = 0.4;

describe('The exported picture of a trap', () => {
  for (const { id, scenario } of TRAPS) {
    it(`${id} is as it was`, () => {
      const scene = buildScene(withPast(simulate(scenario)), { shortenQuiet: true });
      const { start, end } = scene.axis;
      const svg = pictureSvg(scene, start + (end - start) * SHARE, COLORS, assumptionsText(scenario), '');
      // An element per line, for the sake of those who read a difference.
      assertGolden(`traps/${id}.svg`, svg.replaceAll('><', '>\n<'));
    });
  }

  it('is kept for traps that there are', () => {
    assert.deepEqual(readdirSync(join(import.meta.dirname, '../golden/traps')).sort(), TRAPS.map(({ id }) => `${id}.svg`).sort());
  });
});
