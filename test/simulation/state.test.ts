import { strict as assert } from 'node:assert';
import { API_VERSIONS } from '../../src/engine/api/kinds';
import { Rollout } from '../../src/engine/simulation/rollout';
import { checkScenario } from '../../src/engine/simulation/scenario/checkScenario';
import type { PodBehavior, RolloutState, Scenario, Workload } from '../../src/engine/simulation/scenario/scenario';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import type { KubernetesObject } from '../../src/model/apiTypes';
import { encodeTimes, formatTime } from '../../src/model/time';
import { rowOf, valuesAt } from '../../src/engine/simulation/timeline/timelineQueries';
import { withPast } from '../../webview/model/past';
import { daemonSet, deployment, nodesWith } from './support';

/** Times that no chance changes, and a control plane that takes none. */
function exact(scenario: Omit<Scenario, 'version' | 'seed' | 'horizonSeconds' | 'latencyMs'>): Scenario {
  return checkScenario({ version: 1, seed: 1, horizonSeconds: 3600, latencyMs: 0, stopAt: 'horizon', ...scenario });
}

const STEADY: PodBehavior = { imagePull: 3, start: 2, warmUp: 4, shutDown: 3 };
const probed = { readinessProbe: { httpGet: { port: 80 }, periodSeconds: 5 } };

/** The workload and what it owns at a moment, as kubectl prints them. */
function stateOf(rollout: Rollout, t: number): RolloutState {
  const { objects } = rollout;
  assert.ok(objects !== undefined);
  const { workload, replicaSets, revisions, pods } = objects;
  const now = rollout.timeline().workload.origin + t * 1000;
  const printed = (kind: keyof typeof API_VERSIONS, list: readonly KubernetesObject[]): KubernetesObject[] =>
    list.map((object) => ({ ...(encodeTimes(object) as KubernetesObject), apiVersion: API_VERSIONS[kind], kind }));
  const all = [
    ...printed(workload.kind === 'DaemonSet' ? 'DaemonSet' : 'Deployment', [workload]),
    ...printed('ReplicaSet', replicaSets),
    ...printed('ControllerRevision', revisions),
    ...printed('Pod', pods),
  ];
  return { now: formatTime(now), objects: JSON.parse(JSON.stringify(all)) as RolloutState['objects'] };
}

/** The same scenario, begun from what there is at the end of second `t`. */
function cutAt(scenario: Scenario, t: number): Scenario {
  const rollout = new Rollout({ ...scenario, horizonSeconds: t });
  while (rollout.advance(1000));
  const actions = scenario.actions.flatMap((action) => (action.at <= t ? [] : [{ ...action, at: action.at - t }]));
  const state = stateOf(rollout, t);
  const [after] = state.objects as readonly [Workload];
  const horizonSeconds = scenario.horizonSeconds - t;
  return checkScenario({ ...scenario, workload: { ...scenario.workload, after }, state, actions, horizonSeconds });
}

/** Status numbers by second, the last of each. */
function statusBySecond({ status }: Timeline, shift: number): Map<number, string> {
  const rows = new Map<number, string>();
  const width = status.columns.length;
  status.times.forEach((t, row) =>
    rows.set(Math.floor(t + shift), [...status.values.slice(row * width, (row + 1) * width)].join()),
  );
  return rows;
}

function changesFrom(rows: ReadonlyMap<number, string>, from: number): readonly string[] {
  let before = [...rows].findLast(([t]) => t <= from)?.[1];
  return [...rows]
    .filter(([t]) => t > from)
    .flatMap(([t, row]) => {
      const isNew = row !== before;
      before = row;
      return isNew ? [`${t}: ${row}`] : [];
    });
}

const before = deployment(6, { image: 'web:1', maxSurge: 2, maxUnavailable: 1, container: probed });
const after = deployment(6, { image: 'web:2', maxSurge: 2, maxUnavailable: 1, container: probed });
const nodes = nodesWith('8', 'a', 'b', 'c');

