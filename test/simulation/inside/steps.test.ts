import assert from 'node:assert/strict';
import { Session, type Profiler } from 'node:inspector';
import type { SyncHandler } from '../../../src/engine/controllers/worker';
import type { LoopWorkQueue } from '../../../src/engine/client/workQueue';
import { InsideRecorder } from '../../../src/engine/simulation/inside/insideRecorder';
import type { SyncRow } from '../../../src/engine/simulation/inside/insideRows';
import { originOf } from '../../../src/engine/simulation/setUp';
import { Rollout } from '../../../src/engine/simulation/rollout';
import { checkScenario } from '../../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { TRAPS } from '../../../webview/traps/traps';

/** Our functions, where they have other names than upstream's, by the file that they stand in. */
const OURS: Readonly<Record<string, readonly [file: string, name: string]>> = {
  getReplicaSetsForDeployment: ['deploymentController', 'getReplicaSetsForDeployment'],
  syncStatusOnly: ['deployment/sync', 'syncStatusOnly'],
  checkPausedConditions: ['deployment/sync', 'checkPausedConditions'],
  rollback: ['deployment/rollback', 'rollback'],
  isScalingEvent: ['deployment/sync', 'isScalingEvent'],
  sync: ['deployment/sync', 'syncScale'],
  rolloutRolling: ['deployment/rolling', 'rolloutRolling'],
  reconcileNewReplicaSet: ['deployment/rolling', 'reconcileNewReplicaSet'],
  reconcileOldReplicaSets: ['deployment/rolling', 'reconcileOldReplicaSets'],
  cleanupUnhealthyReplicas: ['deployment/rolling', 'cleanupUnhealthyReplicas'],
  scaleDownOldReplicaSetsForRollingUpdate: ['deployment/rolling', 'scaleDownOldReplicaSetsForRollingUpdate'],
  cleanupDeployment: ['deployment/sync', 'cleanupDeployment'],
  rolloutRecreate: ['deployment/recreate', 'rolloutRecreate'],
  scaleDownOldReplicaSetsForRecreate: ['deployment/recreate', 'scaleDownOldReplicaSetsForRecreate'],
  oldPodsRunning: ['deployment/recreate', 'oldPodsRunning'],
  scaleUpNewReplicaSetForRecreate: ['deployment/recreate', 'scaleUpNewReplicaSetForRecreate'],
  syncRolloutStatus: ['deployment/progress', 'syncRolloutStatus'],
  requeueStuckDeployment: ['deployment/progress', 'requeueStuckDeployment'],
  EnsureReady: ['controllers/consistency', 'ensureReady'],
  SatisfiedExpectations: ['controllers/expectations', 'satisfied'],
  claimPods: ['replicaset/ownedPods', 'claim'],
  manageReplicas: ['replicaset/manageReplicas', 'manageReplicas'],
  slowStartBatch: ['controllers/slowStart', 'slowStartBatch'],
  getPodsToDelete: ['replicaset/manageReplicas', 'deleteExcess'],
  calculateStatus: ['replicaset/replicaSetStatus', 'statusOf'],
  updateReplicaSetStatus: ['replicaset/replicaSetStatus', 'updateReplicaSetStatus'],
  constructHistory: ['daemon/history', 'constructHistory'],
  manage: ['daemon/manage', 'manage'],
  rollingUpdate: ['daemon/rollingUpdate', 'rollingUpdate'],
  cleanupHistory: ['daemon/history', 'cleanupHistory'],
  updateDaemonSetStatus: ['daemon/daemonSetStatus', 'updateDaemonSetStatus'],
};

/** V8's own count of calls. */
class CallCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  }

  /** The functions called since the last time, as `file name`. */
  take(): ReadonlySet<string> {
    const called = new Set<string>();
    this.#session.post('Profiler.takePreciseCoverage', (_error, answer: Profiler.TakePreciseCoverageReturnType) => {
      for (const { url, functions } of answer.result) {
        if (!url.includes('/src/engine/controllers/')) continue;
        for (const { functionName, ranges } of functions)
          if ((ranges[0]?.count ?? 0) > 0) called.add(`${url.replace(/^.*\/src\/engine\/|\.ts.*$/g, '')} ${functionName}`);
      }
    });
    return called;
  }

  stop(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }
}

