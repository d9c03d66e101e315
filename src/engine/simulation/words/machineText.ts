/** Ours: how the machine of the controllers is set, in words. */
import { counted, listed } from '../../../model/words';
import type { PodControllerSettings } from '../scenario/machineForm';
import type { Scenario } from '../scenario/scenario';

const NAMES = { deployment: 'Deployment', replicaset: 'ReplicaSet', daemonset: 'DaemonSet' } as const;
type Name = keyof typeof NAMES;

function settingsIn({ machine = {} }: Scenario): (readonly [of: string, settings: PodControllerSettings])[] {
  return (Object.keys(NAMES) as Name[]).flatMap((name) => {
    const settings: PodControllerSettings | undefined = machine[name];
    return settings === undefined ? [] : [[`the ${NAMES[name]} controller`, settings] as const];
  });
}

/** What no Kubernetes does, whatever is asked of it; undefined: nothing. */
export function notKubernetesText(scenario: Scenario): string | undefined {
  const free = settingsIn(scenario).filter(([, { withoutExpectations }]) => withoutExpectations === true);
  if (free.length === 0) return undefined;
  return `not Kubernetes: ${listed(free.map(([name]) => name))} does not wait for what it expects`;
}

/** What is otherwise than kube-controller-manager has it. */
export function machineTexts(scenario: Scenario): readonly string[] {
  const parts = settingsIn(scenario).flatMap(
    ([of, { workers, retries, burstReplicas, staleControllerConsistency, watchLagMs }]) => [
      ...lagTexts(watchLagMs, ` in ${of}`),
      ...(workers === undefined ? [] : [`${counted(workers, 'worker')} in ${of}`]),
      ...(retries === undefined ? [] : [`${of} retries at a pace of its own`]),
      ...(burstReplicas === undefined ? [] : [`${of} changes ${counted(burstReplicas, 'pod')} in a sync at most`]),
      ...(staleControllerConsistency === false ? [`${of} does not compare versions`] : []),
    ],
  );
  const fake = notKubernetesText(scenario);
  return [...lagTexts(scenario.machine?.watchLagMs, ''), ...parts, ...(fake === undefined ? [] : [fake])];
}

function lagTexts(lags: PodControllerSettings['watchLagMs'] = {}, where: string): readonly string[] {
  return Object.entries(lags).map(([kind, lagMs]) => `news of ${kind}s ${lagMs} ms late${where}`);
}
