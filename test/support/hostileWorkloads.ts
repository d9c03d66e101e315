import { many, type HostileFile } from './hostileCrowds';

/** Files of complete workloads by the thousand: each is an ordinary one, and all of them have something to do with each other. */

interface Parts {
  readonly labels?: string;
  readonly pod?: string;
  readonly container?: string;
  readonly namespace?: string;
}

function workload(i: number, { labels = `app: web${i}`, pod = '', container = '', namespace = '' }: Parts): string {
  return `---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web${i}${namespace}
spec:
  replicas: 3
  selector: {matchLabels: {${labels}}}
  template:
    metadata: {labels: {${labels}}}
    spec:${pod}
      containers:
      - name: web
        image: web:1.${i}${container}
        readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 5}
        livenessProbe: {httpGet: {path: /alive, port: 8080}}
        resources: {requests: {cpu: 100m, memory: 128Mi}, limits: {memory: 256Mi}}
`;
}

const object = (apiVersion: string, kind: string, name: string, spec: string): string =>
  `---\napiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {${spec}}\n`;
const CLAIM = object('v1', 'PersistentVolumeClaim', 'data', 'accessModes: [ReadWriteOnce], storageClassName: fast');
const CLASS = '---\napiVersion: storage.k8s.io/v1\nkind: StorageClass\nmetadata: {name: fast}\nprovisioner: ebs.csi.aws.com\n';
const NODES = many(20, (i) => `---\napiVersion: v1\nkind: Node\nmetadata: {name: n${i}}\nstatus: {allocatable: {cpu: "16"}}\n`);
const QUOTA = object('v1', 'ResourceQuota', 'all', 'hard: {pods: "100", requests.cpu: "10"}');
const VOLUME = '\n      volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]';
const APART =
  '\n      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}';
const TOGETHER = APART.replace('podAntiAffinity', 'podAffinity');
const PORT = '\n        ports: [{containerPort: 8080, hostPort: 8080}]';
const SAME = 'app: web';
const service = (i: number, selector = `app: web${i}`): string =>
  object('v1', 'Service', `web${i}`, `selector: {${selector}}, ports: [{port: 80, targetPort: 8080}]`);
const budget = (i: number, selector = `app: web${i}`): string =>
  object('policy/v1', 'PodDisruptionBudget', `web${i}`, `maxUnavailable: 1, selector: {matchLabels: {${selector}}}`);
const autoscaler = (i: number): string =>
  object(
    'autoscaling/v2',
    'HorizontalPodAutoscaler',
    `web${i}`,
    `minReplicas: 2, maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web${i}}`,
  );

const FILES: Readonly<Record<string, () => string>> = {
  '1,000 complete workloads': () => many(1000, (i) => workload(i, {})),
  '1,500 complete workloads that share a claim and all labels': () =>
    CLAIM + CLASS + many(1500, (i) => workload(i, { labels: SAME, pod: VOLUME })),
  '1,500 complete workloads with a claim each': () =>
    CLASS +
    many(
      1500,
      (i) =>
        CLAIM.replace('name: data', `name: data${i}`) +
        workload(i, { pod: VOLUME.replace('claimName: data', `claimName: data${i}`) }),
    ),
  '1,500 complete workloads that share one claim nobody wrote': () => many(1500, (i) => workload(i, { pod: VOLUME })),
  '1,500 complete workloads with the same labels': () => many(1500, (i) => workload(i, { labels: SAME })),
  '1,500 complete workloads with one host port': () => many(1500, (i) => workload(i, { container: PORT })),
  '1,500 complete workloads that keep apart': () => many(1500, (i) => workload(i, { labels: SAME, pod: APART })),
  '1,500 complete workloads that want to be together': () => many(1500, (i) => workload(i, { labels: SAME, pod: TOGETHER })),
  '1,500 complete workloads on twenty nodes': () => NODES + many(1500, (i) => workload(i, {})),
  '1,500 complete workloads with one host port on twenty nodes': () =>
    NODES + many(1500, (i) => workload(i, { container: PORT })),
  '1,500 complete workloads under one quota': () => QUOTA + many(1500, (i) => workload(i, {})),
  '1,000 complete workloads with Service, budget and autoscaler': () =>
    many(1000, (i) => workload(i, {}) + service(i) + budget(i) + autoscaler(i)),
  '1,000 complete workloads, each in all Services and budgets': () =>
    many(1000, (i) => workload(i, { labels: SAME }) + service(i, SAME) + budget(i, SAME)),
  '1,000 complete workloads, each in a namespace': () =>
    many(1000, (i) => workload(i, { namespace: `\n  namespace: ns${i}` }) + service(i)),
};

export function hostileWorkloads(): HostileFile[] {
  return Object.entries(FILES).map(([name, make]) => ({ name, text: make() }));
}
