import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';

type Files = Readonly<Record<string, string>>;

/** What is said of a file, as `severity rule`, without hints. */
function saidOf(path: string, files: Files): readonly string[] {
  const index = new WorkspaceIndex();
  for (const [place, text] of Object.entries(files)) index.updateText(`file:///w/${place}`, text);
  const uri = `file:///w/${path}`;
  const facts = index.factsFor(uri);
  return computeDiagnostics(new Analysis(uri, files[path] ?? '', { settings: DEFAULT_SETTINGS, facts }))
    .filter(({ severity }) => severity !== 'hint')
    .map(({ severity, ruleId }) => `${severity} ${ruleId}`);
}

const web = (labels: string, container = '', selector = 'app: web, tier: front'): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {${selector}}}
  template:
    metadata: {labels: {${labels}}}
    spec: {containers: [{name: web, image: "web:1"${container}}]}
`;
const WHOLE = web('app: web, tier: front');
const MOUNTS = ', volumeMounts: [{name: certs, mountPath: /certs}]';
const SERVICE =
  'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web, tier: front}, ports: [{port: 80}]}\n';

describe('What completes a manifest', () => {
  const OVERLAY = `#@ load("@ytt:overlay", "overlay")
#@overlay/match by=overlay.subset({"kind": "Deployment"}), expects="0+"
---
kind: Deployment
spec:
  revisionHistoryLimit: 3
