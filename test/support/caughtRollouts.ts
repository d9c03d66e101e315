import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { simulateFromHere } from '../../src/features/cluster/fromHere';
import { measuredCluster } from '../../src/features/cluster/measuredCluster';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { readSnapshot } from './wholeSnapshot';
import { snapshotText } from './snapshotText';

/** A scenario as a snapshot of its second `at` lets it go on. */
export function fromHere(scenario: Scenario, at: number): Scenario {
  const snapshot = readSnapshot(snapshotText(scenario, at));
  assert.ok(!('problem' in snapshot));
  const { kind, metadata } = scenario.workload.after;
  const steps = measuredCluster(snapshot, 'snapshot prod-eu, 3 h old');
  for (;;) {
    const { done, value } = steps.next();
    if (done !== true) continue;
    const wanted = {
      kind: kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment',
      namespace: 'default',
      name: metadata.name,
    } as const;
    const found = simulateFromHere(value, wanted, DEFAULT_SETTINGS);
    assert.ok(!('problem' in found));
    return found.scenario;
  }
}
