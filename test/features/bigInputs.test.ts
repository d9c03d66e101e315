import assert from 'node:assert/strict';
import { computeCodeLenses } from '../../src/features/codeLens';
import { readManifest } from '../../src/manifest/manifest';
import { analyzed, deployment, diagnosticsOf, rolling } from './support';

describe('Big inputs', () => {
  const bounds: readonly (readonly [replicas: number, maxSurge: unknown])[] = [
    [2_147_483_647, 2_147_483_647],
    [2_147_483_647, '200%'],
    [10, 2_147_483_648],
    [10, '99999999999%'],
  ];
  for (const [replicas, maxSurge] of bounds) {
    it(`have no numbers where 32 bits are too few: ${String(maxSurge)} of ${replicas}`, () => {
      const lenses = computeCodeLenses(analyzed(deployment({ replicas, ...rolling(maxSurge, 0) })));
      assert.equal(lenses[1]?.title, 'numbers cannot be computed');
    });
  }

  it('may be Lists of very many items', () => {
    const { documents } = readManifest(`apiVersion: v1\nkind: List\nitems:\n${'- {}\n'.repeat(130_000)}`);
    assert.equal(documents.filter(({ item }) => item).length, 130_000);
  });

  it('are not quoted at length', () => {
    const found = diagnosticsOf(deployment({}, {}, { metadata: { name: 'W'.repeat(9000) } }));
    assert.match(found[0]?.message ?? '', /metadata\.name: Invalid value: "WWW.* … .*WWW"?.*must/);
    for (const { message } of found) assert.ok(message.length < 800, message);
  });

  it('get no more complaints than somebody reads', () => {
    const found = diagnosticsOf(deployment({}, { containers: Array.from({ length: 500 }, () => ({})) }));
    assert.ok(found.length <= 110, `${found.length} findings`);
  });
});
