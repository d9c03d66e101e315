import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FIDELITY_PAGE, incidentsIn, renderIncidents } from '../conformance/fidelity';
import { INCIDENTS, judgeAll, shareOf, type Judgment } from './judge';

/** Ratchets: they move towards all named and none false, never back. */
const BARS = {
  given: { incidents: 30, named: 29, wrong: 0 },
  ours: { incidents: 127, named: 122, wrong: 0 },
} as const;

describe('Real incidents', function () {
  this.timeout(240_000);
  const judged: Record<keyof typeof BARS, readonly Judgment[]> = { given: [], ours: [] };

  before(async () => {
    for (const whose of ['given', 'ours'] as const) judged[whose] = await judgeAll([INCIDENTS[whose]]);
  });

  for (const whose of ['given', 'ours'] as const) {
    const bar = BARS[whose];
    it(`are all there (${whose})`, () => {
      assert.equal(judged[whose].length, bar.incidents);
    });

    it(`are named with their cause before anything is applied (${whose})`, () => {
      const unnamed = judged[whose].filter(({ named }) => named.size === 0).map(({ incident }) => incident.name);
      assert.ok(shareOf(judged[whose]).named >= bar.named, `not named: ${unnamed.join(', ')}`);
    });

    it(`get no false statement (${whose})`, () => {
      const said = judged[whose].flatMap(({ incident, wrong }) =>
        wrong.map(({ place, text }) => `${incident.name} ${place}: ${text}`),
      );
      assert.ok(shareOf(judged[whose]).wrong <= bar.wrong, said.join('\n'));
    });
  }

  it('have their shares published in docs/fidelity.md (npm run docs)', () => {
    const shares = { given: shareOf(judged.given), ours: shareOf(judged.ours) };
    assert.equal(incidentsIn(readFileSync(FIDELITY_PAGE, 'utf8')).trimEnd(), renderIncidents(shares).trimEnd());
  });
});
