import assert from 'node:assert/strict';
import { distanceTo, isNear, purposeOf } from '../../src/rules/nearness';

const HOME = 'file:///repo/apps/web/base/deployment.yaml';

describe('How near a file is to a workload', () => {
  const order = [
    ['the file itself', HOME],
    ['its folder', 'file:///repo/apps/web/base/service.yaml'],
    ['a folder above', 'file:///repo/apps/web/service.yaml'],
    ['the top', 'file:///repo/nodes.yaml'],
    ['another folder beside it', 'file:///repo/apps/web/cache/service.yaml'],
    ['another application', 'file:///repo/apps/shop/base/service.yaml'],
  ] as const;

  it('goes like a person: the same file, the same folder, up, then sideways', () => {
    const distances = order.map(([, uri]) => distanceTo(HOME, uri) ?? Infinity);
    assert.deepEqual(
      [...distances].sort((a, b) => a - b),
      distances,
    );
    assert.equal(new Set(distances).size, distances.length);
  });

  it('knows what nobody rolls out by the way from the top of the workspace', () => {
    const top = 'file:///disk/fixtures/repo/';
    for (const place of [
      'pkg/testdata/a.yaml',
      '__tests__/a.yaml',
      'test/fixtures/a.yaml',
      'server/src/test/resources/a.yaml',
      'out/web.golden.yaml',
      'test_data/a.yaml',
      'tests/a.yaml',
      'pkg/loadtests/a.yaml',
      'benchmarks/a.yaml',
      'policies/.chainsaw-test/a.yaml',
      'e2e-tests/data/a.yaml',
      'install/v0.10.0-rc1/all.yaml',
      'releases/v0.1.2.yml',
      'docs/web-2.14.0.yaml',
      'docs/2.1.x/a.yaml',
      '_archived/web/a.yaml',
      'old/web/a.yaml',
      'pkg/mock_files/a.yaml',
      'hack/test-resources/a.yaml',
      'test/a.yaml',
      'deploy/testing/helm/a.yaml',
      '.archive/web/a.yaml',
      'policies/.kyverno-test/a.yaml',
      'web/expected/a.yaml',
      'charts/web/expected_helm3.yaml',
      'pkg/test-cases/a.yaml',
    ])
      assert.equal(purposeOf(top, top + place).isUnused, true, place);
    for (const place of [
      'a.yaml',
      'test.yaml',
      'test-web/a.yaml',
      'overlays/test/a.yaml',
      'golden-gate/a.yaml',
      'testdatabase/a.yaml',
      'v1/a.yaml',
      'api-v2/a.yaml',
      'archive/a.yaml',
      'expected-rain/a.yaml',
      'unexpected.yaml',
    ])
      assert.equal(purposeOf(top, top + place).isUnused, false, place);
    assert.equal(purposeOf('file:///other/', `${top}testdata/a.yaml`).isUnused, false);
  });

  it('takes `test` for an environment where another one lies beside it, or their base', () => {
    const top = 'file:///disk/repo/';
    const isUnused = (...others: readonly string[]): boolean =>
      purposeOf(
        top,
        `${top}k8s/test/web.yaml`,
        false,
        others.map((other) => top + other),
      ).isUnused;
    assert.equal(isUnused('k8s/prod/web.yaml'), false);
    assert.equal(isUnused('k8s/base/web.yaml'), false);
    assert.equal(isUnused('k8s/dev-eu/web.yaml'), false);
    assert.equal(isUnused('prod/web.yaml', 'k8s/prod.yaml', 'k8s/docs/web.yaml'), true);
  });

  it('knows samples by their folders, or by what the whole workspace is called', () => {
    const top = 'file:///disk/repo/';
    for (const place of [
      'examples/a.yaml',
      'web/k8s-examples/a.yaml',
      'old-docs/a.yaml',
      'charts/demo-app/templates/a.yaml',
      'playground/a.yaml',
      'k8s/local-test/a.yaml',
      'Chapter04/a.yaml',
      'Chapter%2010%20Networking/a.yaml',
      '08-03-ingress/a.yaml',
      'lab2/a.yaml',
      'day-6/files/a.yaml',
      'kubernetes/35/a.yaml',
    ])
      assert.equal(purposeOf(top, top + place).isSample, true, place);
    for (const place of ['a.yaml', 'lab/a.yaml', '01-base/a.yaml', 'sampler/a.yaml', 'examples.yaml'])
      assert.equal(purposeOf(top, top + place).isSample, false, place);
    assert.equal(purposeOf('file:///disk/kubernetes-examples/', 'file:///disk/kubernetes-examples/web/a.yaml').isSample, true);
    assert.equal(purposeOf('file:///disk/me+cd-example-apps/', 'file:///disk/me+cd-example-apps/web/a.yaml').isSample, true);
    assert.equal(purposeOf('file:///disk/examples/', 'file:///disk/examples/web/a.yaml').isSample, false);
  });

  it('is near in its own folders, and not sideways', () => {
    assert.deepEqual(
      order.map(([, uri]) => isNear(distanceTo(HOME, uri) ?? Infinity)),
      [true, true, true, true, false, false],
    );
  });

  const apart = [
    ['another environment', 'file:///repo/overlays/dev/deployment.yaml', 'file:///repo/overlays/prod/service.yaml'],
    ['another cluster', 'file:///repo/clusters/a/web.yaml', 'file:///repo/clusters/b/quota.yaml'],
    ['an environment below', HOME, 'file:///repo/apps/web/base/prod/quota.yaml'],
    ['test data', HOME, 'file:///repo/apps/web/base/testdata/nodes.yaml'],
    ['a copied library', HOME, 'file:///repo/vendor/k8s.io/managedfields/node.yaml'],
    ['an example among examples', 'file:///repo/examples/a/web.yaml', 'file:///repo/examples/b/service.yaml'],
    ['what a chart keeps beside its templates', 'file:///repo/web/templates/web.yaml', 'file:///repo/web/crds/service.yaml'],
    ['another chart', 'file:///repo/charts/a/templates/web.yaml', 'file:///repo/charts/b/templates/service.yaml'],
  ] as const;
  for (const [what, home, other] of apart)
    it(`has nothing to do with ${what}`, () => {
      assert.equal(distanceTo(home, other), undefined);
    });

  it('takes folders that sort manifests by kind for one folder', () => {
    const distance = distanceTo('file:///repo/k8s/deployments/web.yaml', 'file:///repo/k8s/services/web.yaml');
    assert.ok(distance !== undefined && isNear(distance));
  });

  it('is beside everything while it has not been saved', () => {
    assert.equal(distanceTo(HOME, 'untitled:Untitled-1'), 1);
  });

  it('sees the neighbors of a test inside the test', () => {
    assert.equal(distanceTo('file:///repo/test/a/web.yaml', 'file:///repo/test/a/service.yaml'), 1);
  });
});
