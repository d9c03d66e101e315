import { strict as assert } from 'node:assert';
import { toleratedSeconds } from '../../../src/engine/cluster/taintEviction';
import { podLife } from '../../../src/engine/simulation/timeline/timelineQueries';
import type { Pod, Taint, Toleration } from '../../../src/model/apiTypes';
import { deployment, messages, play } from '../../simulation/support';

function pod(...tolerations: readonly Toleration[]): Pod {
  return { metadata: { name: 'web' }, spec: { containers: [], tolerations } };
}

const MAINTENANCE: Taint = { key: 'maint', effect: 'NoExecute' };
const UNREACHABLE: Taint = { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' };
const forSeconds = (key: string, tolerationSeconds?: number): Toleration => ({
  key,
  operator: 'Exists',
  effect: 'NoExecute',
  ...(tolerationSeconds === undefined ? {} : { tolerationSeconds }),
});

describe('how long a pod stays on a node with NoExecute taints', () => {
  const cases: readonly (readonly [name: string, pod: Pod, taints: readonly Taint[], seconds: number])[] = [
    ['not at all without a toleration', pod(), [MAINTENANCE], 0],
    ['300 s where the node does not answer', pod(), [UNREACHABLE], 300],
    [
      'as long as the first toleration that covers the taint says',
      pod(forSeconds('maint', 60), forSeconds('maint', 5)),
      [MAINTENANCE],
      60,
    ],
    ['for ever, if that one does not end', pod(forSeconds('maint'), forSeconds('maint', 5)), [MAINTENANCE], Infinity],
    [
      'as long as the shortest of several taints',
      pod(forSeconds('maint', 60), forSeconds('node.kubernetes.io/unreachable', 9)),
      [MAINTENANCE, UNREACHABLE],
      9,
    ],
    [
      'not at all when one of them is not tolerated',
      pod(forSeconds('maint', 60)),
      [MAINTENANCE, { key: 'x', effect: 'NoExecute' }],
      0,
    ],
    [
      'not at all where its own toleration speaks of the node problem, but does not cover it',
      pod({ key: 'node.kubernetes.io/unreachable', operator: 'Equal', value: 'x', effect: 'NoExecute' }),
      [UNREACHABLE],
      0,
    ],
    [
      '300 s where its own toleration speaks of another effect',
      pod({ key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoSchedule' }),
      [UNREACHABLE],
      300,
    ],
    ['for ever where it tolerates everything', pod({ operator: 'Exists' }), [UNREACHABLE, MAINTENANCE], Infinity],
    ['at once when it tolerates for less than nothing', pod(forSeconds('maint', -1)), [MAINTENANCE], 0],
  ];
  for (const [name, given, taints, seconds] of cases) {
    it(name, () => {
      assert.equal(toleratedSeconds(given, taints), seconds);
    });
  }
});

describe('the taint of a node whose value changes', () => {
  it('evicts the pods that tolerated the old one only', () => {
    const workload = deployment(2);
    (workload.spec.template.spec as { tolerations: unknown }).tolerations = [
      { key: 'maint', operator: 'Equal', value: 'soft', effect: 'NoExecute' },
    ];
    const taint = (value: string) => ({ key: 'maint', value, effect: 'NoExecute' as const });
    const actions = [
      { at: 20, action: 'taintNode', node: 'node-1', taint: taint('soft') },
      { at: 40, action: 'taintNode', node: 'node-1', taint: taint('hard') },
    ] as const;
    const timeline = play(workload, { actions, nodeCount: 1 });
    const evicted = messages(timeline, 'TaintManagerEviction').filter((message) => message.startsWith('Marking'));
    assert.equal(evicted.length, 2);
  });
});

describe('pods that tolerate a NoExecute taint for 5 s', () => {
  const tolerations = [{ key: 'maint', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 }];
  const workload = deployment(2);
  (workload.spec.template.spec as { tolerations: unknown }).tolerations = tolerations;
  const actions = [
    { at: 20, action: 'taintNode', node: 'node-1', taint: { key: 'maint', effect: 'NoExecute' } },
    { at: 32, action: 'untaintNode', node: 'node-1', key: 'maint' },
  ] as const;
  const timeline = play(workload, { actions, nodeCount: 1 });

  it('are evicted 5 s after they are seen on the node, each counted for itself: the replacements as well', () => {
    const evicted = Array.from({ length: timeline.pods.count }, (_, index) => podLife(timeline.pods, index)).flatMap((life) =>
      life.filter(({ state }) => state === 'Terminating').map(({ t }) => Math.round(t)),
    );
    assert.deepEqual(
      evicted.filter((t) => t >= 20),
      [25, 25, 30, 30],
    );
  });

  it('stay when the taint goes in time, which the event “Cancelling deletion of Pod” tells', () => {
    const cancelled = messages(timeline, 'TaintManagerEviction').filter((message) =>
      /^Cancelling deletion of Pod default\/web-/.test(message),
    );
    assert.equal(cancelled.length, 2);
  });
});