const STORIES: readonly { readonly name: string; readonly scenario: Scenario; readonly cuts: readonly number[] }[] = [
  {
    name: 'a rolling update',
    scenario: exact({ cluster: { nodes }, workload: { before, after }, behavior: { default: STEADY }, actions: [] }),
    cuts: [1, 4, 7, 10, 13, 20, 26],
  },
  {
    name: 'new pods that crash',
    scenario: exact({
      cluster: { nodes },
      workload: { before, after },
      behavior: { default: STEADY, revisions: { after: { failure: { kind: 'crash', after: 2 } } } },
      actions: [],
    }),
    cuts: [4, 8, 12, 30, 100, 700],
  },
  {
    name: 'an image that does not come',
    scenario: exact({
      cluster: { nodes },
      workload: { before, after },
      behavior: { default: STEADY, revisions: { after: { failure: { kind: 'imagePullError' } } } },
      actions: [{ at: 900, action: 'undo' }],
    }),
    cuts: [2, 30, 650],
  },
  {
    name: 'no room for a pod',
    scenario: exact({
      cluster: { nodes: nodesWith('2', 'a', 'b', 'c') },
      workload: {
        before: deployment(6, {
          image: 'web:1',
          maxSurge: 2,
          maxUnavailable: 0,
          container: { resources: { requests: { cpu: '1' } } },
        }),
        after: deployment(6, {
          image: 'web:2',
          maxSurge: 2,
          maxUnavailable: 0,
          container: { resources: { requests: { cpu: '1' } } },
        }),
      },
      // Which of equal nodes a pod gets is chance, and with it whether the image is there.
      behavior: { default: { ...STEADY, imagePull: 0 } },
      actions: [{ at: 400, action: 'patch', patch: { spec: { strategy: { rollingUpdate: { maxUnavailable: 1 } } } } }],
    }),
    cuts: [5, 200, 402],
  },
  {
    name: 'a pause in the middle',
    scenario: exact({
      cluster: { nodes },
      workload: { before, after },
      behavior: { default: STEADY },
      actions: [
        { at: 5, action: 'pause' },
        { at: 60, action: 'resume' },
      ],
    }),
    cuts: [6, 30, 61],
  },
  {
    name: 'a DaemonSet with minReadySeconds',
    scenario: exact({
      cluster: { nodes },
      workload: {
        before: daemonSet({ image: 'agent:1', maxUnavailable: 1, minReadySeconds: 10 }),
        after: daemonSet({ image: 'agent:2', maxUnavailable: 1, minReadySeconds: 10 }),
      },
      behavior: { default: STEADY },
      actions: [],
    }),
    cuts: [1, 5, 8, 12, 20, 31],
  },
];

describe('A simulation that goes on from a state', () => {
  for (const { name, scenario, cuts } of STORIES) {
    const whole = statusBySecond(simulate(scenario), 0);
    for (const t of cuts) {
      it(`ends like the whole: ${name}, cut at ${t} s`, () => {
        const rest = statusBySecond(simulate(cutAt(scenario, t)), t);
        assert.deepEqual(changesFrom(rest, t), changesFrom(whole, t));
      });
    }
  }

  it('shows what is there at its first moment as there before, however young it is', () => {
    const scenario = cutAt(STORIES[0]?.scenario as Scenario, 7);
    const now = scenario.state?.now ?? '';
    const ageless = (creationTimestamp: string | undefined): Timeline => {
      const objects = (scenario.state?.objects ?? []).map(({ metadata: { creationTimestamp: _made, ...metadata }, ...rest }) => {
        return { ...rest, metadata: { ...metadata, ...(creationTimestamp === undefined ? {} : { creationTimestamp }) } };
      });
      return simulate({ ...scenario, state: { now, objects: objects as unknown as RolloutState['objects'] } });
    };
    const { pods: aged } = simulate(scenario);
    const there = aged.createdAt.filter((t) => t < 0).length;
    assert.ok(there > 6);
    // Made in the second of the snapshot, by a clock that is ahead, or nobody knows when.
    for (const creationTimestamp of [now, formatTime(Date.parse(now) + 5000), undefined]) {
      const timeline = ageless(creationTimestamp);
      assert.equal(timeline.pods.createdAt.filter((t) => t < 0).length, there, creationTimestamp);
      assert.ok(
        timeline.revisions.every(({ createdAt }) => createdAt < 0),
        creationTimestamp,
      );
      assert.equal(valuesAt(withPast(timeline).totals, -1)?.available, valuesAt(timeline.totals, 0)?.available);
      assert.equal(rowOf(timeline.totals, 0).total, there, 'not counted one after the other');
    }
  });
});
