import { Draw } from '../support/draw';

/** Texts of which it is recorded what kubectl says: they must never change, so that all they are made of stands here. */
const MANIFESTS: readonly string[] = [
  `apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels: {app: web, "tier": 'front'}
  annotations:
    note: >-
      folded over
      two lines
    text: |
      a block
        of text
spec:
  replicas: 3
  strategy:
    rollingUpdate: {maxSurge: 25%, maxUnavailable: 0}
  selector:
    matchLabels: &labels
      app: web
  template:
    metadata:
      labels: *labels
    spec:
      containers:
      - name: web
        image: "registry.example.com:5000/web:1.2"
        args: ["--port", '8080', --verbose]
        env:
        - {name: A, value: "yes"}
        - name: B
          value: 'it''s'
        ports:
        - containerPort: 8080
        resources:
          requests: {cpu: 500m, memory: 1Gi}
`,
  `# what runs on each node
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: agent, namespace: kube-system}
spec:
  selector: {matchLabels: {app: agent}}
  updateStrategy:
    type: RollingUpdate
    rollingUpdate: {
      maxUnavailable: 10%
    }
  template:
    metadata:
      labels:
        app: agent
    spec:
      tolerations: [
        {operator: Exists},
      ]
      containers:
        - name: agent
          image: agent:1
          command:
            - sh
            - -c
            - |
              echo "a: b" # no comment
              exec agent
---
apiVersion: v1
kind: Service
metadata:
  name: agent
spec:
  ports: [{port: 80}]
`,
  `apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a}
  data:
    key: "a \\"quoted\\" text
      over lines"
    plain: some words
      that go on
- ? apiVersion
  : v1
  kind: ConfigMap
  metadata:
    name: b
`,
  `base: &base
  a: 1
  b: [x, y]
kind: Thing
apiVersion: example.com/v1
metadata: {name: t}
spec:
  <<: *base
  number: 0x1F
  octal: 010
  float: 1.5e3
  none: ~
  yes: no
  date: 2001-12-14
  tagged: !!str 12
  binary: !!binary aGVsbG8=
  list:
  - - nested
    - deep
  -
    a: b
  "quoted key": 1
...
---
kind: Thing
apiVersion: example.com/v1
metadata: {name: u}
`,
];

const TOKENS: readonly string[] = [
  ...[
    '\n',
    '\r\n',
    '\r',
    '\t',
    ' ',
    '  ',
    '    ',
    '\0',
    '\uFEFF',
    '\u2028',
    '\u0085',
    '\u00A0',
    '\\',
    '"',
    "'",
    '`',
    '#',
    ' #',
    '%',
    '@',
  ],
  ...[
    '---\n',
    '\n---\n',
    '...\n',
    '--- |\n',
    '--- a\n',
    '%YAML 1.1\n---\n',
    '%TAG ! x\n',
    '? ',
    '?',
    ': ',
    ':',
    '- ',
    '-',
    ', ',
    ',',
  ],
  ...[
    '[',
    ']',
    '{',
    '}',
    '[]',
    '{}',
    '|',
    '>',
    '|-',
    '>+',
    '|2',
    '&a ',
    '*a',
    '*labels',
    '<<: *base',
    '!!int ',
    '!t ',
    '!!str',
    '!<x> ',
    '!',
  ],
  ...[
    'null',
    '~',
    'yes',
    '0',
    '-1',
    '010',
    '0o17',
    '1_000',
    '.inf',
    '.nan',
    '1e9',
    '0x',
    '99999999999999999999',
    '2147483648',
    '25%',
    '"\\x"',
  ],
  ...['a: b\n', '\n  a: b\n', '- a\n', '\n- a\n', 'key: value', '"a": 1, ', "'a'", '"', '\\n', '"\\u00e9"', 'é', '😀', '\uFFFE'],
];

/** The n-th text of a set: some manifest with up to five changes of characters, lines or indentation. */
export function mutatedText(set: 'one' | 'two', number: number): string {
  const draw = new Draw(`mutated ${set}`, number);
  let text = draw.of(MANIFESTS);
  for (let count = 1 + draw.upTo(set === 'one' ? 1 : 4); count > 0; count--) text = mutated(draw, text);
  return text;
}

function mutated(draw: Draw, text: string): string {
  const at = draw.upTo(text.length);
  const lines = text.split('\n');
  const line = draw.upTo(lines.length - 1);
  const atLine = (by: string): string => [...lines.slice(0, line), by, ...lines.slice(line + 1)].join('\n');
  const own = lines[line] ?? '';
  switch (draw.upTo(7)) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1 + draw.upTo(3));
    case 1:
    case 2:
      return text.slice(0, at) + draw.of(TOKENS) + text.slice(at);
    case 3:
      return text.slice(0, at) + draw.of(TOKENS) + text.slice(at + 1 + draw.upTo(8));
    case 4:
      return atLine(' '.repeat(draw.upTo(3)) + own);
    case 5:
      return atLine(own.slice(Math.min(own.length, 1 + draw.upTo(3))));
    case 6:
      return atLine(`${own}\n${lines[draw.upTo(lines.length - 1)] ?? ''}`);
    default:
      return [...lines.slice(0, line), ...lines.slice(line + 1)].join('\n');
  }
}
