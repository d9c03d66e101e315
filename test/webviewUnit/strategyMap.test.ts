import assert from 'node:assert/strict';
import { levelOf, isComplete, mapAxes, mapScenario, paretoFront, refusal, type MapCell } from '../../webview/model/strategyMap';
import { testScenario } from '../webview/support/scenarios';

const cell = (duration: number, minAvailable: number, maxPods: number): MapCell => ({
  kind: 'complete',
  duration,
  minAvailable,
  maxPods,
});

describe('The strategy map', () => {
  it('has all counts for small workloads and the values in use', () => {
    const { after } = testScenario({ replicas: 4, maxSurge: '25%', maxUnavailable: 0 }).workload;
    assert.deepEqual(mapAxes(after, 4), { surges: [0, 1, '25%', 2, 3, 4], unavailables: [0, 1, 2, 3, 4] });
  });

  it('has usual counts and percentages for large ones, in the order of their size', () => {
    const { after } = testScenario({ replicas: 100, maxSurge: 7, maxUnavailable: '25%' }).workload;
    assert.deepEqual(mapAxes(after, 100).surges, [0, 1, 2, 7, '10%', '25%', '50%', '75%', '100%']);
  });

  it('knows what the API server refuses', () => {
    const deployment = testScenario().workload.after;
    const daemonSet = testScenario({ kind: 'DaemonSet' }).workload.after;
    assert.ok(refusal(deployment, 0, '0%') !== undefined && refusal(deployment, 1, 1) === undefined);
    assert.ok(refusal(daemonSet, 1, 1) !== undefined && refusal(daemonSet, 1, 0) === undefined);
  });

  it('puts the pair where the kind of workload has it', () => {
    const deployment = mapScenario(testScenario(), 2, '10%').workload.after.spec;
    const daemonSet = mapScenario(testScenario({ kind: 'DaemonSet' }), 0, 2).workload.after.spec;
    assert.ok('strategy' in deployment && deployment.strategy?.rollingUpdate?.maxSurge === 2);
    assert.ok('updateStrategy' in daemonSet && daemonSet.updateStrategy?.rollingUpdate?.maxUnavailable === 2);
  });

  it('marks the cells that no other cell beats', () => {
    const cells = [
      cell(10, 8, 13),
      cell(20, 10, 11),
      cell(10, 8, 14),
      cell(30, 9, 12),
      undefined,
      { kind: 'failed', reason: '' } as const,
    ];
    assert.deepEqual(paretoFront(cells), [true, true, false, false, false, false]);
  });

  it('colors by the logarithm of the duration', () => {
    const cells = [cell(1, 1, 1), cell(10, 1, 1), cell(100, 1, 1)];
    assert.deepEqual(
      cells.filter(isComplete).map((item) => Math.round(levelOf(item, cells, 'duration') * 100)),
      [0, 50, 100],
    );
    const alone = [cell(7, 1, 1)];
    assert.deepEqual(
      alone.filter(isComplete).map((item) => levelOf(item, alone, 'duration')),
      [0],
    );
  });
});
