import assert from 'node:assert/strict';
import { POD_COLUMNS, podCells } from '../../../src/engine/kubectl/podTable';
import { formatTable } from '../../../src/engine/kubectl/tables';
import { daemonSetCells, DEPLOYMENT_COLUMNS, deploymentCells, replicaSetCells } from '../../../src/engine/kubectl/workloadTables';
import type { ContainerState, ContainerStatus, Pod, PodSpec, PodStatus } from '../../../src/model/apiTypes';

const NOW = 1_000_000_000;
const template = {
  spec: {
    containers: [
      { name: 'web', image: 'web:1' },
      { name: 'log', image: 'log:2' },
    ],
    nodeSelector: { b: '2', a: '' },
  },
};

function pod(status: PodStatus, spec: Partial<PodSpec> = {}, deletionTimestamp?: number): Pod {
  const containers = [{ name: 'c0' }, { name: 'c1' }];
  return {
    metadata: { name: 'web-1', creationTimestamp: NOW - 60_000, deletionTimestamp },
    spec: { containers, ...spec },
    status,
  };
}
const container = (state: ContainerState, rest: Partial<ContainerStatus> = {}): ContainerStatus => ({
  name: 'c0',
  state,
  ...rest,
});
const running = container({ running: {} }, { ready: true });
const terminated = (reason: string, exitCode: number): ContainerStatus => container({ terminated: { reason, exitCode } });
const waiting = (reason: string): ContainerStatus => container({ waiting: { reason } });
const READY = [{ type: 'Ready', status: 'True' as const }];

describe('STATUS of a pod', () => {
  const sidecars = { initContainers: [{ name: 'i0' }, { name: 'i1', restartPolicy: 'Always' }] };
  const table: readonly [text: string, pod: Pod][] = [
    ['Pending', pod({ phase: 'Pending' })],
    ['Evicted', pod({ phase: 'Failed', reason: 'Evicted' })],
    [
      'SchedulingGated',
      pod({ phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] }),
    ],
    ['Running', pod({ phase: 'Running', containerStatuses: [running, running] })],
    // From the last to the first: the first container's reason wins.
    [
      'CrashLoopBackOff',
      pod({ phase: 'Running', containerStatuses: [waiting('CrashLoopBackOff'), waiting('ImagePullBackOff')] }),
    ],
    ['ExitCode:3', pod({ phase: 'Running', containerStatuses: [container({ terminated: { exitCode: 3 } }), running] })],
    ['Signal:9', pod({ phase: 'Running', containerStatuses: [container({ terminated: { exitCode: 137, signal: 9 } })] })],
    ['Completed', pod({ phase: 'Succeeded', containerStatuses: [terminated('Completed', 0)] })],
    ['Running', pod({ phase: 'Running', conditions: READY, containerStatuses: [terminated('Completed', 0), running] })],
    ['NotReady', pod({ phase: 'Running', containerStatuses: [terminated('Completed', 0), running] })],
    ['Error', pod({ phase: 'Running', containerStatuses: [terminated('Completed', 0), running, terminated('Error', 1)] })],
    ['Init:0/2', pod({ phase: 'Pending', initContainerStatuses: [{ ...waiting('PodInitializing'), name: 'i0' }] }, sidecars)],
    [
      'Init:1/2',
      pod(
        {
          initContainerStatuses: [
            { ...terminated('Completed', 0), name: 'i0' },
            { ...waiting(''), name: 'i1' },
          ],
        },
        sidecars,
      ),
    ],
    [
      'Init:1/2',
      pod(
        {
          initContainerStatuses: [
            // An exit code of 0 is not written.
            { name: 'i0', state: { terminated: { reason: 'Completed' } } },
            { ...waiting(''), name: 'i1' },
          ],
        },
        sidecars,
      ),
    ],
    ['Init:Error', pod({ initContainerStatuses: [{ ...terminated('Error', 1), name: 'i0' }] }, sidecars)],
    ['Init:ImagePullBackOff', pod({ initContainerStatuses: [{ ...waiting('ImagePullBackOff'), name: 'i0' }] }, sidecars)],
    ['Terminating', pod({ phase: 'Running' }, {}, NOW)],
    ['Failed', pod({ phase: 'Failed' }, {}, NOW)],
    ['Unknown', pod({ phase: 'Running', reason: 'NodeLost' }, {}, NOW)],
  ];
  for (const [text, subject] of table) {
    it(`is ${text}`, () => {
      assert.equal(podCells(subject, NOW)[2], text);
    });
  }
});

