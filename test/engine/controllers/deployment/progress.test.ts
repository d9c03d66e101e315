import { strict as assert } from 'node:assert';
import type { Deployment } from '../../../../src/model/apiTypes';
import { untilJudged } from '../../../../src/engine/controllers/deployment/progress';

const NOW = 1_000_000_000;

/** A Deployment whose progress was seen `agoMs` before now, with a deadline of 10 s. */
function deployment(agoMs: number, { seen = 2, status = 'True', deadline = 10 } = {}): Deployment {
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'c' }] } };
  const lastUpdateTime = NOW - agoMs;
  return {
    metadata: { name: 'web', namespace: 'default', generation: 2 },
    spec: { progressDeadlineSeconds: deadline, selector: { matchLabels: { app: 'web' } }, template },
    status: {
      observedGeneration: seen,
      conditions: [{ type: 'Progressing', status: status === 'True' ? 'True' : 'False', lastUpdateTime }],
    },
  };
}

describe('A Deployment that another controller has left', () => {
  it('is judged soon after its deadline where it is there', () => {
    assert.equal(untilJudged(deployment(10_000), NOW), 1000);
    assert.equal(untilJudged(deployment(9700), NOW), 1300);
    assert.equal(untilJudged(deployment(10_300), NOW), 700);
  });

  it('is looked at immediately where its deadline is far, or nothing is known of it', () => {
    const all = [deployment(9000), deployment(11_000), deployment(10_000, { seen: 1 }), deployment(10_000, { status: 'False' })];
    assert.deepEqual(
      all.map((each) => untilJudged(each, NOW)),
      [0, 0, 0, 0],
    );
  });
});
