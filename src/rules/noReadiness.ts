import { jsonAt } from '../manifest/json';
import { servicesOf } from './facts';
import { serving } from './pods';
import type { Rule } from './rule';
import { quote } from '../model/words';

export const noReadiness: Rule = {
  id: 'no-readiness',
  group: 'takes down',
  severity: 'warning',
  title: 'nothing tells when a new pod is ready',
  explanation: `Without a readiness probe a pod counts as ready as soon as its containers run, and with \`minReadySeconds\` 0 it counts as available in the same moment: the rollout
replaces pod after pod without ever waiting for the application, and a version that crashes ten seconds later has replaced everything by then.

Add a readiness probe; \`minReadySeconds\` catches early crashes. A warning where a Service sends traffic to the pods, otherwise a hint.`,
  reads: ['spec.minReadySeconds', 'spec.template'],
  check: ({ workload, facts }) => {
    const { pod, minReadySeconds } = workload;
    if (minReadySeconds.value > 0 || pod.containers.length === 0) return [];
    if (serving(pod).some((container) => container.readiness !== undefined || container.startup !== undefined)) return [];
    if (jsonAt(workload.resource.json, [...pod.path, 'spec', 'readinessGates']) !== undefined) return [];
    const [service] = servicesOf(facts, workload);
    const severity = service === undefined ? 'hint' : 'warning';
    const behind = service === undefined ? '' : ` and Service ${quote(service.name)} sends it traffic`;
    return [
      {
        path: pod.containers[0]?.path ?? pod.path,
        severity,
        message: `The rollout does not wait for the application: no container has a readiness probe and minReadySeconds is 0, so a pod counts as available as soon as it runs${behind}.`,
        short: 'no readiness probe',
        fixes: [{ title: 'Set minReadySeconds to 10', edits: [{ op: 'set', path: minReadySeconds.path, value: '10' }] }],
      },
    ];
  },
};
