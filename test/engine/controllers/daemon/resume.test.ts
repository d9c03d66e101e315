import { strict as assert } from 'node:assert';
import type { FailedPodDeleted } from '../../../../src/model/failedPodDeleted';
import { restoreObjects } from '../../../../src/engine/api/restore';
import type { Pod } from '../../../../src/model/apiTypes';
import { WORLD_START } from '../../../../src/engine/simulation/world/world';
import { DaemonCluster } from '../../../conformance/suites/daemonsetCluster';
import { printObjects } from '../../../support/printedObjects';
import { TestCluster } from '../../../support/testCluster';

const SECOND = 1000;
/** So long after its creation each pod fails. */
const FAILS_AFTER = 3 * SECOND;
const END = WORLD_START + 200 * SECOND;

const DAEMON_SET = {
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent', namespace: 'default', uid: 'ds', generation: 1 },
  spec: {
    selector: { matchLabels: { app: 'agent' } },
    updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    template: { metadata: { labels: { app: 'agent' } }, spec: { containers: [{ name: 'agent', image: 'agent:1' }] } },
  },
};

interface Former {
  readonly cluster: TestCluster;
  readonly deleted: readonly FailedPodDeleted[];
}

/** One node on which every pod fails; from the start, or from what another such cluster has come to. */
function failing(former?: Former, isTold = true): Former {
  const deleted: FailedPodDeleted[] = [...(former?.deleted ?? [])];
  const cluster = new TestCluster({
    start: former?.cluster.loop.now ?? WORLD_START,
    counted: former?.cluster.counted ?? 0,
    onEvent: ({ reason }) => {
      if (reason === 'FailedDaemonPod') deleted.push({ node: 'node-1', at: cluster.loop.now });
    },
  });
  const pods = new DaemonCluster(cluster.store, cluster.loop);
  const live = ({ metadata: { name, creationTimestamp = 0 } }: Pod): void => {
    cluster.at(cluster.loop.now, () => {
      pods.bind(name);
    });
    cluster.at(Math.max(cluster.loop.now, creationTimestamp + FAILS_AFTER), () => {
      pods.setPod(name, 'Failed', false);
    });
  };
  if (former !== undefined) restoreObjects(cluster.store, printObjects(former.cluster.store));
  for (const pod of cluster.store.list('Pod')) if (pod.status?.phase !== 'Failed') live(pod);
  cluster.store.subscribe(['Pod'], ({ type, object }) => {
    if (type === 'added') live(object);
  });
  cluster.runDaemonSets(() => 'hash', { failedPodsDeleted: isTold ? [...deleted] : undefined });
  if (former === undefined) pods.fill({ nodes: [{ metadata: { name: 'node-1' } }], daemonset: DAEMON_SET });
  else cluster.resume();
  return { cluster, deleted };
}

function deletedUntilTheEnd(story: Former): readonly number[] {
  story.cluster.loop.runUntil(END);
  return story.deleted.map(({ at }) => (at - WORLD_START) / SECOND);
}

describe('A DaemonSet controller that takes over from another one', () => {
  const whole = deletedUntilTheEnd(failing());

  function goesOn(seconds: number, isTold: boolean): readonly number[] {
    const former = failing();
    former.cluster.loop.runUntil(WORLD_START + seconds * SECOND);
    return deletedUntilTheEnd(failing(former, isTold));
  }

  it('holds failed pods back ever longer', () => {
    const gaps = whole.map((at, index) => at - (whole[index - 1] ?? 0));
    assert.deepEqual(gaps.slice(0, 7), [3, 3, 3, 7, 11, 19, 35]);
  });

  for (const seconds of [1, 4, 8, 10, 13, 20, 25, 40, 60, 100])
    it(`goes on doing so from ${seconds} s on, as long as it knows when those before were deleted`, () => {
      assert.deepEqual(goesOn(seconds, true), whole);
    });

  it('begins anew where nobody knows it', () => {
    assert.notDeepEqual(goesOn(60, false), whole);
  });
});
