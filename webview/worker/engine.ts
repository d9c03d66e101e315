import type { Scenario } from '../../src/engine/simulation/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline';
import { syntheticTimeline } from '../../test/webview/support/syntheticTimeline';
import { isDeployment, nodeCountOf, strategyOf } from '../model/edits';
import { scaledValue } from '../../src/model/intOrPercent';

import type { SimulationOptions, SimulationProgress } from '../../src/engine/simulation/simulate';

/** A stand-in until the engine's façade is there. */
export async function* simulateInSteps(
  scenario: Scenario,
  _options: SimulationOptions,
): AsyncGenerator<SimulationProgress, Timeline> {
  yield await Promise.resolve({ t: 0, steps: 0 });
  const { after } = scenario.workload;
  const pods = isDeployment(after) ? (after.spec.replicas ?? 1) : nodeCountOf(scenario);
  const { maxSurge = 0, maxUnavailable = 0 } = strategyOf(after);
  return syntheticTimeline({
    kind: isDeployment(after) ? 'Deployment' : 'DaemonSet',
    name: after.metadata.name,
    pods,
    surge: scaledValue(maxSurge, pods, true) ?? 0,
    unavailable: scaledValue(maxUnavailable, pods, false) ?? 0,
    nodes: nodeCountOf(scenario),
    stalls: scenario.behavior.revisions?.['after']?.failure !== undefined,
  });
}
