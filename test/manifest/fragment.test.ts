import assert from 'node:assert/strict';
import { diagnosticsOf, analyzed } from '../features/support';
import { Analysis } from '../../src/features/analysis';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics } from '../../src/features/diagnostics';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';

const HEAD = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\n';
const WHOLE_POD = '  template:\n    metadata: {labels: {app: web}}\n    spec: {containers: [{name: web, image: "web:1"}]}\n';

describe('Fragments', () => {
  const fragments: readonly (readonly [what: string, text: string])[] = [
    ['a patch of the replicas', `${HEAD}spec: {replicas: 5}\n`],
    [
      'a patch of a probe',
      `${HEAD}spec: {template: {spec: {containers: [{name: web, readinessProbe: {httpGet: {port: 80}}}]}}}\n`,
    ],
    ['a patch that deletes', `${HEAD}$patch: delete\n`],
    ['a patch that replaces a list', `${HEAD}spec: {template: {spec: {containers: [{name: web, env: [{$patch: replace}]}]}}}\n`],
    ['an assertion of a test', `${HEAD}status: {availableReplicas: 1}\n`],
    ['a few fields for a server-side apply', `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n  replicas: 3\n`],
  ];
  for (const [what, text] of fragments) {
    it(`${what} is judged by what it says only`, () => {
      assert.deepEqual(diagnosticsOf(text), []);
    });
    it(`${what} has no numbers`, () => {
      const titles = computeCodeLenses(analyzed(text)).map(({ title }) => title);
      assert.deepEqual(titles.slice(1), ['part of a manifest', 'judged when it is built']);
    });
  }

  it('may still name a field that does not exist', () => {
    const [finding] = diagnosticsOf(`${HEAD}spec: {replica: 5}\n`);
    assert.match(finding?.message ?? '', /unknown field "spec\.replica"/);
  });

  it('may set a field to null that exists nowhere: it takes nothing away', () => {
    assert.deepEqual(diagnosticsOf(`patches:\n${HEAD}spec: {template: {metadata: {labels: {a: b}}}}\n`), []);
  });

  it('are what is called a patch or lies among patches, when it lacks an image or the selector', () => {
    const text = `${HEAD}spec: {template: {spec: {containers: [{name: web, image: "web:1"}]}}}\n`;
    const whole = `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n  replicas: -1\n${WHOLE_POD}`;
    for (const place of [
      'base/image_patch.yaml',
      'base/patch-image.yaml',
      'patches/image.yaml',
      'overlays/image.yaml',
      'kustomize/image.yaml',
      'e2e/scaling/01-assert.yaml',
      'e2e/scaling/assert-web.yaml',
      'e2e/scaling/02-errors.yaml',
    ]) {
      const uri = `file:///w/${place}`;
      const messages = (content: string): string[] => {
        const facts = new WorkspaceIndex().factsFor(uri);
        return computeDiagnostics(new Analysis(uri, content, { settings: DEFAULT_SETTINGS, facts })).map(
          ({ message }) => message,
        );
      };
      assert.deepEqual(messages(text), [], place);
      const imageless = `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n${WHOLE_POD.replace(/image: [^,}\n]*,? ?/, '')}`;
      assert.deepEqual(messages(imageless), [], place);
      const templated = `${HEAD}spec:\n${WHOLE_POD.replace('"web:1"', '"{{ .Values.image }}"')}`;
      assert.deepEqual(messages(templated), [], place);
      assert.match(messages(whole)[0] ?? '', /Invalid value: -1/, place);
    }
    assert.match(diagnosticsOf(text)[0]?.message ?? '', /selector/);
  });

  it('are not what lacks one thing only', () => {
    assert.match(diagnosticsOf(`${HEAD}spec:\n${WHOLE_POD}`)[0]?.message ?? '', /selector/);
  });
});

