import assert from 'node:assert/strict';
import { deployment, object, QUIET_CONTAINER } from '../support';
import { saidOf } from './openWorkspace';

const WANTED = { labelSelector: { matchLabels: { app: 'cache' } }, topologyKey: 'kubernetes.io/hostname', namespaces: ['cache'] };

function kustomized(wanted: object = WANTED, namespace?: string): string {
  const labels = { app: 'cache', role: 'data' };
  const set = { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers: [QUIET_CONTAINER] } } };
  const near = { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [wanted] } } };
  const files = {
    'apps/web/base/kustomization.yaml': 'resources: [web.yaml]\n',
    'apps/web/base/web.yaml': deployment({}, near),
    'apps/web/prod/kustomization.yaml': 'namespace: shop\nresources: [../base]\n',
    'infra/cache/base/kustomization.yaml': 'resources: [cache.yaml]\n',
    'infra/cache/base/cache.yaml': object('StatefulSet', 'apps/v1', 'cache', set, { metadata: { name: 'cache', namespace } }),
    'infra/cache/prod/kustomization.yaml': 'namespace: cache\nresources: [../base]\n',
  };
  return saidOf(files, 'apps/web/base/web.yaml', ['stall-others']).join();
}

describe('Pods that others have to be near to', () => {
  const ONLY_ANOTHER = /only near pods with [^;]*, which only another file describes; where none runs they stay Pending/;
  const NO_FILE = /only near pods with [^;]*, which no file here describes;/;
  const expression = (key: string, operator: string, values?: readonly string[]): object => ({
    ...WANTED,
    labelSelector: { matchExpressions: [{ key, operator, values }] },
  });

  it('are found in another kustomization of the workspace', () => {
    for (const wanted of [WANTED, expression('app', 'In', ['redis', 'cache']), expression('role', 'Exists')])
      assert.match(kustomized(wanted), ONLY_ANOTHER, JSON.stringify(wanted));
    assert.match(kustomized(WANTED, 'cache'), ONLY_ANOTHER);
  });

  it('are described by nobody who gives them other labels, or another namespace', () => {
    assert.match(kustomized({ ...WANTED, labelSelector: { matchLabels: { app: 'redis' } } }), NO_FILE);
    assert.match(kustomized(WANTED, 'other'), NO_FILE);
    assert.match(kustomized({ ...WANTED, namespaces: undefined }, 'cache'), NO_FILE);
  });
});
