/** Files with very many of one thing. */

export interface HostileFile {
  readonly name: string;
  readonly text: string;
}

export const BODY = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
  replicas: 3
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      labels:
        app: web
    spec:
      containers:
      - name: web
        image: web:1
`;

/** A Deployment with something after its last line, which is in its container. */
export const inContainer = (lines: string): string => BODY + lines;
export const inPod = (lines: string): string => BODY + lines.replace(/^(?=.)/gm, '      ');
export const inSpec = (lines: string): string => BODY.replace('  selector:\n', `${lines}  selector:\n`);
export const beside = (lines: string): string => BODY + lines;
export const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('');

const KINDS: readonly (readonly [kind: string, apiVersion: string, spec: string])[] = [
  ['Deployment', 'apps/v1', 'selector: {matchLabels: {app: web}}'],
  ['DaemonSet', 'apps/v1', 'selector: {matchLabels: {app: web}}'],
  ['Service', 'v1', 'selector: {app: web}'],
  ['PodDisruptionBudget', 'policy/v1', 'minAvailable: 1, selector: {matchLabels: {app: web}}'],
  ['HorizontalPodAutoscaler', 'autoscaling/v2', 'maxReplicas: 9, scaleTargetRef: {kind: Deployment, name: web}'],
  ['ResourceQuota', 'v1', 'hard: {pods: "9"}'],
  ['LimitRange', 'v1', 'limits: [{type: Container, default: {cpu: 1}}]'],
  ['Node', 'v1', 'taints: [{key: a, effect: NoSchedule}]'],
  ['PersistentVolumeClaim', 'v1', 'accessModes: [ReadWriteOnce]'],
  ['ConfigMap', 'v1', ''],
  ['StatefulSet', 'apps/v1', 'replicas: 3'],
  ['Ingress', 'networking.k8s.io/v1', 'rules: []'],
];

/** Lists within a workload, with one of their items. */
const LISTS: Readonly<Record<string, (count: number) => string>> = {
  containers: (n) => BODY + many(n, (i) => `      - {name: c${i}, image: a}\n`),
  'containers of one name': (n) => BODY + many(n, () => `      - {name: web, image: a}\n`),
  'empty containers': (n) => BODY + many(n, () => `      - {}\n`),
  variables: (n) => inContainer(`        env:\n${many(n, (i) => `        - {name: V${i}, value: a}\n`)}`),
  'variables of one name': (n) => inContainer(`        env:\n${many(n, () => `        - {name: V, value: $(V)}\n`)}`),
  ports: (n) => inContainer(`        ports:\n${many(n, (i) => `        - {containerPort: ${i}, hostPort: ${i}}\n`)}`),
  mounts: (n) => inContainer(`        volumeMounts:\n${many(n, (i) => `        - {name: v${i}, mountPath: /a}\n`)}`),
  volumes: (n) => inPod(`volumes:\n${many(n, (i) => `- {name: v${i}, emptyDir: {}}\n`)}`),
  'volumes and mounts': (n) =>
    inContainer(`        volumeMounts:\n${many(n / 2, (i) => `        - {name: v${i}, mountPath: /${i}}\n`)}`) +
    `      volumes:\n${many(n / 2, (i) => `      - {name: v${i}, configMap: {name: c${i}}}\n`)}`,
  tolerations: (n) => inPod(`tolerations:\n${many(n, (i) => `- {key: k${i}, operator: Exists}\n`)}`),
  'init containers': (n) => inPod(`initContainers:\n${many(n, (i) => `- {name: i${i}, image: a}\n`)}`),
  'node affinities': (n) =>
    inPod(
      `affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n${many(n, (i) => `      - {matchExpressions: [{key: k${i}, operator: In, values: [a]}]}\n`)}`,
    ),
  'anti-affinities': (n) =>
    inPod(
      `affinity:\n  podAntiAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n${many(n, (i) => `    - {topologyKey: k${i}, labelSelector: {matchLabels: {app: web}}}\n`)}`,
    ),
  'spread constraints': (n) =>
    inPod(
      `topologySpreadConstraints:\n${many(n, (i) => `- {maxSkew: 1, topologyKey: k${i}, whenUnsatisfiable: DoNotSchedule}\n`)}`,
    ),
  labels: (n) => BODY.replaceAll(/^( *)app: web\n/gm, (_, blanks: string) => many(n / 2, (i) => `${blanks}l${i}: a\n`)),
  'selector requirements': (n) =>
    BODY.replace(
      '    matchLabels:\n      app: web\n',
      `    matchExpressions:\n${many(n, (i) => `    - {key: k${i}, operator: Exists}\n`)}`,
    ),
  annotations: (n) => BODY.replace('  name: web\n', `  name: web\n  annotations:\n${many(n, (i) => `    a${i}: b\n`)}`),
  'unknown fields': (n) => BODY + many(n, (i) => `        x${i}: 1\n`),
  'unknown top fields': (n) => BODY + many(n, (i) => `x${i}: 1\n`),
  'duplicate keys': (n) => BODY + many(n, () => `        image: a\n`),
  'duplicate specs': (n) => BODY + many(n, () => `spec: {replicas: 1}\n`),
  'dangerous keys': (n) => BODY + many(n / 3, () => '__proto__: {a: 1}\nconstructor: 1\ntoString: 2\n'),
  'template lines': (n) => BODY + many(n, (i) => `        {{ .x${i} }}\n`),
  'templated values': (n) => BODY + many(n, (i) => `        x${i}: {{ .x }}\n`),
  'nested conditions': (n) => BODY + many(n / 2, () => '{{- if .x }}\n') + many(n / 2, () => '{{- end }}\n'),
  placeholders: (n) => BODY + many(n, (i) => `        x${i}: \${X}\n`),
  'multi-line texts': (n) => BODY + many(n, (i) => `        x${i}: "a\n\n  b"\n`),
  'misindented flow': (n) => BODY + many(n, (i) => `x${i}: [\na,\nb\n]\n`),
  'block texts': (n) => BODY + many(n, (i) => `        x${i}: |\n          a\n`),
  'tagged values': (n) => BODY + many(n, (i) => `        x${i}: !!binary YQ==\n`),
  anchors: (n) => BODY + many(n, (i) => `x${i}: &a${i} 1\n`),
  'anchors and aliases': (n) => BODY + many(n / 2, (i) => `x${i}: &a${i} 1\ny${i}: *a${i}\n`),
  'merges of one map': (n) => `x: &a {b: 1}\n${BODY}${many(n, (i) => `y${i}: {<<: *a}\n`)}`,
  'merges in merges': (n) => `x0: &a0 {b: 1}\n${many(Math.min(n, 3000), (i) => `x${i + 1}: &a${i + 1}\n  <<: *a${i}\n`)}${BODY}`,
  'missing anchors': (n) => BODY + many(n, (i) => `x${i}: *a${i}\n`),
  ignores: (n) => BODY + many(n, () => '# rollout-lens: ignore no-readiness\n'),
  'set-based keys': (n) => BODY + many(n, (i) => `? [a, ${i}]\n: 1\n`),
  'null keys': (n) => BODY + many(n, () => `~: 1\n`),
};

export function crowds(): HostileFile[] {
  const lists = Object.entries(LISTS).map(([what, make]) => ({ name: `20,000 ${what}`, text: make(20_000) }));
  const objects = KINDS.flatMap(([kind, apiVersion, spec]) => {
    const head = (i: number): string => `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: web${i}}\nspec: {${spec}}\n`;
    const item = (i: number): string => `- ${head(i).trimEnd().replaceAll('\n', '\n  ')}\n`;
    const json = (i: number): string =>
      JSON.stringify({ apiVersion, kind, metadata: { name: `web${i}` }, spec: { replicas: i, selector: { app: 'web' } } });
    return [
      { name: `5,000 documents of ${kind}`, text: `${BODY}---\n${many(5000, (i) => `---\n${head(i)}`)}` },
      { name: `a List of 10,000 ${kind}`, text: `${BODY}---\napiVersion: v1\nkind: List\nitems:\n${many(10_000, item)}` },
      {
        name: `JSON with 10,000 ${kind}`,
        text: `{"apiVersion": "v1", "kind": "List", "items": [\n${Array.from({ length: 10_000 }, (_, i) => json(i)).join(',\n')}]}`,
      },
    ];
  });
  return [...lists, ...objects];
}