describe('A file that a kustomization names', () => {
  const messages = (kustomization: string, text: string): string[] => {
    const index = new WorkspaceIndex();
    index.updateText('file:///w/base/kustomization.yaml', kustomization);
    const uri = 'file:///w/base/app.yaml';
    const analysis = new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) });
    return computeDiagnostics(analysis)
      .filter(({ severity }) => severity !== 'hint')
      .map(({ message }) => message);
  };
  const withoutSelector = `${HEAD}spec:\n  template: {spec: {containers: [{name: web, image: "web:1"}]}}\n`;

  it('may get its selector and labels there', () => {
    assert.deepEqual(messages('resources: [app.yaml]\ncommonLabels: {app: web}\n', withoutSelector), []);
    const said = messages('resources: [other.yaml]\n', withoutSelector);
    assert.equal(said.length, 1);
    assert.match(said[0] ?? '', /a Deployment needs spec\.selector/);
  });

  it('may get its labels there, too, when its selector is an empty frame', () => {
    const text = `${HEAD}spec:\n  selector:\n    matchLabels:\n${WHOLE_POD}`;
    assert.deepEqual(messages('resources: [app.yaml]\ncommonLabels: {app: web}\n', text), []);
    assert.equal(messages('resources: [other.yaml]\n', text).length, 1);
  });

  it('may say “yes” for a text: kustomize quotes it, and leaves true and false alone', () => {
    const env = (value: string): string =>
      `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n${WHOLE_POD.replace('"web:1"', `"web:1", env: [{name: A, value: ${value}}]`)}`;
    for (const word of ['yes', 'no', 'on', 'off', 'Y', 'NO']) {
      assert.deepEqual(messages('resources: [app.yaml]\n', env(word)), [], word);
      assert.match(messages('resources: [other.yaml]\n', env(word))[0] ?? '', /must be a text/, word);
    }
    assert.match(messages('resources: [app.yaml]\n', env('true'))[0] ?? '', /must be a text/);
  });

  it('may get the port there that a Service of another folder asks for', () => {
    const service =
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80, targetPort: web}]}\n';
    const severities = (place: string): string[] => {
      const index = new WorkspaceIndex();
      index.updateText('file:///w/base/kustomization.yaml', 'resources: [app.yaml]\n');
      index.updateText(place, service);
      const uri = 'file:///w/base/app.yaml';
      const text = `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n${WHOLE_POD}`;
      const found = computeDiagnostics(new Analysis(uri, text, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) }));
      return found.filter(({ ruleId }) => ruleId === 'service-port').map(({ severity }) => severity);
    };
    assert.deepEqual(severities('file:///w/service.yaml'), ['information']);
    assert.deepEqual(severities('file:///w/base/service.yaml'), ['warning']);
  });

  it('is a fragment when it is a patch, however much it holds', () => {
    assert.deepEqual(messages('patches: [{path: ./app.yaml}]\n', `${HEAD}spec:\n${WHOLE_POD}`), []);
    assert.deepEqual(messages('patches: [app.yaml]\n', `${HEAD}spec:\n${WHOLE_POD}`), []);
    assert.deepEqual(messages('patches: [app.yaml]\n', `${HEAD}spec:\n${WHOLE_POD}`), []);
    assert.deepEqual(messages('patchesStrategicMerge: [app.yaml]\n', `${HEAD}spec:\n${WHOLE_POD}`), []);
  });

  it('may have its image set there', () => {
    const text = `${HEAD}spec:\n  selector: {matchLabels: {app: web}}\n${WHOLE_POD.replace('web:1', 'web:latest')}`;
    assert.equal(messages('resources: [app.yaml]\n', text).length, 1);
    assert.deepEqual(messages('resources: [app.yaml]\nimages: [{name: web, newTag: "7"}]\n', text), []);
  });

  it('is seen from the open kustomization as from the file, once for each text', () => {
    const index = new WorkspaceIndex();
    const place = 'file:///w/base/kustomization.yaml';
    const patched = (): boolean => index.factsFor('file:///w/base/app.yaml').kustomized.isPatch;
    index.updateManifest(place, readManifest('patches: [{path: app.yaml}]\n'));
    assert.equal(patched(), true);
    const { revision } = index;
    index.updateManifest(place, readManifest('patches: [{path: app.yaml}]\n'));
    assert.equal(index.revision, revision);
    index.updateManifest(place, readManifest('resources: [app.yaml]\n'));
    assert.equal(patched(), false);
    index.remove(place);
    assert.equal(index.factsFor('file:///w/base/app.yaml').kustomized.isBase, false);
  });

  it('is read once for all that changes around it', () => {
    const index = new WorkspaceIndex();
    const uri = 'file:///w/base/app.yaml';
    index.updateText('file:///w/base/kustomization.yaml', 'resources: [app.yaml]\n');
    const first = new Analysis(uri, withoutSelector, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) });
    const [before] = first.workloads;
    index.updateText(
      'file:///w/base/service.yaml',
      'apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}}\n',
    );
    const next = new Analysis(uri, withoutSelector, { settings: DEFAULT_SETTINGS, facts: index.factsFor(uri) }, first);
    assert.equal(next.workloads[0]?.workload, before?.workload);
  });
});
