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
/** Behind the load that each case speaks of. */
const served = { others: [service] };
const replicas = { replicas: 3 };
const ports = (...of: readonly unknown[]): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ports: of }],
});
const sentTo = (targetPort: unknown): { readonly others: readonly string[] } => ({
  others: [object('Service', 'v1', 'front', { selector: { app: 'web' }, ports: [{ port: 80, targetPort }] })],
});

export const SHUTDOWN_CASES: RuleCases = {
  'drops-requests': [
    {
      when: 'nothing waits before SIGTERM',
      text: deployment(replicas),
      around: served,
      says: /Requests of Service “front” in other-0\.yaml fail .* kube-proxy knows within 0\.1 to 1 s\. A rollout loses about as many as come in 0\.7 s \(assumed: the process ends at once/,
      severity: 'information',
    },
    {
      when: 'the process drains by itself',
      text: deployment(replicas),
      around: { ...served, settings: { traffic: { onTerm: 'drains' } } },
      says: /as come in 0\.6 s \(assumed: the process takes nothing new after SIGTERM/,
    },
    {
      when: 'it goes on until it is killed',
      text: deployment(replicas),
      around: { ...served, settings: { traffic: { onTerm: 'serves' } } },
    },
    { when: 'a hook waits', text: deployment(replicas, preStop({ sleep: { seconds: 5 } })), around: served },
    { when: 'nobody sends requests', text: deployment(replicas) },
    {
      when: 'all go first anyway',
      text: deployment({ ...replicas, strategy: { type: 'Recreate' } }),
      around: served,
    },
  ],
  'prestop-too-short': [
    {
      when: 'a load balancer is slower',
      text: deployment(replicas, preStop({ sleep: { seconds: 5 } })),
      around: { ...served, settings: { traffic: { dataPlane: 'load-balancer' } } },
      says: /sleeps 5 s, and the cloud load balancer knows within 10 to 30 s\. A rollout still loses about as many requests as come in 15 s/,
    },
    {
      when: 'clients keep the addresses of a headless Service',
      text: deployment(replicas, preStop({ sleep: { seconds: 5 } })),
      around: { others: [object('Service', 'v1', 'front', { clusterIP: 'None', selector: { app: 'web' } })] },
      says: /DNS knows within 0 to 30 s/,
    },
    { when: 'it is long enough', text: deployment(replicas, preStop({ sleep: { seconds: 5 } })), around: served },
    {
      when: 'how long it takes is not known',
      text: deployment(replicas, preStop({ exec: { command: ['/stop'] } })),
      around: served,
    },
  ],
  'kill-cuts-requests': [
    {
      when: 'requests take longer than the grace period',
      text: deployment(replicas, preStop({ sleep: { seconds: 10 } })),
      around: { ...served, settings: { traffic: { onTerm: 'drains', requestSeconds: 25 } } },
      says: /they take 25 s \(rolloutLens\.traffic\), and it is killed 20 s after SIGTERM: the grace period is 30 s \(default\) of which the preStop hook takes 10 s/,
      severity: 'warning',
    },
    {
      when: 'there is time',
      text: deployment(replicas, preStop({ sleep: { seconds: 5 } })),
      around: { ...served, settings: { traffic: { onTerm: 'drains', requestSeconds: 25 } } },
    },
    {
      when: 'the process ends at once anyway',
      text: deployment(replicas, preStop({ sleep: { seconds: 10 } })),
      around: { ...served, settings: { traffic: { requestSeconds: 25 } } },
    },
  ],
  'named-port-changes': [
    {
      when: 'the Service sends to the new number',
      text: deployment(replicas, ports({ containerPort: 9090 })),
      around: { ...sentTo(9090), committed: readManifest(deployment(replicas, ports({ containerPort: 8080 }))) },
      says: /requests of Service “front” in other-0\.yaml to the old ones fail: it sends to port 9090, and in .* they listen on 8080/,
      severity: 'warning',
    },
    {
      when: 'the name stays and its number changes',
      text: deployment(replicas, ports({ name: 'http', containerPort: 9090 })),
      around: {
        ...sentTo('http'),
        committed: readManifest(deployment(replicas, ports({ name: 'http', containerPort: 8080 }))),
      },
      says: /sends to port 8080 of the old ones and to 9090 of the new ones, both named “http”/,
      severity: 'information',
    },
    {
      when: 'nothing changes',
      text: deployment(replicas, ports({ containerPort: 9090 })),
      around: { ...sentTo(9090), committed: readManifest(deployment(replicas, ports({ containerPort: 9090 }))) },
    },
    {
      when: 'the old ones declare nothing',
      text: deployment(replicas, ports({ containerPort: 9090 })),
      around: { ...sentTo(9090), committed: readManifest(deployment(replicas)) },
    },
    { when: 'nothing is known of before', text: deployment(replicas, ports({ containerPort: 9090 })), around: sentTo(9090) },
  ],
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
