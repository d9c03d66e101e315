import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import type { IntOrString } from '../../../src/model/intOrPercent';
import { trap } from '../../../webview/traps/trapScenario';

/** A rollout of a Deployment or a DaemonSet of any size, with all delays fixed. */
export function testScenario(
  options: {
    readonly kind?: 'Deployment' | 'DaemonSet';
    readonly name?: string;
    readonly replicas?: number;
    readonly nodes?: number;
    readonly maxSurge?: IntOrString;
    readonly maxUnavailable?: IntOrString;
    readonly neverReady?: boolean;
  } = {},
): Scenario {
  const { kind = 'Deployment', name = 'web', replicas = 10, nodes = 3, neverReady = false } = options;
  const { scenario } = trap({
    id: 'test',
    title: name,
    sentence: '',
    source: '',
    kind,
    workload: {
      name,
      replicas,
      cpu: '250m',
      ...(options.maxSurge === undefined ? {} : { maxSurge: options.maxSurge }),
      ...(options.maxUnavailable === undefined ? {} : { maxUnavailable: options.maxUnavailable }),
    },
    cluster: { nodeCount: nodes },
    ...(neverReady
      ? {
          behavior: {
            default: { imagePull: 1, start: 1, warmUp: 3, shutDown: 2 },
            revisions: { after: { failure: { kind: 'neverReady' } } },
          },
        }
      : {}),
  });
  return scenario;
}
