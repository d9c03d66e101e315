import assert from 'node:assert/strict';
import { podLimits, podRequestNumbers, podRequests, setDefaultPodResources } from '../../src/model/podResources';
import { toResourceList } from '../../src/engine/cluster/quota/resourceLists';
import type { Container, PodSpec } from '../../src/model/apiTypes';

const asks = (requests: Record<string, string>, limits: Record<string, string> = {}): Container => ({
  name: 'c',
  resources: { requests, limits },
});
const sidecar = (requests: Record<string, string>): Container => ({ ...asks(requests), restartPolicy: 'Always' });

describe('podRequests', () => {
  const table: readonly [title: string, spec: PodSpec, expected: Record<string, string>][] = [
    [
      'adds containers up',
      { containers: [asks({ cpu: '100m' }), asks({ cpu: '1', memory: '1Gi' })] },
      { cpu: '1100m', memory: '1Gi' },
    ],
    [
      'takes the largest init container',
      { containers: [asks({ cpu: '1' })], initContainers: [asks({ cpu: '2' })] },
      { cpu: '2' },
    ],
    [
      'keeps sidecars running beside the containers',
      { containers: [asks({ cpu: '1' })], initContainers: [sidecar({ cpu: '500m' })] },
      { cpu: '1500m' },
    ],
    [
      'adds to an init container the sidecars before it, not those after it',
      {
        containers: [asks({ cpu: '200m' })],
        initContainers: [asks({ cpu: '300m' }), sidecar({ cpu: '100m' }), asks({ cpu: '500m' }), sidecar({ cpu: '50m' })],
      },
      { cpu: '600m' },
    ],
    [
      'adds the overhead',
      { containers: [asks({ cpu: '1' })], overhead: { cpu: '50m', memory: '32Mi' } },
      { cpu: '1050m', memory: '32Mi' },
    ],
    [
      'lets pod-level requests stand in for the containers’ CPU and memory only',
      { containers: [asks({ cpu: '1', 'example.com/gpu': '1' })], resources: { requests: { cpu: '3', 'example.com/gpu': '9' } } },
      { cpu: '3', 'example.com/gpu': '1' },
    ],
    ['rounds up to thousandths', { containers: [asks({ cpu: '100u' })] }, { cpu: '1m' }],
  ];
  for (const [title, spec, expected] of table) {
    it(title, () => {
      assert.deepEqual(toResourceList(podRequests(spec)), expected);
    });
  }
});

describe('what is assumed of containers that request nothing, when nodes are scored', () => {
  const containers = [asks({ memory: '100Mi' }), asks({})];
  const MEBI = 1024 * 1024;
  const table: readonly (readonly [string, PodSpec, readonly [milliCPU: number, mebibytes: number]])[] = [
    ['100m and 200Mi for each that says nothing', { containers }, [200, 300]],
    [
      'nothing of what others in a pod with requests of its own ask for',
      { containers, resources: { requests: { cpu: '1' } } },
      [1000, 100],
    ],
    [
      'only requests of the pod are such: its limits change nothing',
      { containers, resources: { limits: { cpu: '1' } } },
      [200, 300],
    ],
  ];
  for (const [title, spec, expected] of table) {
    it(title, () => {
      const { nonZeroMilliCPU, nonZeroMemory } = podRequestNumbers(spec);
      assert.deepEqual([nonZeroMilliCPU, nonZeroMemory / MEBI], expected);
    });
  }
});

describe('podLimits', () => {
  it('adds overhead only to limits that are there', () => {
    const spec: PodSpec = { containers: [asks({}, { cpu: '1' })], overhead: { cpu: '50m', memory: '32Mi' } };
    assert.deepEqual(toResourceList(podLimits(spec)), { cpu: '1050m' });
  });
});

describe('podRequestNumbers', () => {
  it('counts CPU in thousandths, memory in bytes, and assumes 100m and 200Mi for scoring', () => {
    const numbers = podRequestNumbers({ containers: [asks({ cpu: '1500m', 'example.com/gpu': '2' })] });
    assert.equal(numbers.milliCPU, 1500);
    assert.equal(numbers.memory, 0);
    assert.deepEqual([...numbers.scalar], [['example.com/gpu', 2]]);
    assert.equal(numbers.nonZeroMilliCPU, 1500);
    assert.equal(numbers.nonZeroMemory, 200 * 1024 * 1024);
  });

  it('takes a request of 0 for what it says', () => {
    assert.equal(podRequestNumbers({ containers: [asks({ cpu: '0' })] }).nonZeroMilliCPU, 0);
  });
});

describe('setDefaultPodResources', () => {
  it('makes limits requests where these are missing', () => {
    const spec = setDefaultPodResources<PodSpec>({ containers: [asks({ memory: '1Gi' }, { cpu: '1', memory: '2Gi' })] });
    assert.deepEqual(spec.containers[0]?.resources?.requests, { cpu: '1', memory: '1Gi' });
  });

  it('fills pod-level requests from the containers, or else from the pod-level limits', () => {
    const spec = setDefaultPodResources<PodSpec>({
      containers: [asks({ cpu: '300m' })],
      resources: { limits: { cpu: '1', memory: '1Gi' } },
    });
    assert.deepEqual(spec.resources?.requests, { cpu: '300m', memory: '1Gi' });
  });
});
