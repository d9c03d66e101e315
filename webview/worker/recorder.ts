import { InsideRecorder } from '../../src/engine/simulation/inside/insideRecorder';
import type { InsideRecording } from '../../src/engine/simulation/inside/insideRows';
import { Rollout } from '../../src/engine/simulation/rollout';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { originOf } from '../../src/engine/simulation/setUp';
import type { RecordReply, RecordRequest } from '../model/inside/messages';
import { isOf } from '../model/messages';

/** Follows the worker's own script: plays a scenario once more, and writes down what happens inside. */
self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (isOf<RecordRequest>(data, 'record')) self.postMessage(answer(data.job, data.scenario));
});

function answer(job: number, scenario: Scenario): RecordReply {
  try {
    return { type: 'recorded', job, recording: record(scenario) };
  } catch (error) {
    return { type: 'notRecorded', job, message: error instanceof Error ? error.message : String(error) };
  }
}

/** The page lets go of a worker whose answer nobody waits for: nothing has to be heard in between. */
function record(scenario: Scenario): InsideRecording {
  const probe = new InsideRecorder(originOf(scenario));
  const rollout = new Rollout(scenario, { probe });
  while (rollout.advance(Infinity));
  return probe.recording();
}
