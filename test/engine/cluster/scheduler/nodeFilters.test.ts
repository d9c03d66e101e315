import assert from 'node:assert/strict';
import type {
  ContainerPort,
  NodeSelectorRequirement,
  PodSpec,
  ResourceList,
  Taint,
  Toleration,
} from '../../../../src/model/apiTypes';
import { clusterOf, node, pod, podOn, verdicts, type NodeOptions } from './schedulerWorld';

/** What one node says to a pod. */
function verdict(spec: Partial<PodSpec>, options: NodeOptions, existing = clusterOf([])): string | undefined {
  existing.addNode(node('a', options));
  return verdicts(pod('new', { spec }), existing)['a'];
}

describe('NodeUnschedulable', () => {
  const cordoned = '!node(s) were unschedulable';
  const cases: readonly [string, Toleration[], string][] = [
    ['refuses a cordoned node', [], cordoned],
    [
      'lets a pod pass that tolerates the taint of a cordon',
      [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }],
      'ok',
    ],
    ['lets a pod pass that tolerates everything', [{ operator: 'Exists' }], 'ok'],
    ['is not moved by a toleration of NoExecute', [{ operator: 'Exists', effect: 'NoExecute' }], cordoned],
  ];
  for (const [name, tolerations, expected] of cases) {
    it(name, () => {
      assert.equal(verdict({ tolerations }, { unschedulable: true }), expected);
    });
  }
});

describe('NodeName', () => {
  it('leaves only the node that the pod names', () => {
    const wanted = pod('new', { spec: { nodeName: 'b' } });
    assert.deepEqual(verdicts(wanted, clusterOf([node('a'), node('b')])), {
      a: "!node(s) didn't match the requested node name",
      b: 'ok',
    });
  });
});

describe('TaintToleration', () => {
  const refused = '!node(s) had untolerated taint(s)';
  const noSchedule: Taint = { key: 'team', value: 'db', effect: 'NoSchedule' };
  const cases: readonly [string, Taint, Toleration[], string][] = [
    ['refuses a NoSchedule taint', noSchedule, [], refused],
    ['refuses a NoExecute taint', { ...noSchedule, effect: 'NoExecute' }, [], refused],
    ['never refuses PreferNoSchedule', { ...noSchedule, effect: 'PreferNoSchedule' }, [], 'ok'],
    ['takes equal key and value', noSchedule, [{ key: 'team', value: 'db', effect: 'NoSchedule' }], 'ok'],
    ['compares the value', noSchedule, [{ key: 'team', operator: 'Equal', value: 'web' }], refused],
    ['compares the effect', noSchedule, [{ key: 'team', operator: 'Exists', effect: 'NoExecute' }], refused],
    ['takes a missing value for the empty one', { key: 'gpu', effect: 'NoSchedule' }, [{ key: 'gpu' }], 'ok'],
    ['takes Exists without effect', noSchedule, [{ key: 'team', operator: 'Exists' }], 'ok'],
    [
      'does not compare numbers: the gate of Gt and Lt is off',
      { key: 'sla', value: '950', effect: 'NoSchedule' },
      [
        { key: 'sla', operator: 'Gt', value: '900' },
        { key: 'sla', operator: 'Lt', value: '999' },
      ],
      refused,
    ],
  ];
  for (const [name, taint, tolerations, expected] of cases) {
    it(name, () => {
      assert.equal(verdict({ tolerations }, { taints: [taint] }), expected);
    });
  }
});

