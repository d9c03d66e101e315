import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { applyEdits } from '../support/applyEdits';
import { analyzed, deployment, diagnosticsOf, object, ruleIds, type Around } from './support';

/** What the file looks like after the fix with this title. */
function fixed(text: string, title: string | RegExp, around: Around = {}): string {
  const fixes = computeQuickFixes(analyzed(text, around), 0, text.length);
  const fix = fixes.find((candidate) => (typeof title === 'string' ? candidate.title === title : title.test(candidate.title)));
  assert.ok(fix !== undefined, `no such fix; there are: ${fixes.map((candidate) => candidate.title).join(' · ')}`);
  return applyEdits(text, fix.edits);
}

const TAIL = `  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: web:1 # pinned
          readinessProbe: {tcpSocket: {port: 80}}
`;
const DEPLOYMENT = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n';
const DAEMON_SET = DEPLOYMENT.replace('Deployment', 'DaemonSet');

const CASES: readonly (readonly [what: string, before: string, title: string, after: string])[] = [
  [
    'adds maxUnavailable 0 beside the surge of a DaemonSet',
    `${DAEMON_SET}  updateStrategy:\n    rollingUpdate:\n      maxSurge: 1 # one more\n${TAIL}`,
    'Set maxUnavailable to 0',
    `${DAEMON_SET}  updateStrategy:\n    rollingUpdate:\n      maxSurge: 1 # one more\n      maxUnavailable: 0\n${TAIL}`,
  ],
  [
    'sets one of two zeros and keeps the comment',
    `${DEPLOYMENT}  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}} # none\n${TAIL}`,
    'Set maxSurge to 1',
    `${DEPLOYMENT}  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}} # none\n${TAIL}`,
  ],
  [
    'removes rollingUpdate under Recreate',
    `${DEPLOYMENT}  strategy:\n    type: Recreate\n    rollingUpdate:\n      maxSurge: 1\n${TAIL}`,
    'Remove rollingUpdate',
    `${DEPLOYMENT}  strategy:\n    type: Recreate\n${TAIL}`,
  ],
  [
    'writes both bounds where none was written',
    `${DEPLOYMENT}  replicas: 10\n${TAIL}`
      .replace('{containers', '{hostNetwork: true, containers')
      .replace('          readiness', '          ports: [{containerPort: 80, hostPort: 80}]\n          readiness')
      .replace('replicas: 10', 'replicas: 10\n  strategy: {rollingUpdate: {maxUnavailable: 0}}'),
    'Allow 1 pod to be missing instead (maxSurge 0, maxUnavailable 1)',
    `${DEPLOYMENT}  replicas: 10\n${TAIL}`
      .replace('          readiness', '          ports: [{containerPort: 80, hostPort: 80}]\n          readiness')
      .replace('replicas: 10', 'replicas: 10\n  strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}'),
  ],
  [
    'removes a line',
    `${DEPLOYMENT}  paused: true # for now\n  replicas: 4\n${TAIL}`,
    'Remove paused',
    `${DEPLOYMENT}  replicas: 4\n${TAIL}`,
  ],
  [
    'adds a chain of keys in the style of the document',
    `${DEPLOYMENT}  replicas: 1\n  strategy: {rollingUpdate: {maxUnavailable: 1}}\n${TAIL}`,
    'Start the new pod first (maxSurge 1, maxUnavailable 0)',
    `${DEPLOYMENT}  replicas: 1\n  strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}\n${TAIL}`,
  ],
  [
    'silences a finding behind its line',
    `${DEPLOYMENT}  paused: true\n${TAIL}`,
    'Ignore “paused” here',
    `${DEPLOYMENT}  paused: true # rollout-lens: ignore paused\n${TAIL}`,
  ],
  [
    'silences a finding on the last line, which has no end',
    `${DEPLOYMENT}${TAIL}  paused: true`,
    'Ignore “paused” here',
    `${DEPLOYMENT}${TAIL}  paused: true # rollout-lens: ignore paused`,
  ],
  [
    'silences a finding above a line that has a comment',
    `${DEPLOYMENT}  paused: true # for now\n${TAIL}`,
    'Ignore “paused” here',
    `${DEPLOYMENT}  # rollout-lens: ignore paused\n  paused: true # for now\n${TAIL}`,
  ],
];

