import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../../src/features/codeLens';
import { chartPlan } from '../../../src/render/helm/chartPlan';
import { overlayPlan } from '../../../src/render/kustomize/overlayPlan';
import type { BuiltManifest, BuiltObject, BuildPlan } from '../../../src/render/builtManifest';
import type { Slices } from '../../../src/model/slices';
import { fileTree } from '../../support/fileTree';
import { hostileOverlays, web } from '../../support/hostileOverlays';
import { OpenWorkspace } from './openWorkspace';

const HOME = 'k/kustomization.yaml';
const MANY = Array.from({ length: 60 }, (_, i) => web(i)).join('');
const OVERLAY = {
  [HOME]: 'namePrefix: p-\nresources: [web.yaml]\ncommonLabels: {a: b}\n',
  'k/web.yaml': MANY,
  'k/more.yaml': web(1000),
};
const SET = { name: 'c', files: [], inline: [], release: { name: 'r', namespace: 'n' }, kubeVersion: 'v1.36.4' };
const CHART = {
  'c/Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'c/values.yaml': 'seen: []\n',
  // The deepest is executed first, and changes what the others see.
  'c/templates/a/b/first.yaml': '{{ $_ := set .Values "mark" "first" }}a: {{ .Values.mark }}\n',
  'c/templates/web.yaml': 'kind: ConfigMap\napiVersion: v1\nmetadata: {name: "{{ .Values.mark }}"}\n',
};

/** Each question takes so long that a slice is over. */
function slowClock(): () => number {
  let now = 0;
  return () => (now += 100);
}

/** All that is done at once, and how often. */
function countSlices(workspace: OpenWorkspace): number {
  let slices = 0;
  workspace.settle([HOME], (run) => {
    slices += 1;
    return run();
  });
  return slices;
}

const open = (files: Readonly<Record<string, string>>): OpenWorkspace =>
  new OpenWorkspace(
    files,
    (_, read) => {
      read();
    },
    slowClock(),
  );
const textOf = (workspace: OpenWorkspace): string => workspace.builds.analysisOf('kustomize:k')?.built.text ?? '';

