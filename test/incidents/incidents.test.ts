import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { FIDELITY_PAGE, incidentsIn, renderIncidents } from '../conformance/fidelity';
import { judgeAll, OWN_INCIDENTS, shareOf, type Judgment } from './judge';

/** Ratchets: they move towards 30 named and none false, never back. */
const NAMED_AT_LEAST = 29;
const FALSE_AT_MOST = 0;

describe('Thirty real incidents', function () {
  this.timeout(120_000);
  const judgments: Judgment[] = [];

  before(async () => {
    judgments.push(...(await judgeAll([OWN_INCIDENTS])));
  });

  it('are all there', () => {
    assert.equal(judgments.length, 30);
  });

  it('are named with their cause before anything is applied', () => {
    const unnamed = judgments.filter(({ named }) => named.size === 0).map(({ incident }) => incident.name);
    assert.ok(shareOf(judgments).named >= NAMED_AT_LEAST, `not named: ${unnamed.join(', ')}`);
  });

  it('get no false statement', () => {
    const said = judgments.flatMap(({ incident, wrong }) => wrong.map(({ place, text }) => `${incident.name} ${place}: ${text}`));
    assert.ok(shareOf(judgments).wrong <= FALSE_AT_MOST, said.join('\n'));
  });

  it('have their share published in docs/fidelity.md (npm run docs)', () => {
    assert.equal(incidentsIn(readFileSync(FIDELITY_PAGE, 'utf8')).trimEnd(), renderIncidents(shareOf(judgments)).trimEnd());
  });
});
