import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import { MESH_CASES } from './meshCases';
import type { RuleCases } from './ruleCases';

const container = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ...fields }],
});
const http = (port: unknown): Readonly<Record<string, unknown>> => ({ httpGet: { path: '/', port } });
const ports = [{ name: 'http', containerPort: 80 }];
const requests = { resources: { requests: { cpu: '500m', memory: '512Mi' } } };
const service = object('Service', 'v1', 'front', { selector: { app: 'web' } });
const budget = object('PodDisruptionBudget', 'policy/v1', 'pdb', {
  selector: { matchLabels: { app: 'web' } },
  maxUnavailable: 1,
});
const noProbe = { containers: [{ name: 'web', image: 'web:1.0' }] };

/** Probes, room and drains. */
export const PROBE_CASES: RuleCases = {
  'no-readiness': [
    ...MESH_CASES,
    {
      when: 'a Service sends traffic',
      text: deployment({}, noProbe),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'the image is called a demo',
      text: deployment(
        {},
        { containers: [{ name: 'web', image: 'quay.io/me/guestbook-demo:0.1', ports: [{ containerPort: 80 }] }] },
      ),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'nothing but the welcome page of a web server is served',
      text: deployment({}, { containers: [{ name: 'web', image: 'nginx:1.27', ports: [{ containerPort: 80 }] }] }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'a web server has something of its own to serve',
      text: deployment({}, { containers: [{ name: 'web', image: 'nginx:1.27', args: ['-g', 'daemon off;'] }] }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'a Service sends traffic to the only pod',
      text: deployment({ replicas: 1 }, noProbe),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'an autoscaler adds pods to the first',
      text: deployment({ replicas: undefined }, noProbe),
      around: {
        others: [
          service,
          object('HorizontalPodAutoscaler', 'autoscaling/v2', 'h', {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
            minReplicas: 1,
            maxReplicas: 3,
          }),
        ],
      },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'a placeholder names the image',
      text: deployment({}, { containers: [{ name: 'web', image: 'web:${TAG}' }] }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'a placeholder stands where the probe might be',
      text: deployment({}, { containers: [{ name: 'web', image: 'web:1', readinessProbe: '${PROBE}' }] }),
      around: { others: [service] },
    },
    {
      when: 'Istio fills in the container, its probe included',
      text: deployment({}, { containers: [{ name: 'istio-proxy', image: 'auto' }] }),
      around: { others: [service] },
    },
    {
      when: 'the Service stands beside another variant of the workload',
      text: deployment({}, noProbe),
      around: { others: [`${deployment()}\n---\n${service}`] },
      says: /as soon as it runs\. Add/,
      severity: 'hint',
    },
    {
      when: 'the Service stands beside the stable version, and takes both',
      text: deployment({}, noProbe),
      around: { others: [`${deployment({}, {}, { metadata: { name: 'stable' } })}\n---\n${service}`] },
      says: /“front”/,
      severity: 'warning',
    },
    {
      when: 'the Service stands far away beside a workload that it selects',
      text: deployment({}, noProbe),
      around: { files: { 'file:///all.yaml': `${deployment({}, {}, { metadata: { name: 'other' } })}\n---\n${service}` } },
      says: /as soon as it runs\. Add/,
      severity: 'hint',
    },
    {
      when: 'nobody sends traffic',
      text: deployment({}, noProbe),
      says: /counts as available as soon as it runs\./,
      severity: 'hint',
    },
    {
      when: 'several replicas listen, and no Service is known',
      text: deployment({}, { containers: [{ name: 'web', image: 'web:1.0', ports: [{ containerPort: 80 }] }] }),
      says: /as soon as it runs/,
      severity: 'information',
    },
    {
      when: 'all pods go first anyway',
      text: deployment({ strategy: { type: 'Recreate' } }, noProbe),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'it is a DaemonSet',
      text: daemonSet({}, noProbe),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'only metrics are fetched',
      text: deployment({}, noProbe),
      around: {
        others: [object('Service', 'v1', 'm', { selector: { app: 'web' }, ports: [{ name: 'http-metrics', port: 9 }] })],
      },
      says: /“m”/,
      severity: 'information',
    },
    {
      when: 'the Service is called after metrics',
      text: deployment({}, noProbe),
      around: { others: [object('Service', 'v1', 'web-metrics', { selector: { app: 'web' }, ports: [{ port: 8443 }] })] },
      says: /“web-metrics”/,
      severity: 'information',
    },
    {
      when: 'only the annotated port is fetched',
      text: deployment({
        template: {
          metadata: { labels: { app: 'web' }, annotations: { 'prometheus.io/port': '9402' } },
          spec: { containers: [{ name: 'web', image: 'web:1.0' }] },
        },
      }),
      around: { others: [object('Service', 'v1', 'm', { selector: { app: 'web' }, ports: [{ port: 9402 }] })] },
      says: /“m”/,
      severity: 'information',
    },
    {
      when: 'the container only waits to be entered',
      text: deployment({}, { containers: [{ name: 'web', image: 'web:1.0', command: ['sleep', 'infinity'] }] }),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'a script that sleeps stands for what is to come',
      text: deployment({}, container({ ports, readinessProbe: undefined, command: ['sh', '-c', "echo 'to come'; sleep 3600"] })),
      around: { others: [service] },
      says: /“front”/,
      severity: 'information',
    },
    {
      when: 'a script begins to serve and sleeps then',
      text: deployment({}, container({ ports, readinessProbe: undefined, command: ['sh', '-c', 'serve & sleep infinity'] })),
      around: { others: [service] },
      says: /“front”/,
      severity: 'warning',
    },
    { when: 'minReadySeconds waits', text: deployment({ minReadySeconds: 5 }, noProbe) },
    { when: 'there is a probe', text: deployment() },
  ],
  'liveness-kills-start': [
    {
      when: 'a start may take longer',
      text: deployment({}, container({ livenessProbe: { ...http(80), initialDelaySeconds: 10 } })),
      says: /longer than about 40 s never succeeds.*\(10 s \+ 3 × 10 s\)/,
      severity: 'hint',
    },
    {
      when: 'several containers are killed, in one finding',
      text: deployment({}, { containers: ['a', 'b'].map((name) => ({ ...QUIET_CONTAINER, name, livenessProbe: http(80) })) }),
      says: /container “a”.*The same goes for 1 other container\./,
    },
    {
      when: 'the readiness probe begins later',
      text: deployment({}, container({ livenessProbe: http(80), readinessProbe: { ...http(80), initialDelaySeconds: 45 } })),
      says: /readiness probe begins only after 45 s/,
      severity: 'information',
    },
    {
      when: 'the first look may come before the start that is assumed is over',
      text: deployment({}, container({ livenessProbe: { ...http(80), periodSeconds: 3, failureThreshold: 1 } })),
      says: /longer than about 3 s never succeeds: its liveness probe kills it \(0 s \+ 1 × 3 s\), and there is no startup probe; up to 3\.8 s are assumed here/,
      severity: 'information',
    },
    {
      when: 'a startup probe is as impatient',
      text: deployment({}, container({ startupProbe: { ...http(80), periodSeconds: 1 } })),
      says: /its startup probe kills it \(0 s \+ 3 × 1 s\); up to 3\.8 s are assumed here/,
      severity: 'information',
    },
    { when: 'there is a startup probe', text: deployment({}, container({ livenessProbe: http(80), startupProbe: http(80) })) },
    {
      when: 'it waits long',
      text: deployment({}, container({ livenessProbe: { ...http(80), initialDelaySeconds: 120 } })),
    },
  ],
  'probe-port': [
    {
      when: 'no port has the name',
      text: deployment({}, container({ ports, readinessProbe: http('web') })),
      says: /readinessProbe always fails: container “web” names no port “web” \(it names “http”\)/,
    },
    {
      when: 'a socket is probed',
      text: deployment({}, container({ livenessProbe: { tcpSocket: { port: 'http' } } })),
      says: /livenessProbe always fails/,
    },
    { when: 'the port has the name', text: deployment({}, container({ ports, readinessProbe: http('http') })) },
    { when: 'it is a number', text: deployment({}, container({ ports, readinessProbe: http(8080) })) },
    {
      when: 'the number was listed before and is no longer',
      text: deployment({}, container({ ports, readinessProbe: http(9080) })),
      around: {
        committed: readManifest(deployment({}, container({ ports: [{ containerPort: 9080 }], readinessProbe: http(9080) }))),
      },
      says: /^The readinessProbe asks port 9080, which the pods listed in the committed version and list no longer: if nothing listens there any more, it always fails\.$/,
      severity: 'warning',
    },
    {
      when: 'the number was never listed',
      text: deployment({}, container({ ports, readinessProbe: http(9080) })),
      around: {
        committed: readManifest(deployment({}, container({ ports: [{ containerPort: 70 }], readinessProbe: http(9080) }))),
      },
    },
  ],
  'surge-doubles': [
    {
      when: 'all pods start at once',
      text: deployment({ replicas: 3, ...rolling('100%', 0) }, container(requests)),
      says: /doubles the requests.*3 extra pods at once, which ask for 1500m cpu and 1536Mi memory/,
    },
    { when: 'they ask for nothing', text: deployment({ replicas: 3, ...rolling('100%', 0) }) },
    { when: 'there is one', text: deployment({ replicas: 1, ...rolling('100%', 0) }, container(requests)) },
    { when: 'fewer start', text: deployment({ replicas: 3, ...rolling(1, 0) }, container(requests)) },
  ],
  'no-budget': [
    {
      when: 'a Service has several',
      text: deployment(),
      around: { others: [service] },
      says: /all 4 replicas behind Service “front”/,
    },
    { when: 'there is a budget', text: deployment(), around: { others: [service, budget] } },
    { when: 'there is one replica', text: deployment({ replicas: 1 }), around: { others: [service] } },
    { when: 'nobody sends traffic', text: deployment() },
  ],
  'rollout-too-fast': [
    {
      when: 'nothing waits',
      text: deployment({ replicas: 8 }),
      around: { others: [service] },
      says: /too fast for Service “front” in other-0\.yaml: 8 pods are replaced as fast as they start/,
      severity: 'hint',
    },
    { when: 'minReadySeconds waits', text: deployment({ replicas: 8, minReadySeconds: 5 }), around: { others: [service] } },
    {
      when: 'a preStop hook waits',
      text: deployment({ replicas: 8 }, container({ lifecycle: { preStop: { sleep: { seconds: 5 } } } })),
      around: { others: [service] },
    },
    { when: 'nobody sends traffic', text: deployment({ replicas: 8 }) },
  ],
};