/** A recorder that counts the calls of each sync of one controller. */
class CountingRecorder extends InsideRecorder {
  readonly called: ReadonlySet<string>[] = [];
  readonly #counter: CallCounter;
  readonly #queue: string;

  constructor(origin: number, queue: string, counter: CallCounter) {
    super(origin);
    this.#queue = queue;
    this.#counter = counter;
  }

  override handler(handler: SyncHandler, queue: LoopWorkQueue): SyncHandler {
    if ((queue as unknown as { queueName: string }).queueName !== this.#queue) return super.handler(handler, queue);
    const counted: SyncHandler = {
      sync: (key) => {
        this.#counter.take();
        try {
          handler.sync(key);
        } finally {
          this.called.push(this.#counter.take());
        }
      },
      ...(handler.handleError === undefined ? {} : { handleError: handler.handleError.bind(handler) }),
    };
    return super.handler(counted, queue);
  }
}

/** Of each sync what the rows say and what V8 has counted, where the two differ; and how many steps were compared. */
function differences(scenario: Scenario, queue: string): { compared: number; unknown: number; wrong: string[] } {
  const counter = new CallCounter();
  const recorder = new CountingRecorder(originOf(scenario), queue, counter);
  const rollout = new Rollout(checkScenario(scenario), { probe: recorder });
  while (rollout.advance(Infinity));
  counter.stop();
  const isEnd = (row: { row: string }): row is SyncRow => row.row === 'sync';
  const ends = recorder
    .recording()
    .rows.filter(isEnd)
    .filter((row) => row.queue === queue && row.phase === 'end');
  assert.equal(ends.length, recorder.called.length);
  const wrong: string[] = [];
  let compared = 0;
  let unknown = 0;
  ends.forEach(({ t, steps = [], error }, index) => {
    // Two branches of the tree have a step of one name: it was called if either says so.
    const said = new Map<string, string>();
    for (const { step, state } of steps) if (said.get(step) !== 'taken') said.set(step, state);
    for (const [step, state] of said) {
      const [file, name] = OURS[step] ?? ['', ''];
      assert.notEqual(name, '', `which function is ${step}?`);
      const isCalled = [...(recorder.called[index] ?? [])].some((each) => each.endsWith(` ${name}`) && each.includes(file));
      if (state === 'unknown') unknown++;
      else if ((state === 'taken') !== isCalled)
        wrong.push(
          `${t} s ${step}: ${state}, but was ${isCalled ? '' : 'not '}called${error === undefined ? '' : ` (${error})`}`,
        );
      compared++;
    }
  });
  return { compared, unknown, wrong };
}

const QUEUES = ['deployment', 'replicaset', 'daemonset'];
/** Those in which a sync takes a way of its own; the others take long and show nothing new. */
const LEFT_OUT = [
  'daemonset-ten-percent',
  'budget-does-not-limit',
  'budget-blocks-drain',
  'pushed-again',
  'min-ready-in-batches',
];
const scenarios: readonly (readonly [string, Scenario])[] = TRAPS.filter(({ id }) => !LEFT_OUT.includes(id)).map(
  ({ id, scenario: { latencyMs: _exact, ...timed } }) => [id, timed],
);

describe('the steps of a sync', () => {
  for (const [id, scenario] of scenarios)
    it(`are those whose functions were called: ${id}`, function () {
      this.timeout(120_000);
      const kind = scenario.workload.after.kind === 'DaemonSet' ? ['daemonset'] : QUEUES.slice(0, 2);
      for (const queue of kind) {
        const { compared, unknown, wrong } = differences(scenario, queue);
        assert.deepEqual(wrong.slice(0, 8), [], `${queue}: ${wrong.length} of ${compared} differ`);
        assert.ok(compared > 0 && unknown < compared / 4, `${unknown} of ${compared} are not known`);
      }
    });
});