describe('quick fixes', () => {
  for (const [what, before, title, after] of CASES) {
    it(what, () => {
      assert.equal(fixed(before, title), after);
    });
  }

  it('work in the second document and in an item of a List', () => {
    const list = `# first\n---\napiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n  spec:\n    paused: true\n    replicas: 4\n${TAIL.replace(/^/gm, '  ').trimEnd()}\n`;
    assert.equal(fixed(list, 'Remove paused'), list.replace('    paused: true\n', ''));
  });

  it('work in an item of a long List that is read by itself', () => {
    const item = (line: string): string =>
      `- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n  spec:\n    replicas: 4\n${line}${TAIL.replace(/^/gm, '  ').trimEnd()}\n`;
    const list = `apiVersion: v1\nkind: List\nitems:\n${item('').repeat(100)}${item('    paused: true # now\n')}${item('').repeat(3)}`;
    assert.deepEqual(ruleIds(list), ['paused']);
    assert.equal(fixed(list, 'Remove paused'), list.replace('    paused: true # now\n', ''));
  });

  it('remove what they are for', () => {
    const text = `${DEPLOYMENT}  paused: true\n${TAIL}`;
    for (const title of ['Remove paused', 'Ignore “paused” here']) assert.deepEqual(ruleIds(fixed(text, title)), [], title);
  });

  it('write both bounds where no strategy was written', () => {
    const claim = object('PersistentVolumeClaim', 'v1', 'c', { accessModes: ['ReadWriteOnce'] });
    const text = `${DEPLOYMENT}  replicas: 2\n${TAIL}      volumes:\n        - name: c\n          persistentVolumeClaim: {claimName: c}\n`;
    const after = fixed(text, /^Allow 1 pod/, { others: [claim] });
    assert.equal(
      after,
      text.replace(
        '  replicas: 2\n',
        '  replicas: 2\n  strategy:\n    rollingUpdate:\n      maxSurge: 0\n      maxUnavailable: 1\n',
      ),
    );
  });

  it('are preferred where there is one right answer', () => {
    const text = `${DEPLOYMENT}  paused: true\n${TAIL}`;
    const fixes = computeQuickFixes(analyzed(text), 0, text.length);
    assert.deepEqual(
      fixes.map(({ title, preferred }) => `${title}${preferred ? ' *' : ''}`),
      ['Remove paused *', 'Ignore “paused” here'],
    );
  });

  it('belong to what is said about the range asked for', () => {
    const text = `${DEPLOYMENT}  paused: true\n${TAIL}`;
    assert.deepEqual(computeQuickFixes(analyzed(text), 0, 5), []);
    assert.equal(computeQuickFixes(analyzed(text), text.indexOf('paused') + 9, text.indexOf('paused') + 9).length, 2);
  });

  it('offer no comment in JSON', () => {
    const text = deployment({ paused: true });
    const titles = computeQuickFixes(analyzed(text), 0, text.length).map(({ title }) => title);
    assert.deepEqual(titles, ['Remove paused']);
    assert.doesNotThrow(() => JSON.parse(fixed(text, 'Remove paused')) as unknown);
  });
});

describe('ignore comments', () => {
  const WITH = (spec: string): string => `${DEPLOYMENT}${spec}${TAIL}`;
  const CASES_OF_COMMENTS: readonly (readonly [what: string, text: string, rules: readonly string[]])[] = [
    ['without one', WITH('  paused: true\n'), ['paused']],
    ['on the line', WITH('  paused: true # rollout-lens: ignore paused\n'), []],
    ['above the line', WITH('  # rollout-lens: ignore paused\n  paused: true\n'), []],
    ['for another rule', WITH('  paused: true # rollout-lens: ignore no-history\n'), ['paused']],
    ['for several rules', WITH('  paused: true # rollout-lens: ignore no-history, paused\n'), []],
    ['for all rules', WITH('  paused: true # rollout-lens: ignore\n'), []],
    ['at a parent', WITH('  paused: true\n').replace('spec:\n', 'spec: # rollout-lens: ignore paused\n'), []],
    ['at the head of the document', `# rollout-lens: ignore paused\n${WITH('  paused: true\n')}`, []],
    ['on the next line but one', WITH('  # rollout-lens: ignore paused\n  replicas: 4\n  paused: true\n'), ['paused']],
    ['in another document', `# rollout-lens: ignore paused\n---\n${WITH('  paused: true\n')}`, ['paused']],
  ];
  for (const [what, text, rules] of CASES_OF_COMMENTS) {
    it(`${rules.length === 0 ? 'silences' : 'does not silence'} ${what}`, () => {
      assert.deepEqual(ruleIds(text), rules);
    });
  }
});

