import assert from 'node:assert/strict';
import { applyStrategicPatch } from '../../../../src/engine/api/strategicMerge/merge';
import { createThreeWayMergePatch } from '../../../../src/engine/api/strategicMerge/threeWay';
import type { Json } from '../../../support/workloadDocuments';

const SCHEMA = { type: 'PodSpec' };

/** The patch from `before` to `after`, and what it makes of a live object that has more than was applied. */
function apply(before: Json, after: Json, live: Json): { patch: Json; result: Json } {
  const patch = createThreeWayMergePatch('PodSpec', before, after, live);
  return { patch, result: applyStrategicPatch(live, patch, SCHEMA) };
}

describe('kubectl apply', () => {
  it('leaves alone what others have set', () => {
    const { patch, result } = apply({ hostname: 'a' }, { hostname: 'b' }, { hostname: 'a', nodeName: 'n' });
    assert.deepEqual(patch, { hostname: 'b' });
    assert.deepEqual(result, { hostname: 'b', nodeName: 'n' });
  });

  it('takes away what is no longer in the manifest', () => {
    const { patch, result } = apply({ hostname: 'a', subdomain: 's' }, { hostname: 'a' }, { hostname: 'a', subdomain: 's' });
    assert.deepEqual(patch, { subdomain: null });
    assert.deepEqual(result, { hostname: 'a' });
  });

  it('merges containers by name and keeps those of others', () => {
    const before = { containers: [{ name: 'a', image: '1' }] };
    const after = { containers: [{ name: 'a', image: '2' }] };
    const { patch, result } = apply(before, after, {
      containers: [
        { name: 'sidecar', image: 's' },
        { name: 'a', image: '1' },
      ],
    });
    assert.deepEqual(patch, { containers: [{ name: 'a', image: '2' }], '$setElementOrder/containers': [{ name: 'a' }] });
    assert.deepEqual(result, {
      containers: [
        { name: 'sidecar', image: 's' },
        { name: 'a', image: '2' },
      ],
    });
  });

  describe('with a port for UDP beside one for TCP, which have the same key', () => {
    const dns = (image: string, ...more: object[]): Json => ({
      containers: [
        {
          name: 'dns',
          image,
          ports: [
            { containerPort: 53, name: 'dns', protocol: 'UDP' },
            { containerPort: 53, name: 'dns-tcp', protocol: 'TCP' },
            ...more,
          ],
        },
      ],
    });
    const METRICS = { containerPort: 9153, name: 'metrics', protocol: 'TCP' };

    it('sends no ports where none changes', () => {
      const { patch, result } = apply(dns('1', METRICS), dns('2', METRICS), dns('1', METRICS));
      assert.deepEqual(patch, { containers: [{ name: 'dns', image: '2' }], '$setElementOrder/containers': [{ name: 'dns' }] });
      assert.deepEqual(result, dns('2', METRICS));
    });

    it('deletes the one that is gone by the key of both, and so both', () => {
      const one = { containers: [{ name: 'dns', image: '1', ports: [{ containerPort: 53, name: 'dns', protocol: 'UDP' }] }] };
      const { patch } = apply(dns('1'), one, dns('1'));
      const [container] = patch['containers'] as Json[];
      assert.deepEqual(container?.['ports'], [{ containerPort: 53, $patch: 'delete' }]);
    });
  });

  it('deletes a container that is gone', () => {
    const before = { containers: [{ name: 'a' }, { name: 'b' }] };
    const { patch, result } = apply(before, { containers: [{ name: 'b' }] }, before);
    assert.deepEqual(patch['containers'], [{ name: 'a', $patch: 'delete' }]);
    assert.deepEqual(result, { containers: [{ name: 'b' }] });
  });

  it('sends an order when only the order changed', () => {
    const before = { containers: [{ name: 'a' }, { name: 'b' }] };
    const after = { containers: [{ name: 'b' }, { name: 'a' }] };
    const { patch, result } = apply(before, after, before);
    assert.deepEqual(patch, { '$setElementOrder/containers': [{ name: 'b' }, { name: 'a' }] });
    assert.deepEqual(result, after);
  });

  it('replaces the source of a volume', () => {
    const before = { volumes: [{ name: 'v', emptyDir: {} }] };
    const after = { volumes: [{ name: 'v', hostPath: { path: '/x' } }] };
    const { patch, result } = apply(before, after, before);
    assert.deepEqual(patch['volumes'], [
      { name: 'v', emptyDir: null, hostPath: { path: '/x' }, $retainKeys: ['hostPath', 'name'] },
    ]);
    assert.deepEqual(result, after);
  });

  it('replaces lists without a merge key', () => {
    const before = { tolerations: [{ key: 'a' }, { key: 'b' }] };
    const after = { tolerations: [{ key: 'b' }] };
    assert.deepEqual(apply(before, after, before).patch, after);
  });

  it('does nothing when nothing changed', () => {
    const same = { containers: [{ name: 'a', env: [{ name: 'A', value: '1' }] }] };
    assert.deepEqual(apply(same, same, same).patch, {});
  });

  it('sends the order of an unsorted list of scalars even if nothing changed', () => {
    const finalizers = (...names: string[]): Json => ({ finalizers: names });
    const patch = (before: Json, after: Json): Json => createThreeWayMergePatch('ObjectMeta', before, after, before);
    assert.deepEqual(patch(finalizers('a/a', 'b/b'), finalizers('a/a', 'b/b')), {});
    assert.deepEqual(patch(finalizers('b/b', 'a/a'), finalizers('b/b', 'a/a')), {
      '$setElementOrder/finalizers': ['b/b', 'a/a'],
    });
  });
});
