import { readManifest } from '../../src/manifest/manifest';
import { deployment, object, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

const service = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const preStop = (sleep: unknown): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, lifecycle: { preStop: sleep } }],
});
const hostPort = { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80, hostPort: 8080 }] }] };
const spread = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
      ...fields,
    },
  ],
});

/** How pods leave, and what counts while they do. */
export const SHUTDOWN_CASES: RuleCases = {
  'spread-skew': [
    {
      when: 'old pods count along',
      text: deployment({}, spread({})),
      says: /spread over nodes more unevenly than maxSkew 1: .*matchLabelKeys: \[pod-template-hash\]/,
      severity: 'information',
    },
    { when: 'each version is counted by itself', text: deployment({}, spread({ matchLabelKeys: ['pod-template-hash'] })) },
    { when: 'it is a wish', text: deployment({}, spread({ whenUnsatisfiable: 'ScheduleAnyway' })) },
    { when: 'other pods are spread', text: deployment({}, spread({ labelSelector: { matchLabels: { app: 'x' } } })) },
    { when: 'the old pods go first', text: deployment({ strategy: { type: 'Recreate' } }, spread({})) },
  ],
  'scales-only': [
    {
      when: 'only the replicas grow',
      text: deployment({ replicas: 4 }),
      around: { committed: readManifest(deployment({ replicas: 1 })) },
      says: /Only the replicas change.* if the 3 new pods cannot start, the progress deadline of 600 s is never reported/,
    },
    {
      when: 'they fall',
      text: deployment({ replicas: 1 }),
      around: { committed: readManifest(deployment({ replicas: 4 })) },
    },
    {
      when: 'the pods change, too',
      text: deployment({ replicas: 4 }),
      around: { committed: readManifest(deployment({ replicas: 1 }, hostPort)) },
    },
    { when: 'nothing is known of before', text: deployment({ replicas: 4 }) },
  ],
  'grace-too-short': [
    {
      when: 'it is next to nothing behind a Service',
      text: deployment({}, { terminationGracePeriodSeconds: 1 }),
      around: { others: [service] },
      says: /cuts off the requests of Service “front” in other-0\.yaml that are under way: its grace period is 1 s, it is killed after 1 s/,
      severity: 'information',
    },
    {
      when: 'it is nothing behind a Service',
      text: deployment({}, { terminationGracePeriodSeconds: 0 }),
      around: { others: [service] },
      says: /killed at once/,
      severity: 'warning',
    },
    { when: 'it is next to nothing, and nobody asks', text: deployment({}, { terminationGracePeriodSeconds: 1 }) },
    {
      when: 'the sleep is longer',
      text: deployment({}, preStop({ exec: { command: ['sh', '-c', 'sleep 45'] } })),
      says: /45 s of a grace period of 30 s \(the default\)/,
    },
    { when: 'it sleeps in minutes', text: deployment({}, preStop({ exec: { command: ['sleep', '1m'] } })), says: /60 s/ },
    {
      when: 'the sleep is the whole period',
      text: deployment({}, { ...preStop({ sleep: { seconds: 10 } }), terminationGracePeriodSeconds: 10 }),
      says: /10 s/,
    },
    { when: 'there is time left', text: deployment({}, preStop({ sleep: { seconds: 10 } })) },
  ],
};
