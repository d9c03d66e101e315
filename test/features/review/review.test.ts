import assert from 'node:assert/strict';
import { availabilityLine, availabilitySvg } from '../../../src/features/review/availabilityPicture';
import { reviewInSteps, type Review } from '../../../src/features/review/reviewChange';
import { reviewMarkdown } from '../../../src/features/review/reviewMarkdown';
import { reviewText } from '../../../src/features/review/reviewText';
import { DEFAULT_SETTINGS } from '../../../src/features/settings';
import { WorkspaceIndex } from '../../../src/features/workspaceIndex';

type Files = Readonly<Record<string, string>>;

/** The review of a change from some files to others, with what else is in the workspace. */
function review(before: Files, after: Files, others: Files = {}): Review {
  const uriOf = (name: string): string => `file:///w/${name}`;
  const index = new WorkspaceIndex();
  for (const [name, text] of Object.entries({ ...others, ...after })) index.updateText(uriOf(name), text);
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const files = names.map((name) => ({ uri: uriOf(name), name, before: before[name], after: after[name] }));
  const steps = reviewInSteps({ files, baseName: 'main', index, settings: DEFAULT_SETTINGS });
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

function web({ name = 'web', image = 'web:1.8', replicas = 4, extra = '' } = {}): string {
  return `apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name} }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec:
      containers:
        - name: app
          image: ${image}
          envFrom: [{ configMapRef: { name: settings } }]
${extra}`;
}

const SETTINGS = (level: string): string => `apiVersion: v1
kind: ConfigMap
metadata: { name: settings }
data: { LEVEL: ${level} }
`;

function titles({ workloads }: Review): string[] {
  return workloads.map(({ name, title }) => `${name}: ${title}`);
}

describe('the review of a change', () => {
  it('tells each workload that changes, what goes wrong first, and what does not restart', () => {
    const found = review(
      { 'a.yaml': web({ name: 'a' }), 'b.yaml': web({ name: 'b' }), 'gone.yaml': web({ name: 'gone', image: 'other:1' }) },
      {
        'a.yaml': web({ name: 'a', replicas: 6 }),
        'b.yaml': web({ name: 'b', image: 'web:1.9' }),
        'new.yaml': web({ name: 'new' }),
      },
    );
    assert.deepEqual(titles(found), [
      'b: restarts 4 pods: image 1.8 → 1.9',
      'a: scale 4 → 6, no restart',
      'gone: no longer in the files: it runs on unless it is pruned',
      'new: new: 4 pods start',
    ]);
    assert.match(
      reviewText(found),
      /^1 workload rolls out \(4 pods\), 1 only scales, 1 is new and 1 is no longer in the files\.\n/,
    );
  });

  it('follows a workload from one file to another', () => {
    assert.deepEqual(titles(review({ 'a.yaml': web() }, { 'b.yaml': web({ image: 'web:2' }) })), [
      'web: restarts 4 pods: image 1.8 → 2',
    ]);
  });

  describe('of what is installed from somewhere else', () => {
    const release = (version: string, source = 'HelmRepository'): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop }
spec:
  chart: { spec: { chart: charts/shop, version: ${version}, sourceRef: { kind: ${source}, name: charts } } }
`;
    const source = (tag: string): string => `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: charts }
spec: { url: oci://registry.example/charts, ref: { tag: ${tag} } }
`;
    const application = (at: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: cache }
spec: { source: { repoURL: https://example.com, ${at} } }
`;
    const notes = (before: Files, after: Files): readonly string[] => review(before, after).omissions;
    const UNKNOWN = 'not in this workspace, so which pods are replaced is not known.';

    const CASES: readonly [string, string, string, string | undefined][] = [
      ['a HelmRelease', release('1.0.0'), release('1.1.0'), 'HelmRelease shop changes; what it installs is'],
      ['a HelmRelease of a chart that may lie here', release('1', 'GitRepository'), release('2', 'GitRepository'), undefined],
      ['a new HelmRelease', '', release('1.0.0'), 'HelmRelease shop changes; what it installs is'],
      ['the source of a chart', source('1'), source('2'), 'OCIRepository charts changes; what it installs is'],
      [
        'an Application of a chart',
        application('chart: redis'),
        application('chart: valkey'),
        'Application cache changes; what it installs is',
      ],
      ['an Application of a folder', application('path: a'), application('path: b'), undefined],
      ['words about a HelmRelease', release('1.0.0'), `# Why.\n${release('1.0.0')}`, undefined],
    ];
    for (const [title, before, after, said] of CASES)
      it(`${said === undefined ? 'leaves nothing out' : 'says what is not known'}: ${title}`, () => {
        assert.deepEqual(notes({ 'a.yaml': before }, { 'a.yaml': after }), said === undefined ? [] : [`${said} ${UNKNOWN}`]);
      });

    it('is one line for all of them', () => {
      assert.deepEqual(
        notes({ 'a.yaml': release('1'), 'b.yaml': source('1') }, { 'a.yaml': release('2'), 'b.yaml': source('2') }),
        [`HelmRelease shop and OCIRepository charts change; what they install is ${UNKNOWN}`],
      );
    });
  });

  it('says nothing of what is written otherwise only', () => {
    const found = review({ 'a.yaml': web() }, { 'a.yaml': `# a comment\n${web()}` });
    assert.deepEqual(found.workloads, []);
    assert.match(reviewMarkdown(found), /\*\*No workload changes\.\*\*/);
  });

  it('tells findings that are new, fixed and still there', () => {
    const recreate = '  strategy: { type: Recreate }\n';
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { selector: { app: web }, ports: [{ port: 80 }] }\n';
    const bad = web({ image: 'web:1.9' }).replace('  selector:', `${recreate}  selector:`);
    const [worse] = review({ 'a.yaml': web() }, { 'a.yaml': bad }, { 's.yaml': service }).workloads;
    assert.ok(worse?.findings.fresh.some(({ rule }) => rule.id === 'recreate-behind-service'));
    const [better] = review({ 'a.yaml': bad }, { 'a.yaml': web() }, { 's.yaml': service }).workloads;
    assert.ok(better?.findings.fixed.some(({ rule }) => rule.id === 'recreate-behind-service'));
  });

  it('simulates the apply, and what goes wrong in it comes first', () => {
    const quota = 'apiVersion: v1\nkind: ResourceQuota\nmetadata: { name: q }\nspec: { hard: { pods: "4" } }\n';
    const strict = web({ name: 'z', image: 'web:2' }).replace(
      '  selector:',
      '  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } }\n  selector:',
    );
    const [first] = review(
      { 'a.yaml': web({ name: 'a', replicas: 0 }), 'z.yaml': strict.replace('web:2', 'web:1') },
      { 'a.yaml': web({ name: 'a', replicas: 0, image: 'web:2' }), 'z.yaml': strict },
      { 'q.yaml': quota },
    ).workloads;
    assert.equal(first?.name, 'z');
    assert.ok(typeof first.run === 'object' && first.run.tone === 'bad');
  });

  it('plays several rollouts in one world as well', () => {
    const { together } = review(
      { 'a.yaml': web({ name: 'a' }), 'b.yaml': web({ name: 'b' }) },
      { 'a.yaml': web({ name: 'a', image: 'web:2' }), 'b.yaml': web({ name: 'b', image: 'web:2' }) },
    );
    assert.match(together.join(), /^Deployment [ab], the slowest, together with 1 other: Completes in /);
  });

  it('says who does not notice a changed ConfigMap, in files that do not change as well', () => {
    const { configs } = review({ 'c.yaml': SETTINGS('info') }, { 'c.yaml': SETTINGS('debug') }, { 'web.yaml': web() });
    assert.match(
      configs.join(),
      /^ConfigMap settings changes, and that restarts no pod of Deployment web \(web\.yaml\): variables keep/,
    );
  });

  it('says who starts new pods with a changed ConfigMap', () => {
    const { configs } = review(
      { 'c.yaml': SETTINGS('info'), 'web.yaml': web() },
      { 'c.yaml': SETTINGS('debug'), 'web.yaml': web({ image: 'web:2' }) },
    );
    assert.deepEqual(configs, [
      'ConfigMap settings changes: Deployment web (web.yaml) starts new pods in this change, with the new values.',
    ]);
  });

  it('does not roll out what only tests read', () => {
    const files = (image: string): Files => ({ 'deploy/web.yaml': web(), 'testdata/web.yaml': web({ image }) });
    const { workloads, omissions } = review(files('web:1'), files('web:2'));
    assert.deepEqual(workloads, []);
    assert.deepEqual(omissions, [
      'testdata: Deployment web changes, but that is test data or kept as it once was: nothing rolls out.',
    ]);
    const gone = review(files('web:1'), { 'deploy/web.yaml': web() });
    assert.deepEqual([gone.workloads.length, gone.omissions.length], [0, 1]);
  });

  it('names files that cannot be reviewed', () => {
    const { omissions } = review({ 'a.yaml': web() }, { 'a.yaml': `${web()}\n  - : [` });
    assert.deepEqual(omissions, ['a.yaml is not valid YAML: nothing in it is reviewed.']);
  });

  it('puts names as they are into the lines that open and close', () => {
    const now = web({ extra: '          env: [{ name: LOG_LEVEL, value: "<a&b>" }]\n' });
    assert.match(reviewMarkdown(review({ 'a.yaml': web() }, { 'a.yaml': now })), /<summary>[^<]*env LOG_LEVEL added<\/summary>/);
  });

  it('takes no Markdown from a file', () => {
    const text = reviewMarkdown(review({ 'a.yaml': web() }, { 'a.yaml': web({ image: '"web:<b>[x](y)"' }) }));
    assert.ok(!text.includes('<b>') && !text.includes('[x](y)'));
  });

  it('draws an outage as a gap', () => {
    const run = { tone: 'bad', headline: '', details: [], seconds: 1, steps: 9, desired: 2, available: [2, 0, 1, 2] } as const;
    assert.equal(availabilityLine(run), '█_▄█');
    assert.match(availabilitySvg(run), /^<svg .*stroke="#d1433b".*<\/svg>$/);
  });
});
