import { deployment, object, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

const container = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ...fields }],
});
const service = (port: unknown, selector: unknown = { app: 'web' }, name = 'front'): string =>
  object('Service', 'v1', name, { selector, ports: [port] });
const ingress = (port: unknown, more: Readonly<Record<string, unknown>> = {}): string =>
  object('Ingress', 'networking.k8s.io/v1', 'edge', {
    ...more,
    rules: [{ http: { paths: [{ path: '/', backend: { service: { name: 'front', port } } }] } }],
  });
const annotated = (text: string, key: string, value: string): string =>
  text.replace('"name":"edge"', `"name":"edge","annotations":${JSON.stringify({ [key]: value })}`);
const budget = (selector: unknown): string =>
  object('PodDisruptionBudget', 'policy/v1', 'pdb', { selector: { matchLabels: selector }, maxUnavailable: 1 });
const autoscaler = object('HorizontalPodAutoscaler', 'autoscaling/v2', 'hpa', {
  scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
  minReplicas: 4,
  maxReplicas: 9,
});
const ports = [{ name: 'http', containerPort: 8080 }];
const patch = JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec: { replicas: 2 } });
const twin = deployment().replace('"name": "web"', '"name": "worker"');
const renamed = (labels: Readonly<Record<string, string>>): string =>
  deployment({ selector: { matchLabels: labels }, template: { metadata: { labels }, spec: container({}) } });
const instance = (name: string): string =>
  renamed({ app: 'web', 'app.kubernetes.io/instance': name }).replace('"name": "web"', `"name": "web-${name}"`);
