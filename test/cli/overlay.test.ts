import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { saidNow, type Said } from './said';

const FILES: Readonly<Record<string, string>> = {
  'base/web.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec:
  replicas: 4
  strategy:
    rollingUpdate:
      maxSurge: 0
      maxUnavailable: 1
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: "web:1"}]}
`,
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'prod/kustomization.yaml': `resources: [../base]
namePrefix: prod-
patches:
- path: stuck.yaml
- target: {kind: Deployment, name: shop-wep}
  path: stuck.yaml
`,
  'prod/stuck.yaml': `apiVersion: apps/v1
kind: Deployment
metadata: {name: shop-web}
spec:
  strategy:
    rollingUpdate:
      maxUnavailable: 0
`,
  'remote/kustomization.yaml': 'resources:\n- ../base\n- https://example.com/x.yaml\n',
  'linked/kustomization.yaml': 'resources: [link.yaml]\n',
};

describe('overlays on the command line', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'overlay-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    symlinkSync(join(folder, 'base/web.yaml'), join(folder, 'linked/link.yaml'));
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  function call(...args: string[]): Said {
    return saidNow(args);
  }

  it('render prints what is applied', () => {
    const { code, out, error } = call('render', join(folder, 'prod'));
    assert.deepEqual([code, error], [0, '']);
    assert.match(out, /^ {2}name: prod-shop-web\n/m);
    assert.match(out, /^ {6}maxUnavailable: 0\n/m);
  });

  it('render ends at what is remote, or leaves it out and says so', () => {
    assert.equal(call('render', join(folder, 'remote')).code, 1);
    const { code, out, error } = call('render', join(folder, 'remote'), '--lenient');
    assert.equal(code, 0);
    assert.match(out, /name: shop-web/);
    assert.match(error, /example\.com.*nothing is fetched/);
  });

  it('render does not follow links out of the root', () => {
    const { code, error } = call('render', join(folder, 'linked'));
    assert.equal(code, 1);
    assert.match(error, /is not in or below/);
  });

  it('check says what the API server will reject in the patch that makes it so, and which patch hits nothing', () => {
    const { code, out } = call('check', join(folder, 'prod'), '--workspace', folder);
    assert.equal(code, 1);
    assert.match(out, /prod\/stuck\.yaml:7:23: error both-zero\n {2}.*maxUnavailable/);
    assert.match(
      out,
      /prod\/kustomization\.yaml:5:3: warning patch-misses\n {2}.*this patch hits nothing: .*the nearest: Deployment shop-web/i,
    );
  });

  it('takes one folder, and no unknown options', () => {
    assert.equal(call('render', 'a', 'b').code, 2);
    assert.equal(call('check', '--what').code, 2);
  });
});
