/** Files of many documents, as charts and `kubectl get -o yaml` give them. */

const DEPLOYMENT = (index: number): string => `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web-${index}
  labels:
    app: web-${index}
spec:
  replicas: 10 # scaled by hand
  selector:
    matchLabels:
      app: web-${index}
  strategy:
    type: RollingUpdate
    rollingUpdate:
      maxSurge: 25%
      maxUnavailable: 25%
  template:
    metadata:
      labels:
        app: web-${index}
    spec:
      containers:
        - name: web
          image: registry.example.com/web:1.${index}
          ports:
            - containerPort: 8080
          readinessProbe:
            httpGet: { path: /ready, port: 8080 }
          resources:
            requests: { cpu: 100m, memory: 64Mi }
`;

/** What is between workloads in real files. */
const CONFIG_MAP = (index: number): string => `apiVersion: v1
kind: ConfigMap
metadata:
  name: config-${index}
data:
  app.properties: |
${Array.from({ length: 23 }, (_, line) => `    setting.${line} = value ${line} of ${index}`).join('\n')}
`;

const LINES_PER_DOCUMENT = 30;

export function workloadFile(lines: number): string {
  const count = Math.max(1, Math.round(lines / LINES_PER_DOCUMENT));
  return Array.from({ length: count }, (_, index) => DEPLOYMENT(index)).join('---\n');
}

/** One workload in ten documents. */
export function mixedFile(lines: number): string {
  const count = Math.max(1, Math.round(lines / LINES_PER_DOCUMENT));
  return Array.from({ length: count }, (_, index) => (index % 10 === 0 ? DEPLOYMENT(index) : CONFIG_MAP(index))).join('---\n');
}

/** The same workloads as the items of one List. */
export function listFile(lines: number): string {
  const items = workloadFile(lines)
    .split('---\n')
    .map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`);
  return `apiVersion: v1\nkind: List\nitems:\n${items.join('')}`;
}
