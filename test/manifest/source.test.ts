import { strict as assert } from 'node:assert';
import { readManifest } from '../../src/manifest/manifest';
import { parseText } from '../../src/manifest/parse';
import { firstRange, locate, pathsOverlap, pathText, rangeFor, type Path, type SourceNode } from '../../src/manifest/source';

const TEXT = `kind: Deployment
spec:
  list:
    - a: 1
    - - deep
  empty:
  map: {x: "y"}
`;

function root(): SourceNode {
  const parsed = parseText(TEXT).root;
  assert.ok(parsed);
  return parsed;
}

describe('places in a text', () => {
  const ranges: readonly (readonly [path: Path, text: string])[] = [
    [['kind'], 'Deployment'],
    [['spec'], 'spec'],
    [['spec', 'list'], 'list'],
    [['spec', 'list', 0], 'a'],
    [['spec', 'list', 1], 'deep'],
    [['spec', 'list', 0, 'a'], '1'],
    [['spec', 'empty'], 'empty'],
    [['spec', 'map', 'x'], '"y"'],
    [['spec', 'map', 'gone', 'deeper'], 'map'],
    [['gone'], 'kind'],
  ];
  for (const [path, text] of ranges) {
    it(`of ${pathText(path)} is ${text}`, () => {
      const { start, end } = rangeFor(root(), path);
      assert.equal(TEXT.slice(start, end), text);
    });
  }

  it('stand for a long node by its first key or scalar', () => {
    const { start, end } = firstRange(root());
    assert.equal(TEXT.slice(start, end), 'kind');
    const items = parseText('- - x\n- y\n').root;
    assert.ok(items);
    assert.deepEqual(firstRange(items), { start: 4, end: 5 });
  });

  const located: readonly (readonly [offset: number, path: string | undefined, part: 'key' | 'value' | undefined])[] = [
    [TEXT.indexOf('kind'), 'kind', 'key'],
    [TEXT.indexOf('kind') + 4, 'kind', 'key'],
    [TEXT.indexOf('Deployment'), 'kind', 'value'],
    [TEXT.indexOf('a: 1'), 'spec.list[0].a', 'key'],
    [TEXT.indexOf('deep') + 2, 'spec.list[1][0]', 'value'],
    [TEXT.indexOf('"y"'), 'spec.map.x', 'value'],
    [TEXT.indexOf('  list'), undefined, undefined],
    [TEXT.length, undefined, undefined],
  ];
  for (const [offset, path, part] of located) {
    it(`at ${offset} are ${path ?? 'nothing'}`, () => {
      const found = locate(root(), offset);
      assert.deepEqual([found && pathText(found.path), found?.part], [path, part]);
    });
  }

  it('lead to each other or not', () => {
    assert.equal(pathsOverlap(['a', 0], ['a']), true);
    assert.equal(pathsOverlap(['a'], ['a', 0, 'b']), true);
    assert.equal(pathsOverlap(['a', 0], ['a', 1]), false);
    assert.equal(pathsOverlap([], ['a']), true);
  });
});

describe('What is not read', () => {
  const OPENERS = ['[', '{a: ', '- ', '? ', '- ? ', '[{a: ', 'kind: "'];
  for (const opener of OPENERS)
    it(`is nested too deeply, and is said to be: ${JSON.stringify(opener)} a thousand times`, () => {
      for (const depth of [1000, 30_000]) assert.equal(parseText(opener.repeat(depth)).refused, 'nested too deeply');
    });

  it('ends no process, however often it is read', () => {
    for (let time = 0; time < 3; time += 1) assert.equal(parseText('kind: "'.repeat(2000)).refused, 'nested too deeply');
  });

  it('is no mistake where a template fills in what a tag says', () => {
    assert.equal(parseText('replicas: !!int x\n').undecodable?.message, 'cannot decode !!str `x` as a !!int');
    const { documents } = readManifest('kind: Deployment\nspec:\n  replicas: !!int {{ .Values.replicas }}\n');
    assert.deepEqual(documents[0]?.document.problems, []);
  });
});
