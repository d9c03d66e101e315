import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { OpenWorkspace } from '../features/builds/openWorkspace';

const web = (name: string, port: number): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  replicas: 3
  selector: {matchLabels: {app: echo, part: ${name}}}
  template:
    metadata: {labels: {app: echo, part: ${name}}}
    spec:
      containers:
        - {name: web, image: 'web:1', ports: [{containerPort: ${port}}]}
`;
const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: echo}\nspec: {selector: {app: echo}, ports: [{port: 8080}]}\n';

function said(folder: string): string {
  const files = {
    'other/c.yaml': SERVICE.replace('app: echo', 'app: c'),
    [`${folder}/a.yaml`]: `${web('a', 8080)}---\n${SERVICE}`,
    [`${folder}/b.yaml`]: web('b', 80),
  };
  const all = computeDiagnostics(new OpenWorkspace(files).open(`${folder}/a.yaml`));
  return all.map(({ ruleId }) => ruleId).join(' ');
}

describe('Samples that lie side by side', () => {
  it('are tried one at a time: the Service of one takes no pods of another', () => {
    assert.match(said('shop'), /service-takes-others/);
    assert.doesNotMatch(said('examples'), /service-takes-others/);
  });
});
