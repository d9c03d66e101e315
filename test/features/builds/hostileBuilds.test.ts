import assert from 'node:assert/strict';
import { computeDiagnostics } from '../../../src/features/diagnostics';
import { build } from '../../../src/render/kustomize/build';
import { overlayPlan } from '../../../src/render/kustomize/overlayPlan';
import { ParseCache } from '../../../src/render/kustomize/readNodes';
import { fileTree } from '../../support/fileTree';
import { hostileCharts } from '../../support/hostileCharts';
import { hostileOverlays, web, type HostileBuild } from '../../support/hostileOverlays';
import { timesOfBuild } from '../hostileTimes';
import { OpenWorkspace } from './openWorkspace';

/** All of them are measured in `npm run fuzz`. */
const SAMPLE = 29;
const BUILDS = [...hostileOverlays(), ...hostileCharts()];

function named(name: string): HostileBuild {
  const found = BUILDS.find((each) => each.name === name);
  assert.ok(found, `there is no ${name}`);
  return found;
}

function said(name: string): readonly string[] {
  const { files, open } = named(name);
  return computeDiagnostics(new OpenWorkspace(files).open(open)).map(({ message }) => message);
}

describe('Hostile overlays and charts', function () {
  this.timeout(60_000);

  it('are more than 150, and no two have one name', () => {
    assert.ok(BUILDS.length >= 150, `${BUILDS.length}`);
    assert.equal(new Set(BUILDS.map(({ name }) => name)).size, BUILDS.length);
  });

  for (const each of BUILDS.filter((_, index) => index % SAMPLE === 0))
    it(`are answered by every feature: ${each.name}`, () => {
      assert.ok(timesOfBuild(each).times.size > 5);
    });

  const ENDLESS = [
    'overlay of many replacements within replacements',
    'overlay of many copies within copies',
    'overlay of many images',
    'overlay with very many objects',
  ];
  for (const name of ENDLESS)
    it(`end with a problem that says so, at one place: ${name}`, () => {
      const messages = said(name);
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0] ?? '', /more steps than a build may have|more than 5000 objects/);
    });

  it('folders that can be reached in very many ways are no build', () => {
    const { error } = build(fileTree(named('overlay with a diamond of nothing').files), 'k', { lenient: true });
    assert.equal(error?.kind, 'too-large');
    assert.equal(error.at?.file, 'k/kustomization.yaml');
  });

  it('a schema that goes two ways at each turn is not followed to its end', () => {
    const { files } = named('a chart with a schema that forks');
    const [problem] = computeDiagnostics(new OpenWorkspace(files).open('c/Chart.yaml'));
    assert.match(problem?.message ?? '', /values\.schema\.json takes too many steps/);
  });

  it('say a hundred problems and how many more there are', () => {
    const bad = fileTree({ 'k/kustomization.yaml': `resources: [${'a.yaml, '.repeat(150)}]\n`, 'k/a.yaml': 'kind: A\n' });
    const { problems } = overlayPlan('k', { name: 'k', home: 'k/kustomization.yaml' }).build(bad);
    assert.equal(problems.length, 101);
    assert.equal(problems.at(-1)?.message, '50 more problems of this build are not shown');
  });

  it('say once that very much is not there', () => {
    const [message = '', ...others] = said('overlay of many resources that are not there');
    assert.match(message, /doesn't exist, nor do 19,999 more that are named here$/);
    assert.deepEqual(others, []);
  });

  it('are not looked at beyond what may be written', () => {
    const many = Array.from({ length: 60 }, (_, i) => web(i)).join('');
    const kustomization = `resources: [web.yaml]\ncommonLabels: {a: ${'a'.repeat(100_000)}}\n`;
    const files = fileTree({ 'k/kustomization.yaml': kustomization, 'k/web.yaml': many });
    const built = overlayPlan('k', { name: 'k', home: 'k/kustomization.yaml' }).build(files);
    assert.ok(built.text.length > 7_000_000 && built.text.length < 8_500_000, `${built.text.length}`);
    assert.match(built.problems.at(-1)?.message ?? '', /too large: \d+ objects of it are not looked at/);
  });
});

describe('What builds keep of the files they have read', () => {
  it('does not grow with each edit of a large file', () => {
    const cache = new ParseCache();
    const text = web(0) + Array.from({ length: 4000 }, (_, i) => `        # a comment of some length ${i}\n`).join('');
    for (let edit = 0; edit < 100; edit++) {
      const files = { 'k/kustomization.yaml': 'resources: [web.yaml]\n', 'k/web.yaml': `${text}# ${edit}\n` };
      assert.equal(build(fileTree(files), 'k', { cache }).objects.length, 1);
    }
    assert.ok(cache.size < 5_000_000, `${cache.size} characters`);
  });

  it('stays while builds ask for it, however large', () => {
    const cache = new ParseCache();
    const large = (i: number): string => `${web(i)}${'        # a comment\n'.repeat(30_000)}`;
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`k/web${i}.yaml`, large(i)]));
    const all = {
      ...files,
      'k/kustomization.yaml': `resources: [${Object.keys(files)
        .map((path) => path.slice(2))
        .join(', ')}]\n`,
    };
    build(fileTree(all), 'k', { cache });
    const kept = cache.size;
    for (let round = 0; round < 20; round++) build(fileTree(all), 'k', { cache });
    assert.equal(cache.size, kept);
    assert.ok(kept > 2_500_000);
  });
});