describe('the other cells of a pod', () => {
  it('count sidecars in both numbers, and forget ordinary init containers’ restarts once they are through', () => {
    const subject = pod(
      {
        phase: 'Running',
        initContainerStatuses: [
          { ...terminated('Completed', 0), name: 'i0', restartCount: 7 },
          { name: 'i1', started: true, ready: true, restartCount: 1, state: { running: {} } },
        ],
        containerStatuses: [
          { ...running, restartCount: 2, lastState: { terminated: { finishedAt: NOW - 300_000 } } },
          { ...running, restartCount: 0, lastState: { terminated: { finishedAt: NOW - 400_000 } } },
        ],
      },
      { initContainers: [{ name: 'i0' }, { name: 'i1', restartPolicy: 'Always' }] },
    );
    assert.deepEqual(podCells(subject, NOW).slice(1, 5), ['3/3', 'Running', '3 (5m ago)', '60s']);
  });

  it('show where it is and which readiness gates are passed', () => {
    const subject = pod(
      { podIPs: [{ ip: '10.0.0.1' }], nominatedNodeName: 'node-2', conditions: [{ type: 'lb', status: 'True' }] },
      { nodeName: 'node-1', readinessGates: [{ conditionType: 'lb' }, { conditionType: 'dns' }] },
    );
    assert.deepEqual(podCells(subject, NOW).slice(5), ['10.0.0.1', 'node-1', 'node-2', '1/2']);
    assert.deepEqual(podCells(pod({}), NOW).slice(5), ['<none>', '<none>', '<none>', '<none>']);
  });
});

describe('the cells of workloads', () => {
  const metadata = { name: 'web', creationTimestamp: NOW - 60_000 };
  const selector = {
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'tier', operator: 'In' as const, values: ['b', 'a'] },
      { key: 'x', operator: 'DoesNotExist' as const },
    ],
  };

  it('of a Deployment', () => {
    const status = { replicas: 4, readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 };
    const expected = ['web', '2/3', 3, 1, '60s', 'web,log', 'web:1,log:2', 'app=web,tier in (a,b),!x'];
    assert.deepEqual(deploymentCells({ metadata, spec: { replicas: 3, selector, template }, status }, NOW), expected);
  });

  it('of a ReplicaSet', () => {
    const status = { replicas: 4, readyReplicas: 2 };
    const expected = ['web', 3, 4, 2, '60s', 'web,log', 'web:1,log:2', '<none>'];
    assert.deepEqual(replicaSetCells({ metadata, spec: { replicas: 3, template }, status }, NOW), expected);
  });

  it('of a DaemonSet', () => {
    const status = {
      desiredNumberScheduled: 5,
      currentNumberScheduled: 4,
      numberReady: 3,
      updatedNumberScheduled: 2,
      numberAvailable: 1,
    };
    const expected = ['web', 5, 4, 3, 2, 1, 'a=,b=2', '60s', 'web,log', 'web:1,log:2', 'app=web,tier in (a,b),!x'];
    assert.deepEqual(daemonSetCells({ metadata, spec: { selector, template }, status }, NOW), expected);
  });
});

describe('formatTable', () => {
  it('aligns columns as kubectl get does', () => {
    const rows = [
      ['web', '2/3', 3, 1, '60s'],
      ['checkout', '10/10', 10, 10, '2d'],
    ];
    assert.equal(
      formatTable(DEPLOYMENT_COLUMNS, rows),
      [
        'NAME       READY   UP-TO-DATE   AVAILABLE   AGE',
        'web        2/3     3            1           60s',
        'checkout   10/10   10           10          2d',
        '',
      ].join('\n'),
    );
  });

  it('shows wide columns only when asked', () => {
    assert.equal(formatTable(POD_COLUMNS, []), 'NAME   READY   STATUS   RESTARTS   AGE\n');
    assert.match(formatTable(POD_COLUMNS, [], true), /AGE {3}IP {4}NODE {3}NOMINATED NODE {3}READINESS GATES\n$/);
  });
});
