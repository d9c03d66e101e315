import assert from 'node:assert/strict';
import { readManifest } from '../../src/manifest/manifest';
import { locate, nodeAt, rangeFor, type Path } from '../../src/manifest/source';
import type { Workload } from '../../src/manifest/workload';

const DEPLOYMENT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 010 # ten in octal
  template:
    spec: {containers: [{name: web, image: nginx}]}
`;

function workloads(text: string): Workload[] {
  return readManifest(text).documents.flatMap(({ document }) => document.workloads);
}

function only(text: string): Workload {
  const [first, ...rest] = workloads(text);
  assert.ok(
    first !== undefined && rest.length === 0,
    `one workload expected, found ${rest.length + (first === undefined ? 0 : 1)}`,
  );
  return first;
}

describe('reading a manifest', () => {
  it('finds the workloads of a file, wherever they stand', () => {
    const text = `# head\n---\n${DEPLOYMENT}---\nkind: ConfigMap\n---\n{"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": "d"}}\n`;
    assert.deepEqual(
      workloads(text).map(({ kind, name }) => `${kind} ${name}`),
      ['Deployment web', 'DaemonSet d'],
    );
  });

  it('finds the items of Lists and of typed lists', () => {
    const list = (kind: string, item: string): string => `apiVersion: v1\nkind: ${kind}\nitems:\n- ${item}\n`;
    assert.equal(only(list('List', 'apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: a}')).name, 'a');
    assert.equal(only(list('DeploymentList', 'metadata: {name: a}').replace(': v1', ': apps/v1')).kind, 'Deployment');
  });

  it('does not build documents of other kinds', () => {
    const text = 'kind: Role\ndata: {a: "kind: Deployment"}\n---\napiVersion: x/v1\nkind: Gateway # not a Deployment\n';
    assert.ok(readManifest(text).documents.every(({ document }) => document.root === undefined));
  });

  it('does not take kinds of other groups for its own', () => {
    assert.deepEqual(workloads('apiVersion: example.org/v1\nkind: Deployment\n'), []);
  });

  it('knows the value, the place and the absence of fields', () => {
    const workload = only(DEPLOYMENT);
    const range = rangeFor(workload.resource.source, ['spec', 'replicas']);
    assert.deepEqual([workload.replicas.value, workload.replicas.written], [8, true]);
    assert.equal(DEPLOYMENT.slice(range.start, range.end), '010');
    assert.deepEqual([workload.maxSurge.value, workload.maxSurge.written, workload.maxSurge.known], ['25%', false, true]);
  });

  const styles: readonly (readonly [name: string, text: string])[] = [
    ['block style', 'kind: Deployment\nspec:\n  replicas: 7\n'],
    ['flow style', 'kind: Deployment\nspec: {replicas: 7}\n'],
    ['JSON', '{\n "kind": "Deployment",\n "spec": {"replicas": 7}\n}\n'],
    ['JSON on one line behind a marker', '--- {"kind": "Deployment", "spec": {"replicas": 7}}\n'],
    ['Windows line ends', 'kind: Deployment\r\nspec:\r\n  replicas: 7\r\n'],
    ['a byte order mark', '\uFEFFkind: Deployment\nspec:\n  replicas: 7\n'],
    ['an anchor and an alias', 'x: &n 7\nkind: Deployment\nspec:\n  replicas: *n\n'],
    ['a merge key', 'x: &n {replicas: 7}\nkind: Deployment\nspec:\n  <<: *n\n  paused: false\n'],
    ['a merge key with its tag', 'x: &n {replicas: 7}\nkind: Deployment\nspec:\n  !!merge <<: *n\n  paused: false\n'],
    [
      'a key that is tagged as a text and merges nothing',
      'x: &n {replicas: 3}\nkind: Deployment\nspec:\n  replicas: 7\n  !!str <<: *n\n',
    ],
    ['duplicate keys', 'kind: Deployment\nspec:\n  replicas: 1\n  replicas: 7\n'],
    ['quoted keys', '"kind": Deployment\n"spec":\n  \'replicas\': 7\n'],
    ['a complex key', '? kind\n: Deployment\n? spec\n: replicas: 7\n'],
  ];
  for (const [name, text] of styles) {
    it(`reads ${name}`, () => {
      assert.deepEqual([only(text).replicas.value, only(text).replicas.known], [7, true]);
    });
  }

  it('lets a later merge key win over an earlier own key, as Kubernetes does', () => {
    assert.equal(only('x: &n {replicas: 7}\nkind: Deployment\nspec:\n  replicas: 1\n  <<: *n\n').replicas.value, 7);
    assert.equal(only('x: &n {replicas: 7}\nkind: Deployment\nspec:\n  <<: *n\n  replicas: 1\n').replicas.value, 1);
  });

  it('tells the path of every key and value', () => {
    const { source } = only(DEPLOYMENT).resource;
    const at = (mark: string): string | undefined => {
      const found = locate(source, DEPLOYMENT.indexOf(mark));
      return found === undefined ? undefined : `${found.path.join('.')} ${found.part}`;
    };
    assert.equal(at('replicas'), 'spec.replicas key');
    assert.equal(at('010'), 'spec.replicas value');
    assert.equal(at('nginx'), 'spec.template.spec.containers.0.image value');
    assert.equal(at('image'), 'spec.template.spec.containers.0.image key');
    assert.equal(at('ten in octal'), undefined);
  });

  it('points to the nearest written parent of a missing path', () => {
    const { source } = only(DEPLOYMENT).resource;
    const path: Path = ['spec', 'strategy', 'type'];
    const range = rangeFor(source, path);
    assert.equal(nodeAt(source, path), undefined);
    assert.equal(DEPLOYMENT.slice(range.start, range.end), 'spec');
  });

  it('uses what is readable of a half-typed document and leaves the others alone', () => {
    const text = `${DEPLOYMENT}---\nkind: Deployment\nmetadata:\n  name: half\nspec:\n  replicas: 3\n  strat\n`;
    const found = workloads(text).map(({ name, replicas }) => [name, replicas.value]);
    assert.deepEqual(found, [
      ['web', 8],
      ['half', 3],
    ]);
    const problems = readManifest(text).documents.map(({ document }) => document.problems.length > 0);
    assert.deepEqual(problems, [false, true]);
  });

  it('reports tabs as indentation', () => {
    const [placed] = readManifest('kind: Deployment\nspec:\n\treplicas: 3\n').documents;
    assert.ok((placed?.document.problems.length ?? 0) > 0);
  });

  const illTyped = [
    'spec: 5',
    'spec: []',
    'spec: {strategy: 5}',
    'spec: {replicas: "3"}',
    'spec: {template: {spec: {containers: {a: 1}}}}',
    'metadata: no',
  ];
  for (const body of illTyped) {
    it(`survives ${body}`, () => {
      const workload = only(`kind: Deployment\n${body}\n`);
      assert.deepEqual(workload.pod.containers, []);
    });
  }
  it('does not use a value of the wrong type', () => {
    assert.equal(only('kind: Deployment\nspec: {replicas: "3"}\n').replicas.known, false);
    assert.equal(only('kind: Deployment\nspec: {strategy: 5}\n').maxSurge.known, false);
  });
});

