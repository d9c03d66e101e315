import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @param {number} n */
const deployment = (n) => `apiVersion: apps/v1
kind: Deployment
metadata: { name: app-${n}, namespace: team-${n % 40}, labels: { app: app-${n} } }
spec:
  replicas: ${2 + (n % 9)}
  strategy: { rollingUpdate: { maxSurge: 25%, maxUnavailable: ${n % 3} } }
  selector: { matchLabels: { app: app-${n} } }
  template:
    metadata: { labels: { app: app-${n} } }
    spec:
      containers:
        - name: web
          image: registry.example.com/app-${n}:1.${n}.0
          ports: [{ name: http, containerPort: 8080 }]
          resources: { requests: { cpu: ${100 + (n % 7) * 50}m, memory: 256Mi } }
          readinessProbe: { httpGet: { path: /ready, port: http } }
`;

/** @param {number} n */
const around = (n) => `apiVersion: v1
kind: Service
metadata: { name: app-${n}, namespace: team-${n % 40} }
spec: { selector: { app: app-${n} }, ports: [{ port: 80, targetPort: http }] }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: app-${n}, namespace: team-${n % 40} }
spec: { minAvailable: 1, selector: { matchLabels: { app: app-${n} } } }
`;

/** @param {number} n @param {number} lines */
const settings = (n, lines) =>
  `# settings of app ${n}\n${Array.from({ length: lines }, (_, line) => `option${line}: { value: ${n * line}, text: "some text of ${line}" }\n`).join('')}`;

/** @param {number} n */
const configMap = (n) => `apiVersion: v1
kind: ConfigMap
metadata: { name: config-${n}, namespace: team-${n % 40} }
data:
${Array.from({ length: 40 }, (_, line) => `  key-${line}: "value ${line} of ${n}"\n`).join('')}`;

/** @param {number} n */
const chart = (n) => `{{- if .Values.enabled }}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "app.fullname" . }}
  labels: {{- include "app.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicas | default ${n % 5} }}
  template:
    spec:
      containers:
        - name: app
          image: "{{ .Values.image }}:{{ .Values.tag }}"
{{- end }}
`;

/** @param {number} n */
const crd = (n) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: things-${n}.example.com }
spec:
  versions:
    - name: v1
      schema:
        openAPIV3Schema:
          properties:
${Array.from({ length: 3000 }, (_, field) => `            field${field}: { type: string, description: "What field ${field} of ${n} is for." }\n`).join('')}`;

/** What is in the n-th file: of every twenty five are manifests, one of a thousand is large. @param {number} n */
function fileFor(n) {
  if (n % 1000 === 999) return { name: 'crd.yaml', text: crd(n) };
  const kind = n % 20;
  if (kind === 0 || kind === 10) return { name: 'deployment.yaml', text: deployment(n) };
  if (kind === 1) return { name: 'around.yaml', text: around(n - 1) };
  if (kind === 2) return { name: 'config.yaml', text: configMap(n) };
  if (kind === 3) return { name: 'templates/deployment.yaml', text: chart(n) };
  if (kind === 4) return { name: 'list.yaml', text: [0, 1, 2, 3, 4].map((more) => deployment(n + more * 100_000)).join('---\n') };
  if (kind === 5) return { name: 'data.json', text: JSON.stringify({ version: n, items: [1, 2, 3], kind: 'nothing' }) };
  return { name: 'settings.yaml', text: settings(n, 10 + (n % 120)) };
}

/**
 * A folder of manifests and much else, as large repositories have it.
 * @param {string} folder
 * @param {number} count
 */
export function writeWorkspace(folder, count) {
  for (let n = 0; n < count; n++) {
    const { name, text } = fileFor(n);
    const file = join(folder, `group-${Math.floor(n / 500)}`, `app-${n}`, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/**
 * Many small Deployments, each with what is around it.
 * @param {string} folder
 * @param {number} count
 */
export function writeManifests(folder, count) {
  mkdirSync(folder, { recursive: true });
  for (let n = 0; n < count; n++) writeFileSync(join(folder, `app-${n}.yaml`), `${deployment(n)}---\n${around(n)}`);
}