describe('NodeAffinity', () => {
  const refused = "!node(s) didn't match Pod's node affinity/selector";
  const labels = { disk: 'ssd', gen: '07', empty: '' };
  const requirements: readonly [NodeSelectorRequirement, boolean][] = [
    [{ key: 'disk', operator: 'In', values: ['hdd', 'ssd'] }, true],
    [{ key: 'disk', operator: 'In', values: ['hdd'] }, false],
    [{ key: 'other', operator: 'In', values: [''] }, false],
    [{ key: 'disk', operator: 'NotIn', values: ['hdd'] }, true],
    [{ key: 'other', operator: 'NotIn', values: ['x'] }, true],
    [{ key: 'empty', operator: 'Exists' }, true],
    [{ key: 'other', operator: 'DoesNotExist' }, true],
    [{ key: 'empty', operator: 'DoesNotExist' }, false],
    [{ key: 'gen', operator: 'Gt', values: ['6'] }, true],
    [{ key: 'gen', operator: 'Gt', values: ['7'] }, false],
    [{ key: 'gen', operator: 'Lt', values: ['8'] }, true],
    [{ key: 'disk', operator: 'Gt', values: ['1'] }, false],
  ];
  for (const [requirement, matches] of requirements) {
    it(`${requirement.key} ${requirement.operator} [${requirement.values?.join(' ') ?? ''}] ${matches ? 'matches' : 'does not match'}`, () => {
      assert.equal(verdict(requiring([{ matchExpressions: [requirement] }]), { labels }), matches ? 'ok' : refused);
    });
  }

  it('needs all expressions of a term, any of the terms, and the node selector as well', () => {
    const both = { matchExpressions: [requirements[0]?.[0], requirements[1]?.[0]] as NodeSelectorRequirement[] };
    const one = { matchExpressions: [requirements[0]?.[0]] as NodeSelectorRequirement[] };
    assert.equal(verdict(requiring([both]), { labels }), refused);
    assert.equal(verdict(requiring([both, one]), { labels }), 'ok');
    assert.equal(verdict({ ...requiring([one]), nodeSelector: { disk: 'hdd' } }, { labels }), refused);
  });

  const unreadable: readonly NodeSelectorRequirement[] = [
    { key: 'disk', operator: 'NotIn', values: [] },
    { key: 'disk', operator: 'Exists', values: ['ssd'] },
    { key: 'gen', operator: 'Lt', values: ['eight'] },
    { key: 'a/b/c', operator: 'DoesNotExist' },
  ];
  for (const requirement of unreadable) {
    it(`selects nothing by a term that cannot be read: ${JSON.stringify(requirement)}`, () => {
      assert.equal(verdict(requiring([{ matchExpressions: [requirement] }]), { labels }), refused);
    });
  }

  it('selects nothing by a field with several names to leave out', () => {
    const others = { matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['x', 'y'] }] } as const;
    assert.equal(verdict(requiring([others]), { labels }), refused);
  });

  it('selects nothing by a term without requirements', () => {
    assert.equal(verdict(requiring([{}]), { labels }), refused);
  });

  it('leaves other nodes out before filtering when every term names nodes', () => {
    const cluster = clusterOf([node('a'), node('b'), node('c', { unschedulable: true })]);
    const left = "!node(s) didn't satisfy plugin(s) [NodeAffinity]";
    assert.deepEqual(verdicts(pod('new', { spec: requiring([named('c')]) }), cluster), {
      a: left,
      b: left,
      c: '!node(s) were unschedulable',
    });
    assert.deepEqual(verdicts(pod('new', { spec: requiring([named('b'), named('gone')]) }), cluster), {
      a: left,
      b: 'ok',
      c: left,
    });
  });

  it('filters as usual when some term does not name nodes', () => {
    const spec = requiring([named('a'), { matchExpressions: [{ key: 'disk', operator: 'Exists' }] }]);
    assert.deepEqual(verdicts(pod('new', { spec }), clusterOf([node('a'), node('b')])), { a: 'ok', b: refused });
  });

  it('refuses the pod whatever the node when a term names two different nodes', () => {
    const fields = [...named('a').matchFields, ...named('b').matchFields];
    const spec = requiring([{ matchFields: fields }]);
    assert.deepEqual(verdicts(pod('new', { spec }), clusterOf([node('a'), node('b')])), { '*': '!pod affinity terms conflict' });
  });
});

function named(name: string) {
  return { matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [name] }] };
}

function requiring(nodeSelectorTerms: readonly object[]): Partial<PodSpec> {
  return { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } };
}