describe('reading a manifest again after an edit', () => {
  const file = Array.from({ length: 6 }, (_, index) => DEPLOYMENT.replace('web', `web-${index}`)).join('---\n');

  function reused(before: string, after: string): number {
    const first = readManifest(before);
    const second = readManifest(after, first);
    const fresh = readManifest(after);
    const known = new Set(first.documents.map(({ document }) => document));
    assert.deepEqual(second.documents, fresh.documents);
    return second.documents.filter(({ document }) => known.has(document)).length;
  }

  it('parses the edited document only', () => {
    assert.equal(reused(file, file.replace('web-3', 'web-33')), 5);
  });
  it('keeps the others when a document is put in front, removed, or cut in two', () => {
    assert.equal(reused(file, `${DEPLOYMENT}---\n${file}`), 5);
    assert.equal(reused(file, file.slice(DEPLOYMENT.length + 2 + 4)), 4);
    assert.equal(reused(file, file.replace('spec:', '---\nspec:')), 5);
  });
  it('finds documents again by their text after a large change', () => {
    const parts = file.split('---\n').map((part) => `---\n${part}`);
    assert.ok(reused(parts.join(''), parts.toReversed().join('')) >= 4);
  });
  it('returns the same reading for the same text', () => {
    const first = readManifest(file);
    assert.equal(readManifest(file, first), first);
  });
});

describe('guards', () => {
  function reason(text: string): string | undefined {
    const manifest = readManifest(text);
    return (
      manifest.notAnalyzed ?? manifest.documents.map(({ document }) => document.notAnalyzed).find((found) => found !== undefined)
    );
  }
  const laughs = Array.from({ length: 12 }, (_, i) =>
    i === 0 ? 'a0: &a0 [x,x,x,x,x,x,x,x,x]' : `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`,
  ).join('\n');

  it('refuses an alias bomb', () => {
    assert.match(reason(`kind: Deployment\n${laughs}\n`) ?? '', /aliases expand/);
  });
  it('refuses an alias without anchor', () => {
    assert.match(reason('kind: Deployment\nspec: *no\n') ?? '', /no anchor/);
  });
  it('refuses 10,000 levels of nesting, in flow and in block style', () => {
    assert.match(reason(`kind: Deployment\na: ${'['.repeat(10_000)}`) ?? '', /nested too deeply/);
    const block = Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i)}a:`).join('\n');
    assert.match(reason(`kind: Deployment\n${block}\n`) ?? '', /nested too deeply/);
  });
  it('refuses NUL characters and halves of surrogate pairs', () => {
    assert.match(reason('kind: Deployment\na: "\0"\n') ?? '', /NUL/);
    assert.match(reason('kind: Deployment\na: "\uD83D"\n') ?? '', /surrogate/);
    assert.equal(reason('kind: Deployment\na: "😀"\n'), undefined);
  });
  it('refuses files and documents beyond any API server', () => {
    assert.match(reason(`kind: Deployment\na: ${'x'.repeat(3 * 1024 * 1024)}\n`) ?? '', /3 MiB/);
    assert.match(reason('a\n'.repeat(25 * 1024 * 1024)) ?? '', /16 MiB/);
  });
  it('keeps __proto__ a key like any other', () => {
    const workload = only('kind: Deployment\nmetadata: {name: a, labels: {__proto__: x}}\nspec: {__proto__: {replicas: 5}}\n');
    assert.deepEqual([workload.replicas.value, workload.replicas.written], [1, false]);
  });
});
