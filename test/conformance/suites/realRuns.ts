import type { ConformanceSuite } from '../suite';
import { judgeRun } from './realRuns/judge';
import { isRecording, type Recording } from './realRuns/recording';

/** Whole scenarios against one run each of a real control plane: samples, not the only right answers. */
export const realRunsSuite: ConformanceSuite = {
  name: 'real-runs',
  accepts: isRecording,
  label: (record) => `real-runs ${(record as unknown as Recording).id}`,
  group: (record) => (record as unknown as Recording).class,
  replay: (record) => judgeRun(record as unknown as Recording),
  shares: [
    { name: 'comes to an end', path: 'aborted', atLeast: 1 },
    { name: 'within 0.5 s', path: 'pace' },
    { name: 'within 1.5 s', path: 'course', atLeast: 0.92 },
    { name: 'same end', path: 'end', atLeast: 0.99 },
    { name: 'pods per node', path: 'pods per node' },
    { name: 'event reasons', path: 'event reasons' },
    { name: 'conditions', path: 'conditions' },
    { name: 'rollout status', path: 'rollout status' },
    { name: 'budgets, quotas', path: 'policies' },
    { name: 'FailedScheduling', path: 'scheduling messages' },
  ],
};