describe('Builds in slices', () => {
  const plans: Readonly<Record<string, readonly [make: () => BuildPlan, files: Readonly<Record<string, string>>]>> = {
    'an overlay': [() => overlayPlan('k', { name: 'k', home: HOME }), OVERLAY],
    'a chart': [() => chartPlan('c', SET), CHART],
  };

  it('are made a little at a time and come out as they do at once', () => {
    const workspace = open(OVERLAY);
    workspace.builds.update(HOME, OVERLAY[HOME]);
    assert.ok(countSlices(workspace) > 60);
    assert.equal(textOf(workspace), overlayPlan('k', { name: 'k', home: HOME }).build(fileTree(OVERLAY)).text);
  });

  it('do not go on, way after way, through what will be built again when more files are known', () => {
    const files = hostileOverlays().find(({ name }) => name === 'overlay with a diamond of nothing')?.files ?? {};
    const workspace = open(files);
    workspace.builds.update(HOME, files[HOME]);
    const slices = countSlices(workspace);
    const whole = overlayPlan('k', { name: 'k', home: HOME }).slices(fileTree(files));
    let once = 0;
    while (whole.next().done !== true) once += 1;
    assert.ok(slices < 4 * once, `${slices} slices, and ${once} of a build whose files are all known`);
  });

  it('leave what they do not have to be judged alone, one in a slice as well', () => {
    const patch = 'patches: [{patch: "{$patch: delete, apiVersion: apps/v1, kind: Deployment, metadata: {name: web3}}"}]\n';
    const files = { [HOME]: `resources: [web.yaml]\n${patch}`, 'k/web.yaml': MANY };
    const view = open(files).open('k/web.yaml');
    const alone = view.workloads.filter(({ built }) => built === undefined).map(({ workload }) => workload.name);
    assert.deepEqual(alone, ['web3']);
    assert.equal([...view.judge()].length, 1);
  });

  it('begin anew when a file changes in the middle', () => {
    const workspace = open(OVERLAY);
    workspace.open(HOME);
    workspace.type('k/web.yaml', MANY.replaceAll('replicas: 3', 'replicas: 4'));
    for (let slice = 0; slice < 20; slice += 1) assert.ok(workspace.builds.step([HOME]));
    workspace.type('k/web.yaml', MANY.replaceAll('replicas: 3', 'replicas: 5'));
    countSlices(workspace);
    assert.equal(textOf(workspace).match(/replicas: 5/g)?.length, 60);
  });

  it('take no longer of a keystroke than nobody notices, and go on in pauses', () => {
    const workspace = open(OVERLAY);
    workspace.open(HOME);
    workspace.type(HOME, OVERLAY[HOME].replace('p-', 'q-'));
    workspace.look(HOME);
    assert.match(textOf(workspace), /name: p-web0\n/);
    countSlices(workspace);
    assert.match(textOf(workspace), /name: q-web0\n/);
  });

  it('have a file in them that a kustomization names anew', () => {
    const workspace = new OpenWorkspace(OVERLAY);
    workspace.open(HOME);
    workspace.type(HOME, OVERLAY[HOME].replace('web.yaml', 'web.yaml, more.yaml'));
    workspace.settle([HOME]);
    assert.match(textOf(workspace), /name: p-web1000\n/);
  });

  it('cut long loops of one template', () => {
    const loop = { ...CHART, 'c/templates/web.yaml': '{{ range until 50000 }}# {{ . }}\n{{ end }}' };
    const slices = [...chartPlan('c', SET).slices(fileTree(loop))];
    assert.ok(slices.length > 20, `${slices.length}`);
  });

  const pairs = (text: (index: number) => string): string => Array.from({ length: 4000 }, (_, index) => text(index)).join(',');
  const LONG: Readonly<Record<string, string>> = {
    'labels of one object': `resources: [web.yaml]\ncommonLabels: {${pairs((i) => `l${i}: a`)}}\n`,
    'literals of one map': `configMapGenerator: [{name: c, literals: [${pairs((i) => `k${i}=a`)}]}]\n`,
    'files that are not there': `configurations: [${pairs((i) => `c${i}.yaml`)}]\n`,
  };
  for (const [what, kustomization] of Object.entries(LONG))
    it(`cut thousands of ${what}`, () => {
      const plan = overlayPlan('k', { name: 'k', home: HOME });
      const slices = [...plan.slices(fileTree({ [HOME]: kustomization, 'k/web.yaml': web(0) }))];
      assert.ok(slices.length > 20, `${slices.length}`);
    });

  it('cut what one template renders into thousands of broken documents', () => {
    const broken = { ...CHART, 'c/templates/web.yaml': '{{ range until 500 }}---\nkind: {{ . }}\n a: b\n{{ end }}' };
    const slices = [...chartPlan('c', SET).slices(fileTree(broken))];
    assert.ok(slices.length > 500, `${slices.length}`);
  });

  it('leave nothing to be looked for when somebody asks what a file has of them', () => {
    const files = {
      ...CHART,
      'c/values.yaml': 'replicas: 3\n',
      'c/templates/web.yaml': web(0).replace('replicas: 3', 'replicas: {{ .Values.replicas }}'),
    };
    const workspace = new OpenWorkspace(files);
    const object = (): BuiltObject | undefined => workspace.builds.analysisOf('helm:c#values.yaml')?.built.objects[0];
    workspace.open('c/values.yaml');
    const built = object();
    assert.ok(built !== undefined);
    built.placeAt = () => assert.fail('is looked for again');
    assert.ok(computeCodeLenses(workspace.look('c/values.yaml')).some(({ title }) => title.includes('web0')));
    // What has changed since is not what was looked at.
    workspace.type('c/values.yaml', 'a: b\nreplicas: 4\n');
    workspace.settle(['c/values.yaml']);
    assert.notEqual(object(), built);
    const [found] = workspace.look('c/values.yaml').workloads;
    assert.equal(found?.built?.written?.start, 'a: b\n'.length);
  });

  it('refuse at once what is known to be too much', () => {
    const files = { ...OVERLAY, 'k/web.yaml': '---\nkind: A\n'.repeat(41_000) };
    const before = performance.now();
    const { problems } = overlayPlan('k', { name: 'k', home: HOME }).build(fileTree(files));
    assert.match(problems[0]?.message ?? '', /more steps than a build may have/);
    assert.ok(performance.now() - before < 500);
  });

  for (const [what, [make, files]] of Object.entries(plans))
    it(`are what they are alone when two take turns: ${what}`, () => {
      const alone = make().build(fileTree(files)).text;
      const plan = make();
      const running: Slices<BuiltManifest>[] = [plan.slices(fileTree(files)), plan.slices(fileTree(files))];
      const texts: string[] = [];
      for (let turn = 0; running.length > 0; turn += 1) {
        const at = turn % running.length;
        const next = running[at]?.next();
        // Another one begins in the middle.
        if (turn === 3) running.push(plan.slices(fileTree(files)));
        if (next?.done !== true) continue;
        texts.push(next.value.text);
        running.splice(at, 1);
      }
      assert.deepEqual(texts, [alone, alone, alone]);
    });
});