describe('NodePorts', () => {
  const refused = "node(s) didn't have free ports for the requested pod ports";
  const withPort = (port: ContainerPort): Partial<PodSpec> => ({ containers: [{ name: 'c', ports: [port] }] });
  const cases: readonly [string, ContainerPort, ContainerPort, string][] = [
    ['refuses an equal port', { containerPort: 80, hostPort: 80 }, { containerPort: 1, hostPort: 80 }, refused],
    ['lets another port pass', { containerPort: 80, hostPort: 80 }, { containerPort: 80, hostPort: 81 }, 'ok'],
    [
      'lets another protocol pass',
      { containerPort: 80, hostPort: 80 },
      { containerPort: 80, hostPort: 80, protocol: 'UDP' },
      'ok',
    ],
    [
      'lets two addresses share',
      { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
      { containerPort: 80, hostPort: 80, hostIP: '10.0.0.2' },
      'ok',
    ],
    [
      'takes 0.0.0.0 for every address',
      { containerPort: 80, hostPort: 80, hostIP: '10.0.0.1' },
      { containerPort: 80, hostPort: 80, hostIP: '0.0.0.0' },
      refused,
    ],
    ['ignores container ports', { containerPort: 80 }, { containerPort: 80 }, 'ok'],
  ];
  for (const [name, taken, wanted, expected] of cases) {
    it(name, () => {
      const cluster = clusterOf([node('a')], [podOn('a', 'old', { spec: withPort(taken) })]);
      assert.deepEqual(verdicts(pod('new', { spec: withPort(wanted) }), cluster), { a: expected });
    });
  }

  it('counts the ports of sidecars, and all ports on the host network', () => {
    const sidecar = { name: 's', restartPolicy: 'Always', ports: [{ containerPort: 1, hostPort: 9000 }] };
    const init = { name: 'i', ports: [{ containerPort: 1, hostPort: 9001 }] };
    const cluster = clusterOf(
      [node('a')],
      [podOn('a', 'old', { spec: { ...withPort({ containerPort: 80 }), hostNetwork: true, initContainers: [sidecar, init] } })],
    );
    const wanting = (hostPort: number): Record<string, string> =>
      verdicts(pod('new', { spec: withPort({ containerPort: 5, hostPort }) }), cluster);
    assert.deepEqual([wanting(80), wanting(9000), wanting(9001)], [{ a: refused }, { a: refused }, { a: 'ok' }]);
  });
});

describe('NodeResourcesFit', () => {
  const cases: readonly [string, ResourceList, ResourceList, string][] = [
    ['fits exactly', { cpu: '1' }, { cpu: '3', memory: '8Gi' }, 'ok'],
    ['lacks what is left', { cpu: '1' }, { cpu: '3001m' }, 'Insufficient cpu'],
    ['lacks what the node never had', { cpu: '1' }, { cpu: '5' }, '!Insufficient cpu'],
    [
      'names all that is lacking',
      { cpu: '1', memory: '1Gi' },
      { cpu: '4', memory: '8Gi' },
      'Insufficient cpu, Insufficient memory',
    ],
    ['is hopeless if one resource is', { cpu: '1' }, { cpu: '4', memory: '9Gi' }, '!Insufficient cpu, Insufficient memory'],
    ['does not miss what is not requested', { cpu: '40' }, { memory: '1Gi' }, 'ok'],
    ['counts ephemeral storage', {}, { 'ephemeral-storage': '11Gi' }, '!Insufficient ephemeral-storage'],
    ['counts extended resources', { 'example.com/gpu': '1' }, { 'example.com/gpu': '2' }, 'Insufficient example.com/gpu'],
    ['knows no resource that the node does not name', {}, { 'example.com/fpga': '1' }, '!Insufficient example.com/fpga'],
    ['counts huge pages', { 'hugepages-2Mi': '4Mi' }, { 'hugepages-2Mi': '6Mi' }, 'Insufficient hugepages-2Mi'],
    ['rounds thousandths of a CPU up', { cpu: '3999500u' }, { cpu: '1m' }, 'Insufficient cpu'],
  ];
  const allocatable = { 'ephemeral-storage': '10Gi', 'example.com/gpu': '2', 'hugepages-2Mi': '8Mi' };
  for (const [name, used, requests, expected] of cases) {
    it(name, () => {
      const cluster = clusterOf([node('a', { allocatable })], [podOn('a', 'old', { requests: used })]);
      assert.deepEqual(verdicts(pod('new', { requests }), cluster), { a: expected });
    });
  }

  it('counts terminating pods and no finished ones', () => {
    const requests = { cpu: '3' };
    const cluster = clusterOf(
      [node('a'), node('b')],
      [podOn('a', 'leaving', { requests, terminating: true }), podOn('b', 'done', { requests, status: { phase: 'Succeeded' } })],
    );
    assert.deepEqual(verdicts(pod('new', { requests: { cpu: '2' } }), cluster), { a: 'Insufficient cpu', b: 'ok' });
  });

  it('counts pods, also those that request nothing', () => {
    const cluster = clusterOf(
      [node('a', { allocatable: { pods: '1' } }), node('b', { allocatable: { pods: '0' } })],
      [podOn('a', 'old')],
    );
    assert.deepEqual(verdicts(pod('new'), cluster), { a: 'Too many pods', b: '!Too many pods' });
  });

  it('takes limits for requests, and the most that runs at a time', () => {
    const cpu = (amount: string) => ({ resources: { requests: { cpu: amount } } });
    const spec: Partial<PodSpec> = {
      containers: [{ name: 'c', resources: { limits: { cpu: '200m' } } }],
      initContainers: [
        { name: 'first', ...cpu('3') },
        { name: 'sidecar', restartPolicy: 'Always', ...cpu('1') },
        { name: 'second', ...cpu('2900m') },
      ],
      overhead: { cpu: '101m' },
    };
    // first 3, sidecar and second 3.9, sidecar and c 1.2: 3.9 and the overhead are 1m too much.
    assert.equal(verdict(spec, {}), '!Insufficient cpu');
    assert.equal(verdict({ ...spec, overhead: { cpu: '100m' } }, {}), 'ok');
  });
});