/** What selects what, and which ports it asks for. */
export const SELECTION_CASES: RuleCases = {
  'service-port': [
    {
      when: 'only metrics are fetched there',
      text: deployment({}, container({ ports })),
      around: { others: [service({ name: 'metrics', port: 9090, targetPort: 'prometheus' })] },
      says: /port “prometheus”, which no container names/,
      severity: 'information',
    },
    {
      when: 'no container has the name',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 'web' })] },
      says: /Service “front” in other-0.yaml gets no answer from these pods on its port 80: .* port “web”, which no container names \(they name “http”\)/,
      severity: 'warning',
    },
    {
      when: 'the name is of another protocol',
      text: deployment({}, container({ ports: [{ ...ports[0], protocol: 'UDP' }] })),
      around: { others: [service({ port: 80, targetPort: 'http' })] },
      says: /no container names\./,
    },
    {
      when: 'one port of several has no such name',
      text: deployment({}, container({ ports })),
      around: {
        others: [
          object('Service', 'v1', 'front', {
            selector: { app: 'web' },
            ports: [
              { name: 'a', port: 80, targetPort: 'http' },
              { name: 'b', port: 9090, targetPort: 'exporter' },
            ],
          }),
        ],
      },
      says: /gets no answer from these pods on its port 9090: it sends to port “exporter”/,
    },
    {
      when: 'only numbers are fetched from a port that is not declared',
      text: `${deployment({}, container({ ports }))}\n---\n${service({ name: 'metrics', port: 9090 })}`,
    },
    {
      when: 'another port is declared',
      text: `${deployment({}, container({ ports }))}\n---\n${service({ port: 80 })}`,
      says: /sends to port 80, the containers declare 8080 only/,
      severity: 'hint',
    },
    {
      when: 'the Ingress asks for another port',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 'http' }), ingress({ number: 8080 })] },
      says: /Ingress “edge” in other-1.yaml gets no answer.* port 8080 of Service “front” in other-0.yaml, which has 80 only/,
    },
    ...[
      ingress({ number: 8080 }, { ingressClassName: 'nginx-public' }),
      annotated(ingress({ number: 8080 }), 'kubernetes.io/ingress.class', 'nginx'),
      annotated(ingress({ number: 8080 }), 'nginx.ingress.kubernetes.io/proxy-body-size', '8m'),
    ].map((edge, index) => ({
      when: `the Ingress asks ingress-nginx for the port of the pods (${index})`,
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 8080 }), edge] },
    })),
    {
      when: 'the Ingress asks ingress-nginx for a port that is nobody’s',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 8080 }), ingress({ number: 81 }, { ingressClassName: 'nginx' })] },
      says: /Ingress “edge” .* port 81 of Service “front”/,
    },
    {
      when: 'the Ingress asks another controller for the port of the pods',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 8080 }), ingress({ number: 8080 }, { ingressClassName: 'traefik' })] },
      says: /Ingress “edge” .* port 8080 of Service “front”/,
    },
    {
      when: 'an old Ingress asks for another port',
      text: deployment({}, container({ ports })),
      around: {
        others: [
          service({ name: 'plain', port: 80, targetPort: 'http' }),
          object('Ingress', 'extensions/v1beta1', 'old', { backend: { serviceName: 'front', servicePort: 'http' } }),
        ],
      },
      says: /Ingress “old” .* port http of Service “front” in other-0.yaml, which has 80 \(plain\) only/,
    },
    {
      when: 'the Service has other pods, too',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 'web' }), twin] },
      says: /no container names/,
      severity: 'hint',
    },
    {
      when: 'all fits',
      text: deployment({}, container({ ports })),
      around: { others: [service({ name: 'plain', port: 80, targetPort: 'http' }), ingress({ name: 'plain' })] },
    },
    {
      when: 'a Service of another file sends to a port that is not declared',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80 })] },
    },
    {
      when: 'the Service is meant for another variant of the workload',
      text: deployment({}, container({ ports })),
      around: { others: [`${deployment()}\n---\n${service({ port: 80, targetPort: 'web' })}`] },
    },
    {
      when: 'the name is filled in before it is applied',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 'PORT' })] },
    },
    { when: 'no port is declared', text: deployment(), around: { others: [service({ port: 80 })] } },
    {
      when: 'a patch may bring the port',
      text: deployment({}, container({ ports })),
      around: { others: [service({ port: 80, targetPort: 'web' }), patch] },
    },
  ],
  'service-misses': [
    ...[
      object('ReplicationController', 'v1', 'db', { template: { metadata: { labels: { app: 'web-db' } } } }),
      JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'db', labels: { app: 'web-db' } }, spec: {} }),
      object('CronJob', 'batch/v1', 'db', { jobTemplate: { spec: { template: { metadata: { labels: { app: 'web-db' } } } } } }),
      object('DeploymentConfig', 'apps.openshift.io/v1', 'db', { template: { metadata: { labels: { app: 'web-db' } } } }),
    ].map((other) => ({
      when: `a ${/"kind":"(\w+)"/.exec(other)?.[1] ?? 'workload of another kind'} has the labels`,
      text: deployment({}, container({})),
      around: { others: [service({ port: 80 }, { app: 'web-db' }, 'web'), other] },
    })),
    {
      when: 'a value is misspelled',
      text: renamed({ app: 'frontend' }),
      around: { others: [service({ port: 80 }, { app: 'front-end2' }), service({ port: 80 }, { app: 'frotnend' }, 'other')] },
      says: /Service “other” in other-1.yaml selects no pods, these neither: “app” is “frontend”, not “frotnend”/,
    },
    {
      when: 'the value stands under another key',
      text: deployment(),
      around: { others: [service({ port: 80 }, { name: 'web' })] },
      says: /“web” is their “app”, not their “name”/,
    },
    {
      when: 'it has the name of the workload',
      text: deployment(),
      around: { others: [service({ port: 80 }, { app: 'web', tier: 'api' }, 'web')] },
      says: /they have no label “tier: api”/,
    },
    { when: 'it selects the pods', text: deployment(), around: { others: [service({ port: 80 })] } },
    { when: 'it means something else', text: deployment(), around: { others: [service({ port: 80 }, { app: 'redis' })] } },
    {
      when: 'it selects a variant of the workload beside it',
      text: renamed({ app: 'web-v2' }),
      around: {
        others: [`${service({ port: 80 }, { app: 'web-v2', v: '2' }, 'web')}\n---\n${renamed({ app: 'web-v2', v: '2' })}`],
      },
    },
    {
      when: 'it means the next one',
      text: renamed({ app: 'frontend-1' }),
      around: { others: [service({ port: 80 }, { app: 'frontend-2' })] },
    },
    {
      when: 'a fragment beside it may be what it means',
      text: deployment(),
      around: { others: [service({ port: 80 }, { name: 'web' }), patch] },
    },
  ],
  'pdb-misses': [
    {
      when: 'its file has workloads of its own',
      text: deployment(),
      around: {
        others: [`${budget({ name: 'web' })}\n---\n${renamed({ app: 'shop' }).replace('"name": "web"', '"name": "shop"')}`],
      },
    },
    {
      when: 'the value stands under another key',
      text: deployment(),
      around: { others: [budget({ name: 'web' })] },
      says: /PodDisruptionBudget “pdb” in other-0.yaml protects no pods, these neither: “web” is their “app”/,
    },
    { when: 'it selects the pods', text: deployment(), around: { others: [budget({ app: 'web' })] } },
    { when: 'it means something else', text: deployment(), around: { others: [budget({ app: 'redis' })] } },
  ],
  'selectors-overlap': [
    {
      when: 'an autoscaler counts both',
      text: `${deployment()}\n---\n${twin}`,
      around: { others: [autoscaler] },
      says: /Deployment “worker” selects these pods, too, .*: autoscaler “hpa” in other-0.yaml counts the pods of both/,
      severity: 'information',
    },
    {
      when: 'a Service takes both',
      text: `${deployment()}\n---\n${twin}`,
      around: { others: [service({ port: 80 })] },
      says: /Service “front” in other-0.yaml sends requests to the pods of both/,
      severity: 'information',
    },
    { when: 'nothing else goes by the labels', text: `${deployment()}\n---\n${twin}`, says: /both/, severity: 'hint' },
    {
      when: 'a Service takes two instances',
      text: `${instance('a')}\n---\n${instance('b')}`,
      around: { others: [service({ port: 80 })] },
      says: /^Service “front” in other-0.yaml sends requests to the pods of both this Deployment and Deployment “web-b”, which is another instance: it does not select by “app.kubernetes.io\/instance”\.$/,
      severity: 'information',
    },
    {
      when: 'a Service asks for its instance',
      text: `${instance('a')}\n---\n${instance('b')}`,
      around: { others: [service({ port: 80 }, { app: 'web', 'app.kubernetes.io/instance': 'a' })] },
    },
    {
      when: 'a Service takes two versions of one instance',
      text: `${renamed({ app: 'web', track: 'stable' })}\n---\n${renamed({ app: 'web', track: 'canary' }).replace('"name": "web"', '"name": "w"')}`,
      around: { others: [service({ port: 80 })] },
    },
    { when: 'they are in other files', text: deployment(), around: { others: [twin, autoscaler] } },
    {
      when: 'they have labels of their own',
      text: `${deployment()}\n---\n${renamed({ app: 'worker' }).replace('"web"', '"w"')}`,
    },
  ],
};