describe('severities from the settings', () => {
  const text = `${DEPLOYMENT}  paused: true\n${TAIL}`;
  it('replace the rule’s own', () => {
    const [found] = diagnosticsOf(text, { settings: { severities: { paused: 'information' } } });
    assert.equal(found?.severity, 'information');
  });
  it('switch a rule off', () => {
    assert.deepEqual(ruleIds(text, { settings: { severities: { paused: 'off' } } }), []);
  });
  it('do not bring up the server’s wording of what was switched off', () => {
    const bothZero = `${DEPLOYMENT}  replicas: 4\n  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}\n${TAIL}`;
    assert.deepEqual(ruleIds(bothZero, { settings: { severities: { 'both-zero': 'off' } } }), []);
  });
  it('hold for broken YAML too', () => {
    const broken = 'kind: Deployment\nspec:\n  a: b: c\n';
    assert.deepEqual(ruleIds(broken), ['yaml-syntax']);
    assert.deepEqual(ruleIds(broken, { settings: { severities: { 'yaml-syntax': 'off' } } }), []);
  });
});

describe('diagnostics', () => {
  it('are at the value they are about', () => {
    const text = `# first\n---\n${DEPLOYMENT}  paused: true # now\n${TAIL}`;
    const found = computeDiagnostics(analyzed(text)).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(found, ['true']);
  });
  it('say one thing about text that is no YAML and go on with the other documents', () => {
    assert.deepEqual(ruleIds(`kind: Deployment\nspec:\n  a: b: c\n  d: [\n---\n${DEPLOYMENT}  paused: true\n${TAIL}`), [
      'yaml-syntax',
      'paused',
    ]);
  });
  it('say in kubectl’s words which text is not what its tag says', () => {
    const text = `${DEPLOYMENT}  replicas: !!int x\n${TAIL}`;
    const [found] = diagnosticsOf(text);
    assert.equal(found?.message, 'kubectl cannot read this document: cannot decode !!str `x` as a !!int');
    assert.equal(text.slice(found.start, found.end), 'x');
    assert.deepEqual(ruleIds(`${DEPLOYMENT}  replicas: !!int {{ .r }}\n${TAIL}`), []);
  });
  it('warn of what kubectl leaves out without a word', () => {
    const [found, ...others] = diagnosticsOf(`${DEPLOYMENT}${TAIL}...\nspec:\n  paused: true\n`);
    assert.deepEqual(others, []);
    assert.equal(found?.severity, 'warning');
    assert.equal(found.message, 'kubectl reads nothing of this document from here on: “...” ends it.');
    assert.deepEqual(ruleIds(`${DEPLOYMENT}${TAIL}...\n# the end\n`), []);
    assert.deepEqual(ruleIds(`{{ if .a }}\n${DEPLOYMENT}${TAIL}...\nspec:\n  paused: true\n{{ end }}\n`), []);
  });
  it('warn of nothing where one JSON value follows the other, which kubectl reads', () => {
    const service = '{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}}';
    assert.deepEqual(ruleIds(`${service}\n${service}\n`), []);
    assert.deepEqual(ruleIds(`---\n${service}\n${service}\n`), ['yaml-syntax']);
  });
  it('call no text broken whose placeholders are not filled in', () => {
    const [found, ...others] = diagnosticsOf('kind: Deployment\nspec:\n  a: b\n %HOST%%PATH%: c\n');
    assert.deepEqual([found?.severity, others], ['information', []]);
    assert.match(found?.message ?? '', /“%HOST%” is to be filled in first$/);
    const [quoted] = diagnosticsOf('kind: Deployment\nspec:\n  image: "$HOST.a"/web:1\n  a: b\n');
    assert.equal(quoted?.severity, 'information');
    const [broken] = diagnosticsOf('kind: Deployment\nspec:\n  x: a%HOST%\n  a: b: c\n');
    assert.equal(broken?.severity, 'error');
  });

  it('call no text broken that is to be pasted into a shell', () => {
    const found = diagnosticsOf(`kubectl apply -f - <<EOF\n${DEPLOYMENT}  paused: true\n${TAIL}EOF\n`);
    assert.deepEqual(
      found.map(({ severity, message }) => [severity, message]),
      [['information', 'kubectl cannot read this document: a shell command stands around the manifests of this file']],
    );
  });
  it('invent nothing from templates', () => {
    const text = `${DEPLOYMENT}  paused: {{ .p }}\n  minReadySeconds: {{ .m }}\n  strategy:\n    {{- toYaml .s | nindent 4 }}\n${TAIL}`;
    assert.deepEqual(ruleIds(text), []);
  });
  it('speak of what is literal beside templates', () => {
    const text = `${DEPLOYMENT.replace('web', '{{ .n }}')}  paused: true\n  replicas: {{ .r }}\n${TAIL}`;
    assert.deepEqual(ruleIds(text), ['paused']);
  });
});
