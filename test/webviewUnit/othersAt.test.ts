import assert from 'node:assert/strict';
import { othersAt } from '../../webview/model/words';
import { deployment, named, play } from '../simulation/support';

describe('the other workloads in the words of the page', () => {
  const before = named(deployment(3), 'api');
  const timeline = play(deployment(1), { others: [{ before, source: 'api.yaml' }] });

  it('are told with their nodes', () => {
    const [api] = othersAt(timeline, 0);
    assert.deepEqual(api, {
      name: 'Deployment api',
      source: 'api.yaml',
      desired: 3,
      available: 3,
      nodes: new Map([
        [0, 1],
        [1, 1],
        [2, 1],
      ]),
    });
  });

  it('run before the change already, unless they are created by it', () => {
    assert.deepEqual(
      othersAt(timeline, -1).map(({ available }) => available),
      [3],
    );
    const created = play(deployment(1), { others: [{ after: before }] });
    assert.deepEqual(
      [-1, created.end].map((t) => othersAt(created, t)[0]?.available),
      [0, 3],
    );
  });

  it('are none where there are none', () => {
    assert.deepEqual(othersAt(play(deployment(1)), 0), []);
  });
});
