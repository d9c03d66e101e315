import type { LimitRange, LimitRangeItem, Pod, ResourceList } from '../../../src/model/apiTypes';
import assert from 'node:assert/strict';
import { defaultLimitRange } from '../../../src/engine/api/defaults/limitRange';
import { mutatePod, validatePodLimits } from '../../../src/engine/cluster/limitRanger';

const limitRange = (...limits: LimitRangeItem[]): LimitRange => ({ metadata: { name: 'limits' }, spec: { limits } });
const pod = (requests: ResourceList, limits: ResourceList = {}, overhead?: ResourceList): Pod => ({
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'c0', resources: { requests, limits } }], overhead },
});

describe('LimitRanger', () => {
  it('gives defaults to every container that leaves something out, and says so', () => {
    const bare: Pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'c0' }], initContainers: [{ name: 'init' }] } };
    const item = { type: 'Container', default: { cpu: '1', memory: '1Gi' }, defaultRequest: { cpu: '500m' } };
    const result = mutatePod(bare, [limitRange(item)]);
    assert.equal(
      result.metadata.annotations?.['kubernetes.io/limit-ranger'],
      'LimitRanger plugin set: cpu request for container c0; cpu, memory limit for container c0; cpu request for init container init; cpu, memory limit for init container init',
    );
    assert.deepEqual(result.spec.initContainers?.[0]?.resources, {
      requests: { cpu: '500m' },
      limits: { cpu: '1', memory: '1Gi' },
    });
  });

  it('leaves a pod alone that says everything itself', () => {
    const complete = pod({ cpu: '1' }, { cpu: '1' });
    assert.equal(mutatePod(complete, [limitRange({ type: 'Container', default: { cpu: '2' } })]), complete);
  });

  it('is stored with max as default limit, default as default request, and min as the last resort', () => {
    const item = { type: 'Container', max: { cpu: '2' }, min: { memory: '10Mi', cpu: '1m' } };
    const [stored] = defaultLimitRange(limitRange(item)).spec?.limits ?? [];
    assert.deepEqual(stored?.default, { cpu: '2' });
    assert.deepEqual(stored.defaultRequest, { cpu: '2', memory: '10Mi' });
  });

  const container = (item: Omit<LimitRangeItem, 'type'>): LimitRangeItem => ({ type: 'Container', ...item });
  const table: readonly [title: string, pod: Pod, item: LimitRangeItem, problem: string | undefined][] = [
    ['accepts what is within', pod({ cpu: '1' }, { cpu: '2' }), container({ min: { cpu: '1' }, max: { cpu: '2' } }), undefined],
    [
      'wants a request where there is a minimum',
      pod({}),
      container({ min: { cpu: '1' } }),
      'minimum cpu usage per Container is 1.  No request is specified',
    ],
    [
      'refuses a request below the minimum',
      pod({ cpu: '50m' }),
      container({ min: { cpu: '100m' } }),
      'minimum cpu usage per Container is 100m, but request is 50m',
    ],
    [
      'wants a limit where there is a maximum',
      pod({ cpu: '1' }),
      container({ max: { cpu: '2' } }),
      'maximum cpu usage per Container is 2.  No limit is specified',
    ],
    [
      'refuses a limit above the maximum',
      pod({}, { memory: '2Gi' }),
      container({ max: { memory: '1Gi' } }),
      'maximum memory usage per Container is 1Gi, but limit is 2Gi',
    ],
    [
      'refuses too large a ratio',
      pod({ cpu: '100m' }, { cpu: '1' }),
      container({ maxLimitRequestRatio: { cpu: '4' } }),
      'cpu max limit to request ratio per Container is 4, but provided ratio is 10.000000',
    ],
    [
      'cannot tell a ratio without a request',
      pod({ cpu: '0' }, { cpu: '1' }),
      container({ maxLimitRequestRatio: { cpu: '4' } }),
      'cpu max limit to request ratio per Container is 4, but no request is specified or request is 0',
    ],
    [
      'lists several problems in name order, each only once',
      pod({}, { cpu: '4', memory: '4Gi' }),
      { type: 'Pod', max: { memory: '1Gi', cpu: '2' } },
      '[maximum cpu usage per Pod is 2, but limit is 4, maximum memory usage per Pod is 1Gi, but limit is 4Gi]',
    ],
    ['does not count overhead', pod({}, { cpu: '2' }, { cpu: '1' }), { type: 'Pod', max: { cpu: '2' } }, undefined],
    ['has nothing to say about other types', pod({}), { type: 'PersistentVolumeClaim', min: { storage: '1Gi' } }, undefined],
  ];
  for (const [title, subject, item, problem] of table) {
    it(title, () => {
      assert.equal(validatePodLimits(subject, [limitRange(item)]), problem);
    });
  }
});
