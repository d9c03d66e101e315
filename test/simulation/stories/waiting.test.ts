import assert from 'node:assert/strict';
import type { PodFailure } from '../../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import type { Container } from '../../../src/model/apiTypes';
import { deployment, messages, play, type DeploymentOptions, type StoryOptions } from '../support';

const PROBED: Partial<Container> = { readinessProbe: { httpGet: { port: 80 } } };
const SURGE = { maxSurge: 1, maxUnavailable: 0 };

/** A rollout whose new pods fail like this. */
function told(replicas: number, failure: PodFailure, options: DeploymentOptions = SURGE, more: StoryOptions = {}): Timeline {
  const before = deployment(replicas, { image: 'web:1' });
  return play(deployment(replicas, { container: PROBED, ...options }), { before, after: { failure }, ...more });
}

function sentences({ outcome }: Timeline): readonly (string | undefined)[] {
  return outcome.blockers.flatMap(({ rule, sentence, remedy }) => [rule, sentence.replaceAll(/web-\w+-\w+/g, 'POD'), remedy]);
}

const LOCK = 'do not tie readiness to the lock: a pod that stands by is ready, too';
const OLD_FIRST = 'let an old pod go first (maxSurge 0 with maxUnavailable 1, or strategy Recreate)';

describe('pods that wait for each other', () => {
  it('stall where the old one may not go before the new one is ready', () => {
    assert.deepEqual(sentences(told(1, { kind: 'exclusive' })), [
      'neverReady',
      "1 pod waits for what POD holds (a leader's lease, a lock, a slot) and is not ready before it is free",
      `${OLD_FIRST}, or ${LOCK}`,
    ]);
  });

  it('get ready at the next look of their probe when an old one has gone', () => {
    const timeline = told(1, { kind: 'exclusive' }, { maxSurge: 0, maxUnavailable: 1 });
    assert.deepEqual([timeline.outcome.kind, timeline.facts.minAvailable], ['complete', 0]);
    assert.equal(told(4, { kind: 'exclusive' }, { maxSurge: 1, maxUnavailable: 1 }).outcome.kind, 'complete');
    assert.equal(told(4, { kind: 'exclusive' }, { recreate: true }).outcome.kind, 'complete');
  });

  it('never come to an end with two replicas of which one is the leader', () => {
    assert.deepEqual(sentences(told(2, { kind: 'exclusive', slots: 1 }, { maxSurge: 1, maxUnavailable: 1 })), [
      'neverReady',
      "2 pods wait for what POD holds (a leader's lease, a lock, a slot) and are not ready before it is free",
      `run no more than 1 replica, or ${LOCK}`,
    ]);
  });

  it('go on when what made them wait is put right', () => {
    const actions: StoryOptions['actions'] = [{ at: 30, action: 'breakRevision', revision: 'after', failure: null }];
    assert.equal(told(2, { kind: 'exclusive' }, SURGE, { actions }).outcome.kind, 'complete');
  });
});

describe('pods that need an object', () => {
  const volumes = [{ name: 'v', configMap: { name: 'settings' } }];

  it('are not created before a volume can be made of it', () => {
    const timeline = told(3, { kind: 'missingObject' }, { ...SURGE, pod: { volumes } });
    assert.deepEqual(sentences(timeline), [
      'missingObject',
      'the ConfigMap settings is missing (1 pod in ContainerCreating)',
      'create it (the pods go on by themselves), correct its name, or make it optional',
    ]);
    const failures = timeline.events.filter(({ reason }) => reason === 'FailedMount');
    assert.equal(failures[0]?.message, 'MountVolume.SetUp failed for volume "v" : configmap "settings" not found');
    assert.deepEqual(
      failures.slice(0, 5).map(({ t }) => t),
      [0, 0.5, 1.5, 3.5, 7.5],
    );
  });

  it('are not started before variables can be read from it', () => {
    const container = {
      ...PROBED,
      envFrom: [{ configMapRef: { name: 'maybe', optional: true } }, { secretRef: { name: 'db' } }],
    };
    const timeline = told(3, { kind: 'missingObject' }, { ...SURGE, container });
    assert.match(timeline.outcome.sentence, /^the Secret db is missing \(1 pod in CreateContainerConfigError\)$/);
    assert.ok(timeline.events.some(({ reason, message }) => reason === 'Failed' && message === 'Error: secret "db" not found'));
  });

  it('go on when it is there', () => {
    const actions: StoryOptions['actions'] = [{ at: 60, action: 'breakRevision', revision: 'after', failure: null }];
    const timeline = told(1, { kind: 'missingObject', name: 'other' }, SURGE, { actions });
    assert.deepEqual([timeline.outcome.kind, Math.round(timeline.outcome.at)], ['complete', 65]);
  });
});

describe('pods that answer no probe', () => {
  const probe = { httpGet: { port: 80 } };
  const cases: readonly (readonly [string, Partial<Container>, RegExp])[] = [
    [
      'are killed by their liveness probe',
      { livenessProbe: probe },
      /^1 new pod is killed by its liveness probe again and again, before it answers$/,
    ],
    [
      'are killed by their startup probe',
      { startupProbe: probe, livenessProbe: probe },
      /^1 new pod is killed by its startup probe again and again, before it answers$/,
    ],
    ['are never ready where nothing kills them', {}, /^1 new pod never gets ready$/],
  ];
  for (const [what, probes, says] of cases)
    it(what, () => {
      const { outcome } = told(2, { kind: 'neverAnswers' }, { ...SURGE, container: { ...PROBED, ...probes } });
      assert.equal(outcome.kind, 'stalled');
      assert.match(outcome.sentence, says);
    });
});

describe('pods that nobody but they lets in', () => {
  const message = 'failed calling webhook "pods.example.com": no endpoints available for service "gate"';
  const all = { failure: { kind: 'refused', message, whileNoneReady: true } } as const;
  const gate = (count: number, options: DeploymentOptions): Timeline =>
    play(deployment(count, { container: PROBED, ...options }), {
      before: deployment(count, { image: 'web:1' }),
      all,
    });

  it('come one by one while an old one answers', () => {
    for (const [count, options] of [
      [1, SURGE],
      [3, { maxSurge: 0, maxUnavailable: 1 }],
    ] as const)
      assert.equal(gate(count, options).outcome.kind, 'complete');
  });

  it('never come again once Recreate has removed all that answered', () => {
    assert.deepEqual(sentences(gate(2, { recreate: true })), [
      'admission',
      `the API server refuses new pods (${message})`,
      'delete the configuration of the web hook, and let it leave these pods out',
    ]);
  });

  it('do not come back when the only one is gone at once', () => {
    const refusals = (count: number): string[] => {
      const actions = [{ at: 60, action: 'killPod', force: true }] as const;
      const rollout = deployment(count, { container: PROBED, ...SURGE });
      return messages(play(rollout, { before: deployment(count, { image: 'web:1' }), all, actions }), 'FailedCreate');
    };
    assert.deepEqual(refusals(1), [`Error creating: ${message}`]);
    assert.deepEqual(refusals(2), []);
  });
});
