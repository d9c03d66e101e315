import { deployment, object, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

const container = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ...fields }],
});
const service = (port: unknown, selector: unknown = { app: 'web' }): string =>
  object('Service', 'v1', 'front', { selector, ports: [port] });
const withPort = (name: string, labels: Readonly<Record<string, string>>, containerPort: number, spec: object = {}): string =>
  deployment({
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: container({ ports: [{ name: containerPort === 8080 ? 'http' : 'other', containerPort }] }),
    },
    ...spec,
  }).replace('"name": "web"', `"name": "${name}"`);
const serving = (port: number, role = 'server'): string => withPort('web', { app: 'web', role }, port);
const operator = (port: number, spec: object = {}): string => withPort('operator', { app: 'web', role: 'operator' }, port, spec);
const nightly = object('CronJob', 'batch/v1', 'nightly', {
  schedule: '0 3 * * *',
  jobTemplate: {
    spec: {
      template: {
        metadata: { labels: { app: 'web' } },
        spec: { restartPolicy: 'Never', containers: [{ name: 'job', image: 'job:1' }] },
      },
    },
  },
});
const workers = { app: 'web', role: 'worker' };
const worker = deployment({
  selector: { matchLabels: workers },
  template: { metadata: { labels: workers }, spec: container({}) },
}).replace('"name": "web"', '"name": "worker"');
const migration = (hook: string): string =>
  object(
    'Job',
    'batch/v1',
    'migrate',
    { template: { metadata: { labels: { app: 'web' } }, spec: { restartPolicy: 'Never', containers: [QUIET_CONTAINER] } } },
    { metadata: { name: 'migrate', annotations: hook === '' ? {} : { 'helm.sh/hook': hook } } },
  );

/** Services whose labels are too general. */
export const TAKES_OTHERS_CASES: RuleCases = {
  'service-takes-others': [
    {
      when: 'it takes pods that declare other ports',
      text: `${serving(8080)}\n---\n${operator(9090)}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /^Service “front” in other-0.yaml sends requests to the pods of Deployment “operator” as well, which declare port 9090 only: unless they listen on 8080, too, their share of the requests is refused\./,
      severity: 'warning',
    },
    {
      when: 'it takes the pods of a CronJob',
      text: `${serving(8080)}\n---\n${nightly}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /^Service “front” .* the pods of CronJob “nightly” as well while they run, which declare no port/,
      severity: 'warning',
    },
    {
      when: 'it goes by the name of a port, which the pods of a CronJob lack: nobody sends them anything',
      text: `${serving(8080)}\n---\n${nightly}`,
      around: { others: [service({ port: 80, targetPort: 'http' })] },
    },
    {
      when: 'it takes the pods of a worker that declares no port',
      text: `${serving(8080)}\n---\n${worker}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /the pods of Deployment “worker” as well, which declare no port: unless/,
      severity: 'information',
    },
    {
      when: 'it takes the pods of a migration before each upgrade',
      text: `${serving(8080)}\n---\n${migration('pre-install, pre-upgrade')}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /the pods of Job “migrate” as well while they run/,
      severity: 'warning',
    },
    {
      when: 'it takes the pods of a Job that runs once',
      text: `${serving(8080)}\n---\n${migration('')}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /while they run/,
      severity: 'information',
    },
    {
      when: 'a Job runs before there is a Service, or when it is gone',
      text: `${serving(8080)}\n---\n${migration('pre-install,post-delete')}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
    },
    {
      when: 'both declare the port',
      text: `${serving(8080)}\n---\n${operator(8080)}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
    },
    {
      when: 'its port has a name, which the others lack: nobody sends them anything',
      text: `${serving(8080)}\n---\n${operator(9090)}`,
      around: { others: [service({ port: 80, targetPort: 'http' })] },
    },
    {
      when: 'the others serve another port of it',
      text: `${serving(8080)}\n---\n${operator(9090)}`,
      around: {
        others: [
          object('Service', 'v1', 'front', {
            selector: { app: 'web' },
            ports: [
              { name: 'a', port: 80, targetPort: 8080 },
              { name: 'b', port: 9090 },
            ],
          }),
        ],
      },
    },
    {
      when: 'it only tells where pods are',
      text: `${serving(8080)}\n---\n${operator(9090)}`,
      around: {
        others: [object('Service', 'v1', 'front', { clusterIP: 'None', selector: { app: 'web' }, ports: [{ port: 8080 }] })],
      },
    },
    {
      when: 'the others do not run',
      text: `${serving(8080)}\n---\n${operator(9090, { replicas: 0 })}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
    },
    {
      when: 'it asks for a label that they lack',
      text: `${serving(8080)}\n---\n${operator(9090)}`,
      around: { others: [service({ port: 80, targetPort: 8080 }, { app: 'web', role: 'server' })] },
    },
    {
      when: 'nobody knows which port these have',
      text: `${serving(8081)}\n---\n${operator(9090)}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
    },
    {
      when: 'the others are an older version of the same',
      text: `${serving(8080)}\n---\n${serving(9090, 'old').replace('"name": "web"', '"name": "web-old"')}`,
      around: { others: [service({ port: 80, targetPort: 8080 })] },
      says: /“web-old”/,
    },
  ],
};
