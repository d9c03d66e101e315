import { InsideRecorder } from '../../src/engine/simulation/inside/insideRecorder';
import { originOf } from '../../src/engine/simulation/setUp';
import { Rollout } from '../../src/engine/simulation/rollout';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { TRAPS } from '../../webview/traps/traps';
import { readRecording, type Recorded } from '../../webview/model/inside/recording';

const known = new Map<string, Recorded>();

export function recordingOf(scenario: Scenario): Recorded {
  const recorder = new InsideRecorder(originOf(scenario));
  const rollout = new Rollout(checkScenario(scenario), { probe: recorder });
  while (rollout.advance(Infinity));
  return readRecording(recorder.recording());
}

/** What happens inside, with a real control plane's times. */
export function recordedTrap(id: string): Recorded {
  const before = known.get(id);
  if (before !== undefined) return before;
  const trap = TRAPS.find((each) => each.id === id);
  if (trap === undefined) throw new Error(`there is no trap ${id}`);
  const { latencyMs: _exact, ...timed } = trap.scenario;
  const recorded = recordingOf(timed);
  known.set(id, recorded);
  return recorded;
}
