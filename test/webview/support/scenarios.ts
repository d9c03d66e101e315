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
    /** A Service sends requests to its pods. */
    readonly requests?: Scenario['traffic'];
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
  return options.requests === undefined ? scenario : withService(scenario, options.requests);
}

function withService(scenario: Scenario, traffic: NonNullable<Scenario['traffic']>): Scenario {
  const { name, namespace = 'default' } = scenario.workload.after.metadata;
  const service = { metadata: { name, namespace }, spec: { selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }] } };
  return { ...scenario, cluster: { ...scenario.cluster, services: [service] }, traffic };
}
