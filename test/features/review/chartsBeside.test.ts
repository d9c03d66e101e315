import assert from 'node:assert/strict';
import { review, type Files } from './reviewOf';

const WEB = `apiVersion: apps/v1
kind: Deployment
metadata: { name: {{ .Chart.Name }} }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: "shop/web:1.8" }]
`;

describe('the review of charts that depend on folders beside them', () => {
  const BESIDE: Files = {
    'lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\ntype: library\n',
    'lib/templates/_web.tpl': `{{ define "lib.web" }}${WEB}{{ end }}`,
    ...Object.fromEntries(
      ['one', 'two'].flatMap((name) => [
        [
          `${name}/Chart.yaml`,
          `apiVersion: v2\nname: ${name}\nversion: 1.0.0\ndependencies: [{name: lib, version: 1.0.0, repository: "file://../lib"}]\n`,
        ],
        [`${name}/templates/web.yaml`, '{{ include "lib.web" . }}\n'],
      ]),
    ),
  };

  it('tells an edit of a library in each of them', () => {
    const path = 'lib/templates/_web.tpl';
    const found = review(BESIDE, { ...BESIDE, [path]: (BESIDE[path] ?? '').replace('1.8', '1.9') });
    assert.deepEqual(
      found.workloads.map(({ name, title }) => `${name}: ${title}`),
      ['one: restarts 2 pods: image 1.8 → 1.9', 'two: restarts 2 pods: image 1.8 → 1.9'],
    );
  });
});
