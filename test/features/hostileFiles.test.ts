import assert from 'node:assert/strict';
import { readManifest } from '../../src/manifest/manifest';
import { hostileFiles } from '../support/hostileFiles';
import { spread, useEverything } from './everything';

/** All of them go through all features in `npm run fuzz`, with their times. */
const SAMPLE = 31;

describe('Hostile files', function () {
  this.timeout(60_000);

  it('are more than 200, and no two have one name', () => {
    const names = hostileFiles().map(({ name }) => name);
    assert.ok(names.length >= 200);
    assert.equal(new Set(names).size, names.length);
  });

  for (const { name, text } of hostileFiles().filter((_, index) => index % SAMPLE === 0)) {
    it(`are answered by every feature: ${name}`, () => {
      useEverything(text, spread(text, 5));
    });
  }

  const CHANGED = ['kind: Deployment\n', 'kind: "\n', '[', '? ', '- ', '{{ if x }}\n', 'a: [\nb\n]\n'];
  for (const part of CHANGED) {
    it(`are read no further than is good, however often they say ${JSON.stringify(part)}`, () => {
      const text = `kind: Deployment\nx: ${part.repeat(100_000)}`;
      for (const { document } of readManifest(text).documents) {
        assert.ok(document.size <= 100_001, `${document.size}`);
        assert.notEqual(document.notAnalyzed, undefined);
      }
    });
  }

  it('say from which line on nothing is read', () => {
    const one = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n---\n`;
    const { documents } = readManifest(one.repeat(50_000));
    assert.ok(documents.length < 50_000);
    assert.match(documents.at(-1)?.document.notAnalyzed ?? '', /^nothing is read from line \d+ on, the file is too long$/);
    assert.equal(documents.at(-1)?.end, one.length * 50_000);
  });

  it('have only so many documents, even with nothing in them', () => {
    assert.ok(readManifest('--- \n'.repeat(200_000)).documents.length < 70_000);
  });

  it('are read no further than two thousand mistakes, the first of which are told', () => {
    const [placed] = readManifest(`kind: Deployment\nx: [1]\n${']'.repeat(50_000)}`).documents;
    assert.ok((placed?.document.size ?? Infinity) < 10_000);
    assert.equal(placed?.document.problems.length, 20);
  });

  it('are read no further where thousands of aliases are to be kept', () => {
    const line = (index: number): string => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`;
    const text = `kind: Deployment\na0: &a0 [b]\n${Array.from({ length: 5000 }, (_, index) => line(index)).join('')}`;
    assert.equal(readManifest(text).documents[0]?.document.notAnalyzed, 'the document is longer than anything that is applied');
  });

  it('read as afresh where an edit moves what is read of them', () => {
    const one = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: 1}\n---\n`;
    const before = readManifest(one.repeat(20_000));
    const after = one.repeat(19_000).slice(one.length);
    assert.deepEqual(readManifest(after, before).documents, readManifest(after).documents);
  });
});
