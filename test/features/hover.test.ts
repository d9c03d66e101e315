import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { computeHover } from '../../src/features/hover/hover';
import { escaped } from '../../src/features/hover/markdown';
import { analyzed, cursor, type Around } from './support';

function hover(marked: string, around: Around = {}): string {
  const { text, offset } = cursor(marked);
  return computeHover(analyzed(text, around), offset)?.markdown ?? '';
}

/** The text under the hover. */
function hovered(marked: string): string | undefined {
  const { text, offset } = cursor(marked);
  const found = computeHover(analyzed(text), offset);
  return found === undefined ? undefined : text.slice(found.start, found.end);
}

const REST = `  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
`;
const HEAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n';

describe('hover', () => {
  it("tells of replicas above an autoscaler's maximum: what it holds, and what applying sets until then", () => {
    const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: {name: web}
spec: {scaleTargetRef: {kind: Deployment, name: web}, minReplicas: 2, maxReplicas: 6}
`;
    const text = hover(`${HEAD}  repl‸icas: 12\n${REST}`, { others: [autoscaler] });
    assert.match(text, /By the rollout alone never fewer than \*\*5\*\* of 6 available, never more than \*\*15 pods\*\*/);
    assert.match(text, /Computed for 6 replicas, the maximum of HorizontalPodAutoscaler “web”/);
    assert.match(text, /Applying it sets 12 first, until the autoscaler looks next: within 15 s; what it then takes back/);
  });

  const POD = (lines: string, container = ''): string => `${HEAD}  replicas: 4
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
${lines}      containers:
        - name: web
          ${container}
`;
  const IN_POD: readonly (readonly [field: string, marked: string, says: RegExp])[] = [
    ['an image', POD('', 'ima‸ge: web:1'), /^\*\*image\*\*: web:1, pulled IfNotPresent \(default\): [^]*all 4 pods are replaced/],
    ['an image without a tag', POD('', 'image: ‸web'), /pulled Always \(default\): each start asks the registry/],
    ['a pull policy', POD('', 'imagePullPolicy: Ne‸ver'), /^\*\*imagePullPolicy\*\*: , pulled Never: only nodes that have/],
    [
      'a preStop hook',
      POD('', 'lifecycle: {preStop: {sle‸ep: {seconds: 5}}}'),
      /It sleeps 5 s\. [^]*have 30 s \(default\) of grace/,
    ],
    [
      'a host port',
      POD('', 'ports: [{containerPort: 80, hostP‸ort: 80}]'),
      /4 pods and 1 extra during a rollout take 5 nodes; with fewer the extra ones wait/,
    ],
    ['no container port', POD('', 'ports: [{container‸Port: 80}]'), /^$/],
    [
      'requests',
      POD('', 'resources: {requests: {c‸pu: 250m}}'),
      /each pod requests 250m CPU\. [^]*1 extra pod meanwhile: 250m CPU more/,
    ],
    [
      'a required spread',
      POD('      topologySpread‸Constraints: [{topologyKey: zone, maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]\n'),
      /no two zone may differ by more than 1 pod/,
    ],
    ['tolerations', POD('      toler‸ations: [{operator: Exists}]\n'), /^\*\*tolerations\*\*: 1 entry\./],
    ['a node selector', POD('      nodeSel‸ector: {a: b}\n'), /only nodes with all of these labels take the pods\.$/m],
    [
      'a claim',
      POD('      volu‸mes: [{name: d, persistentVolumeClaim: {claimName: data}}]\n'),
      /^\*\*volumes\*\*: data\. A ReadWriteOnce/,
    ],
    ['a priority class', POD('      priorityClass‸Name: system-node-critical\n'), /system-node-critical, priority 2000001000\./],
    ['an unknown priority class', POD('      priorityClass‸Name: high\n'), /high, its value is in no file of this workspace\./],
    [
      'affinity',
      POD(
        '      aff‸inity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}]}}\n',
      ),
      /apart by kubernetes\.io\/hostname[^]*take 5 nodes/,
    ],
  ];
  for (const [field, marked, says] of IN_POD) {
    it(`says what ${field} means for the rollout`, () => {
      assert.match(hover(marked).replaceAll('\\', ''), says);
    });
  }

  describe('behind a Service', () => {
    const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: front}\nspec: {selector: {app: web}}\n';
    const rows: [what: string, marked: string, says: RegExp][] = [
      [
        'tells the end of a pod that is told to stop at once',
        'lifecycle: {post‸Start: {exec: {command: [a]}}}',
        /The end of a pod behind Service front: deleted, no longer ready: 0 s → kube-proxy \(iptables or nftables\) knows: 0\.1–1 s → SIGTERM: 0 s → killed at the latest: 30 s\. A rollout loses about as many requests as come in 0\.7 s, if the process ends at once on SIGTERM\./,
      ],
      [
        'tells the end of a pod that waits',
        'lifecycle: {preStop: {sle‸ep: {seconds: 5}}}',
        /→ preStop is over: 5 s → SIGTERM: 5 s → killed at the latest: 30 s\. No request that is sent to it fails\./,
      ],
      [
        'tells what readiness does for requests',
        'readiness‸Probe: {httpGet: {path: /, port: 80}}',
        /Service front sends requests 0\.1–1 s after the pod is ready .*, whatever minReadySeconds says\./,
      ],
    ];
    for (const [what, marked, says] of rows)
      it(what, () => {
        assert.match(hover(POD('', marked), { others: [SERVICE] }).replaceAll('\\', ''), says);
      });
  });

  it('says first what the formula for daemon pods does not count: image pulls and slow starts', () => {
    const text = hover(
      `apiVersion: apps/v1\nkind: DaemonSet\nmetadata:\n  name: agent\nspec:\n  selector:\n    matchLabels:\n      app: agent\n  update‸Strategy:\n    rollingUpdate:\n      maxUnavailable: 1\n  template:\n    metadata:\n      labels:\n        app: agent\n    spec:\n      containers:\n        - name: agent\n          image: agent:1\n`,
    );
    assert.match(
      text,
      /\n\nWithout image pulls and slow starts about \*\*50 s\*\* if every pod starts at once: 10 waves; a pod takes about 5 s/,
    );
  });

  it('shows the whole envelope of a Deployment that nobody configured', () => {
    assert.equal(
      hover(`${HEAD}  repl‸icas: 10\n${REST}`),
      `**replicas**: 10. This many pods are meant to run; percentages of the rollout are of this number.

Never fewer than **8** of 10 available, never more than **13 pods**, plus up to 10 still terminating, each for at most 30 s.
- surge 3: 25 % of 10 = 2.5 → 3, rounded up
- unavailable 2: 25 % of 10 = 2.5 → 2, rounded down

About **10 s** if every pod starts at once: 2 waves, the slowest pod of each deciding; a pod takes about 5 s to pull the image and start (assumed).

Not written, so defaults: progressDeadlineSeconds 600, type RollingUpdate, maxSurge 25%, maxUnavailable 25%, minReadySeconds 0.

[▷ Simulate this rollout](command:rolloutLens.simulate?%5B%22file%3A%2F%2F%2Fw%2Fapp.yaml%22%2C0%5D) · [Make it safe](command:rolloutLens.makeSafe?%5B%22file%3A%2F%2F%2Fw%2Fapp.yaml%22%2C0%5D)`,
    );
  });

  const STRATEGY = (lines: string): string => `${HEAD}  replicas: 3\n  strategy:\n    rollingUpdate:\n${lines}${REST}`;
  const SAYS: readonly (readonly [what: string, marked: string, says: RegExp])[] = [
    ['explains the field first', STRATEGY('      max‸Surge: 25%\n'), /^\*\*maxSurge\*\*: 25% → \*\*1 pod\*\*/],
    [
      'names the direction of rounding',
      STRATEGY('      maxUnavailable: ‸25%\n'),
      /25 % of 3 = 0\.75 → 0, rounded down — Deployments round maxUnavailable down/,
    ],
    [
      'says when both come to 0',
      STRATEGY('      maxSurge: ‸0\n      maxUnavailable: 25%\n'),
      /Both bounds come to 0\. Kubernetes then uses \*\*1 unavailable\*\*/,
    ],
    [
      'says that the server refuses both zeros',
      STRATEGY('      maxSurge: ‸0\n      maxUnavailable: 0\n'),
      /⛔ The API server rejects this/,
    ],
    ['says when a number cannot be computed', STRATEGY('      maxSurge: ‸25 %\n'), /cannot be computed/],
    [
      'explains the strategy',
      `${HEAD}  strat‸egy: {type: Recreate}\n${REST}`,
      /all old pods are removed first[^]*\*\*0\*\* of 1/,
    ],
    ['explains the kind', `${HEAD.replace('Depl', 'Depl‸')}${REST}`, /^\*\*Deployment\*\* web\n/],
    ['explains the name', `${HEAD.replace('web', 'w‸eb')}${REST}`, /^\*\*Deployment\*\* web\n/],
    [
      'explains minReadySeconds',
      `${HEAD}  minReadySeconds: 1‸0\n${REST}`,
      /stay ready this long[^]*1 wave; a pod takes about 15 s[^]*10 s minReadySeconds/,
    ],
    ['explains the deadline', `${HEAD}  progressDead‸lineSeconds: 100\n${REST}`, /nothing is rolled back/],
    ['explains the history', `${HEAD}  revisionHistory‸Limit: 2\n${REST}`, /2\. This many old ReplicaSets/],
    ['explains paused', `${HEAD}  pau‸sed: true\n${REST}`, /not rolled out/],
    [
      'says what a template hides',
      `${HEAD}  replicas: {{ .Values.‸n }}\n${REST}`,
      /^\*\*replicas\*\* is filled in by a template/,
    ],
    ['says what the numbers depend on', `${HEAD}  replicas: {{ .Values.n }}\n  strat‸egy: {}\n${REST}`, /depend on a template/],
  ];
  for (const [what, marked, says] of SAYS) {
    it(what, () => {
      assert.match(hover(marked), says);
    });
  }

  it('shows the node count of a DaemonSet, a link to change it, and a table', () => {
    const markdown = hover(
      `apiVersion: apps/v1\nkind: Daemon‸Set\nmetadata: {name: d}\nspec:\n  updateStrategy: {rollingUpdate: {maxUnavailable: 10%}}\n${REST}`,
    );
    assert.match(markdown, /Computed for 10 nodes, which is an assumption/);
    assert.match(markdown, /\(command:rolloutLens\.setNodeCount\?%5B%5D\)/);
    assert.match(markdown, /\| 100 \| 0 \| 10 \| 90 \| 100 \| 50 s \|\n\| 500 \| 0 \| 50 \| 450 \| 500 \| 50 s \|/);
  });

  it('takes the node count from Node manifests where there are some', () => {
    const nodes = 'apiVersion: v1\nkind: Node\nmetadata: {name: a}\n---\napiVersion: v1\nkind: Node\nmetadata: {name: b}\n';
    const markdown = hover(`apiVersion: apps/v1\nkind: Daemon‸Set\nmetadata: {name: d}\nspec:\n${REST}`, { others: [nodes] });
    assert.match(markdown, /Computed for 2 nodes in \[other\\-0\\\.yaml\]\(file:\/\/\/w\/other-0\.yaml#L1\)\./);
  });

  it('explains probes and the grace period where they stand', () => {
    const pod = (line: string): string =>
      `${HEAD}  template:\n    spec:\n      ${line}\n      containers:\n        - name: web\n          readinessProbe:\n            initialDelay‸Seconds: 20\n            successThreshold: 2\n`;
    assert.match(
      hover(pod('paused: 1')),
      /\*\*readinessProbe\*\*: first asked after 20 s, then every 10 s[^]*ready after 30 s at the earliest[^]*periodSeconds 10/,
    );
    const grace = pod('terminationGrace‸PeriodSeconds: 60').replace('initialDelay‸', 'initialDelay');
    assert.match(hover(grace), /60\. A pod that is asked to stop/);
  });

  it('covers exactly the key or value under the cursor', () => {
    assert.equal(hovered(`${HEAD}  repl‸icas: 10 # ten\n`), 'replicas');
    assert.equal(hovered(`${HEAD}  replicas: 1‸0 # ten\n`), '10');
    assert.equal(hovered(`${HEAD}  replicas: 10 # t‸en\n`), undefined);
    assert.equal(hovered(`# c‸\n---\n${HEAD}`), undefined);
    assert.equal(hovered(`${HEAD}  template: {spec: {containers: [{na‸me: x}]}}`), undefined);
  });

  it('finds the right one of many documents', () => {
    assert.match(hover(`${HEAD}  replicas: 2\n---\n${HEAD}  repl‸icas: 40\n${REST}`), /Never fewer than \*\*30\*\* of 40/);
  });

  it('lets nothing in a manifest become Markdown', () => {
    const markdown = hover(
      `apiVersion: apps/v1\nkind: Depl‸oyment\nmetadata: {name: "[x](command:evil) <img src=x> **b** \`c\` \\u2028 | $ (a)"}\n`,
    );
    const [first] = markdown.split('\n');
    assert.equal(first, '**Deployment** \\[x\\]\\(command\\:evil\\) &#60;img src=x&#62; \\*\\*b\\*\\* \\`c\\` \\| \\$ \\(a\\)');
  });

  it('keeps command links whole, whatever the file is called', () => {
    assert.equal(escaped('a\nb'), 'a b');
    const { text, offset } = cursor(`${HEAD}  repl‸icas: 10\n`);
    const analysis = new Analysis("file:///w/a (1)'s [x].yaml", text, analyzed(text).surroundings);
    const link = /\]\(command:[^)]*\)$/.exec(computeHover(analysis, offset)?.markdown ?? '')?.[0] ?? '';
    assert.deepEqual(JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1, -1))), [analysis.uri, 0]);
  });

  it('says at the kind why a document is not analyzed', () => {
    assert.equal(hover('kind: Depl‸oyment\nspec: *nothing\n'), 'Not analyzed: the alias \\*nothing has no anchor before it.');
  });
});