`;
  it('is what ytt lays a file over', () => {
    assert.deepEqual(saidOf('config/strategy.yml', { 'config/strategy.yml': OVERLAY }), []);
    const plain = OVERLAY.replaceAll(/^#@.*\n/gm, '');
    assert.deepEqual(saidOf('config/strategy.yml', { 'config/strategy.yml': plain }), ['error rejected']);
  });

  it('is what stands in another file near by, when only a little of the same workload is here', () => {
    const part = web('version: "2"');
    const files = { 'plugins/web.yaml': WHOLE, 'plugins/versions/2.yaml': part };
    assert.deepEqual(saidOf('plugins/versions/2.yaml', files), []);
    const slip = web('app: webb, tier: front');
    const beside = { 'plugins/web.yaml': WHOLE, 'plugins/versions/2.yaml': slip };
    assert.deepEqual(saidOf('plugins/versions/2.yaml', beside), ['error selector-mismatch']);
    assert.deepEqual(saidOf('alone.yaml', { 'alone.yaml': part }), ['error selector-mismatch']);
  });

  for (const labels of [
    'commonLabels: {app: web}\n',
    'labels: [{pairs: {app: web}, includeSelectors: true}]\n',
    'labels: [{pairs: {app: web}, includeTemplates: true}]\n',
  ])
    it(`is what a kustomization gives the pods: ${labels.trim()}`, () => {
      const kustomization = `resources: [web.yaml, service.yaml]\n${labels}`;
      const files = { 'k/kustomization.yaml': kustomization, 'k/web.yaml': web('tier: front', '', 'tier: front') };
      assert.deepEqual(saidOf('k/web.yaml', { ...files, 'k/service.yaml': SERVICE }), ['information no-readiness']);
    });

  it('is a label that the selector asks for already', () => {
    const files = {
      'k/kustomization.yaml': 'resources: [made/web.yaml]\nlabels: [{pairs: {app: web}, includeTemplates: true}]\n',
      'k/made/web.yaml': web('tier: front'),
    };
    assert.deepEqual(saidOf('k/made/web.yaml', files), []);
  });

  it('may be a kustomization that leaves the file out for now', () => {
    const kustomization = 'resources:\n  - service.yaml\n  # - web.yaml\ncommonLabels: {app: web}\n';
    const files = { 'k/kustomization.yaml': kustomization, 'k/web.yaml': web('tier: front') };
    assert.deepEqual(saidOf('k/web.yaml', files), []);
    const beside = { 'k/web.yaml': web('tier: front'), 'k/more/kustomization.yaml': kustomization };
    assert.deepEqual(saidOf('k/web.yaml', beside), ['error selector-mismatch']);
  });

  it('is what stands in a base, when neither labels nor a selector are here', () => {
    const version =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: web, image: "web:2"}]}}}\n';
    const files = { 'base/web.yaml': WHOLE, 'envs/prod/version.yaml': version };
    assert.deepEqual(saidOf('envs/prod/version.yaml', files), []);
    const alone = { 'base/shop.yaml': WHOLE.replaceAll('web', 'shop'), 'envs/prod/version.yaml': version };
    assert.deepEqual(saidOf('envs/prod/version.yaml', alone), ['error rejected']);
  });

  it('is no other value for a label that pods and selector have already', () => {
    const files = { 'k/kustomization.yaml': 'resources: [web.yaml]\ncommonLabels: {app: shop}\n', 'k/web.yaml': WHOLE };
    assert.deepEqual(saidOf('k/web.yaml', files), []);
  });

  it('is no label that only the objects themselves get', () => {
    const files = {
      'k/kustomization.yaml': 'resources: [web.yaml, service.yaml]\nlabels: [{pairs: {app: web}}]\n',
      'k/web.yaml': web('tier: front', '', 'tier: front'),
      'k/service.yaml': SERVICE,
    };
    assert.deepEqual(saidOf('k/web.yaml', files), ['warning service-misses']);
  });

  it('may be a patch that brings the port which a Service asks for', () => {
    const port = SERVICE.replace('port: 80', 'port: 80, targetPort: proxy');
    const ready = web(
      'app: web, tier: front',
      ', readinessProbe: {tcpSocket: {port: 80}}, ports: [{name: web, containerPort: 80}]',
    );
    const files = {
      'manager/kustomization.yaml': 'resources: [web.yaml, service.yaml]\n',
      'manager/web.yaml': ready,
      'manager/service.yaml': port,
      'default/kustomization.yaml': 'resources: [../manager]\npatches: [{path: proxy.yaml}]\n',
    };
    assert.deepEqual(saidOf('manager/web.yaml', files), ['warning service-port']);
    const patch =
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: proxy, image: "proxy:1"}]}}}\n';
    assert.deepEqual(saidOf('manager/web.yaml', { ...files, 'default/proxy.yaml': patch }), ['information service-port']);
  });

  it('is no autoscaler or budget for another shape of the same workload that lies beside them', () => {
    const hpa =
      'apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: {name: web}\nspec: {minReplicas: 2, maxReplicas: 9, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}\n';
    const small = WHOLE.replace('spec:', 'spec:\n  replicas: 1');
    const files = { 'k8s/hpa.yaml': hpa, 'k8s/mvp/web.yaml': small };
    assert.deepEqual(saidOf('k8s/mvp/web.yaml', files), ['warning hpa-owns-replicas']);
    assert.deepEqual(saidOf('k8s/mvp/web.yaml', { ...files, 'k8s/web.yaml': WHOLE }), []);
    assert.deepEqual(saidOf('k8s/web.yaml', { ...files, 'k8s/web.yaml': small }), ['warning hpa-owns-replicas']);
  });

  it('is no Ingress that asks a Service of the same name in another folder', () => {
    const ingress =
      'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: edge}\nspec: {rules: [{http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: web, port: {number: 8080}}}}]}}]}\n';
    const ready = web('app: web, tier: front', ', readinessProbe: {tcpSocket: {port: 80}}');
    const files = { 'k/ingress.yaml': ingress, 'k/a/web.yaml': ready, 'k/a/service.yaml': SERVICE };
    assert.deepEqual(saidOf('k/a/web.yaml', files), ['warning service-port']);
    const twin = { 'k/b/service.yaml': SERVICE.replace('port: 80', 'port: 8080') };
    assert.deepEqual(saidOf('k/a/web.yaml', { ...files, ...twin }), []);
  });

  it('may be whoever builds on a base: the pods are no question there', () => {
    const bare = WHOLE.replace(/ {4}spec: .*\n/, '');
    const files = { 'k/kustomization.yaml': 'resources: [web.yaml]\n', 'k/web.yaml': bare };
    assert.deepEqual(saidOf('k/web.yaml', files), ['error rejected']);
    assert.deepEqual(saidOf('k/web.yaml', { ...files, 'dev/kustomization.yaml': 'resources: [../k]\n' }), []);
  });

  it('may be whoever builds on a base: a Secret is no question there', () => {
    const uses = ', envFrom: [{secretRef: {name: shop-secrts}}]';
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: shop-secrets}\n';
    const files = { 'k/kustomization.yaml': 'resources: [web.yaml]\n', 'k/secret.yaml': secret };
    const base = { ...files, 'k/web.yaml': web('app: web, tier: front', uses) };
    assert.deepEqual(saidOf('k/web.yaml', base), ['warning missing-config']);
    assert.deepEqual(saidOf('k/web.yaml', { ...base, 'prod/kustomization.yaml': 'resources: [../k]\n' }), []);
  });

  it('may be whoever builds on a base: what it lacks is no error there', () => {
    const base = { 'k/kustomization.yaml': 'resources: [web.yaml]\n', 'k/web.yaml': web('app: web, tier: front', MOUNTS) };
    assert.deepEqual(saidOf('k/web.yaml', base), ['error rejected']);
    const overlay = { 'prod/kustomization.yaml': 'resources: [../k]\n' };
    assert.deepEqual(saidOf('k/web.yaml', { ...base, ...overlay }), ['information rejected']);
    const named = Object.fromEntries(Object.entries(base).map(([path, text]) => [path.replace('k/', 'web-base/'), text]));
    assert.deepEqual(saidOf('web-base/web.yaml', named), ['information rejected']);
  });
});
