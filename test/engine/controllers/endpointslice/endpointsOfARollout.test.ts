import assert from 'node:assert/strict';
import { watchEndpoints } from '../../../../src/engine/simulation/endpointsWatch';
import { Rollout } from '../../../../src/engine/simulation/rollout';
import { serializeTimeline } from '../../../../src/engine/simulation/timeline/serializeTimeline';
import type { Service } from '../../../../src/model/apiTypes';
import { deployment, scenario, type StoryOptions } from '../../../simulation/support';

const service = (spec: Service['spec'] = {}): Service => ({
  kind: 'Service',
  metadata: { name: 'front' },
  spec: { selector: { app: 'web' }, ports: [{ port: 80 }], ...spec },
});

function play(spec: Service['spec'], options: StoryOptions = {}, endpoints = true): Rollout {
  const surroundings = { services: [service(spec)] };
  const workload = deployment(4, { maxSurge: 1, maxUnavailable: 1 });
  const rollout = new Rollout(scenario(workload, { ...options, surroundings }), endpoints ? { watchEndpoints } : {});
  while (rollout.advance(10_000));
  return rollout;
}

describe('the endpoints of a rollout', () => {
  it('are as many as pods before and after, and fewer get new connections than answer in between', () => {
    const [front] = play({}).endpoints;
    assert.ok(front);
    assert.equal(front.service, 'default/front');
    const { rows } = front;
    const [first, last] = [rows[0], rows.at(-1)];
    assert.equal(first?.serving, 4);
    assert.deepEqual([last?.ready, last?.serving, last?.terminating], [4, 4, 0]);
    assert.ok(
      rows.some(({ ready, serving }) => ready < serving),
      'a pod that stops answers without getting new connections',
    );
    assert.equal(Math.min(...rows.map(({ ready }) => ready)), 3);
  });

  it('stay ready while their pods stop where addresses are published whatever their state', () => {
    const [front] = play({ publishNotReadyAddresses: true }).endpoints;
    assert.ok(front);
    assert.ok(front.rows.every(({ ready, serving }) => ready >= serving));
    assert.ok(front.rows.some(({ terminating }) => terminating > 0));
  });

  it('are none of a Service that selects other pods', () => {
    const [front] = play({ selector: { app: 'other' } }).endpoints;
    assert.deepEqual(
      front?.rows.map(({ serving }) => serving),
      [0],
    );
  });

  it('leave the rollout as it is', () => {
    // The versions of the API server count all writes.
    const played = (endpoints: boolean): string =>
      serializeTimeline(play({}, {}, endpoints).timeline()).replace(/"versions":\[[^\]]*\]/g, '');
    const [without, beside] = [played(false), played(true)];
    assert.equal(beside, without);
  });
});
