import type { Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import type { IntOrString } from '../../src/model/intOrPercent';

const HORIZON_SECONDS = 30 * 86_400;

function template(app: string): Workload['spec']['template'] {
  return { metadata: { labels: { app } }, spec: { containers: [{ name: app, image: `${app}:2` }] } };
}

/** A Deployment with the default bounds, ten pods to a node. */
export function deploymentRollout(replicas: number): Scenario {
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template: template('web') };
  const workload: Workload = { kind: 'Deployment', metadata: { name: 'web' }, spec };
  return scenarioFor(workload, {
    cluster: { nodeCount: Math.max(3, Math.ceil(replicas / 10)) },
    horizonSeconds: HORIZON_SECONDS,
  });
}

/** The same behind a Service, with or without the question what becomes of its requests. */
export function behindService(scenario: Scenario, isAsked: boolean): Scenario {
  const { labels } = scenario.workload.after.spec.template.metadata ?? {};
  const service = { kind: 'Service', metadata: { name: 'front' }, spec: { selector: labels, ports: [{ port: 80 }] } };
  const served = { ...scenario, cluster: { ...scenario.cluster, services: [service] } };
  return isAsked ? { ...served, traffic: {} } : served;
}

export function daemonSetRollout(nodes: number, maxUnavailable: IntOrString): Scenario {
  const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable } } as const;
  const spec = { selector: { matchLabels: { app: 'agent' } }, updateStrategy, template: template('agent') };
  const workload: Workload = { kind: 'DaemonSet', metadata: { name: 'agent' }, spec };
  return scenarioFor(workload, { cluster: { nodeCount: nodes }, horizonSeconds: HORIZON_SECONDS });
}
