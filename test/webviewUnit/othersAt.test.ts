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

  it('are none where there are none', () => {
    assert.deepEqual(othersAt(play(deployment(1)), 0), []);
  });
});
