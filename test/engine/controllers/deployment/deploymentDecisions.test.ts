import { strict as assert } from 'node:assert';
import type { Deployment } from '../../../../src/model/apiTypes';
import type { Decision, DecisionStep } from '../../../../src/engine/controllers/decisions';
import { DeploymentWorld, webDeployment } from '../../../support/deploymentWorld';
import { Fixture } from './deploymentFixture';

describe('What the Deployment controller says of its decisions', () => {
  function stepsOf(decisions: readonly Decision[], name: string): DecisionStep[] {
    return decisions.flatMap(({ steps }) => steps).filter(({ step }) => step === name);
  }

  it('gives the formulas of the well-known rollout with their numbers: 10 replicas, 25 % / 25 %', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image, index) => (image === 'app:v1' ? 1 : 1 + (index % 5)),
      onDecision: (decision) => {
        if (decision.controller === 'deployment') decisions.push(decision);
      },
    });
    world.create(webDeployment({ replicas: 10 }));
    world.runUntil(10);
    decisions.length = 0;
    world.at(10, () => {
      world.setImage('app:v2');
    });
    world.runUntil(10.5);
    const [created] = stepsOf(decisions, 'getNewReplicaSet');
    assert.deepEqual(
      [created?.verdict, created?.inputs, created?.outcome],
      ['created', { maxTotalPods: 13, currentPodCount: 10, replicas: 10 }, 3],
    );
    const [down] = stepsOf(decisions, 'reconcileOldReplicaSets');
    assert.equal(down?.formula, 'maxScaledDown = allPods − minAvailable − newRSUnavailable');
    assert.deepEqual(
      [down.inputs, down.outcome, down.verdict],
      [{ allPods: 13, minAvailable: 8, newRSUnavailable: 3 }, 2, 'scaledDown'],
    );
    const up = stepsOf(decisions, 'reconcileNewReplicaSet').find(({ verdict }) => verdict === 'scaledUp');
    assert.deepEqual([up?.inputs, up?.outcome], [{ maxTotalPods: 13, currentPodCount: 11, replicas: 10, newReplicas: 3 }, 2]);
    assert.deepEqual(up?.subjects?.[0]?.facts, { from: 3, to: 5 });
  });

  it('names only replica sets that it resizes, and counts what is not there as 0', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image) => (image === 'app:v1' ? 1 : undefined),
      onDecision: (decision) => {
        if (decision.controller === 'deployment') decisions.push(decision);
      },
    });
    world.create(webDeployment({ replicas: 4 }));
    for (const version of [2, 3, 4])
      world.at(10 * (version - 1), () => {
        world.setImage(`app:v${version}`);
      });
    world.runUntil(60);
    const subjects = decisions.flatMap(({ steps }) => steps).flatMap((step) => step.subjects ?? []);
    const resized = subjects.filter(({ role }) => role === 'scaled').map(({ facts }) => facts);
    assert.ok(resized.length > 3);
    for (const facts of resized) assert.notEqual(facts?.['from'], facts?.['to'], JSON.stringify(facts));
    const [progress] = stepsOf(decisions, 'syncRolloutStatus');
    assert.deepEqual(progress?.inputs, { replicas: 4, updatedReplicas: 4, readyReplicas: 0, availableReplicas: 0 });
  });

  /** A Deployment with replica sets that somebody else made: replicas (none written: one) and how many are available. */
  function withReplicaSets(
    spec: Partial<Deployment['spec']>,
    sets: Readonly<Record<string, readonly [replicas: number | undefined, available: number]>>,
  ): Fixture {
    const fixture = new Fixture(webDeployment(spec));
    const { template } = fixture.deployment.spec;
    const uid = fixture.deployment.metadata.uid ?? '';
    const ownerReferences = [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid, controller: true }];
    const annotations = { 'deployment.kubernetes.io/desired-replicas': String(spec.replicas) };
    for (const [name, [replicas, available]] of Object.entries(sets)) {
      const labels = { app: 'web', 'pod-template-hash': name };
      const image = name === 'new' ? 'app:v1' : `app:${name}`;
      fixture.store.create('ReplicaSet', {
        metadata: { name, namespace: 'default', labels, ownerReferences, annotations },
        spec: {
          replicas,
          selector: { matchLabels: labels },
          template: { ...template, spec: { containers: [{ name: 'c', image }] } },
        },
        status: { replicas: replicas ?? 1, availableReplicas: available, readyReplicas: available },
      });
    }
    fixture.informers.deliver();
    fixture.settle();
    return fixture;
  }

  function scaledIn(fixture: Fixture, name: string): unknown {
    const [step] = stepsOf(fixture.decisions, name).filter(({ verdict }) => verdict === 'scaledDown');
    return step?.subjects?.map((subject) => [subject.name, subject.facts]);
  }

  it('says that old replica sets go when the new one is as large as it should be; one without a number has one pod', () => {
    const fixture = withReplicaSets({ replicas: 2, paused: true }, { old: [undefined, 1], new: [2, 2] });
    const [step] = stepsOf(fixture.decisions, 'scale');
    assert.deepEqual([step?.verdict, step?.inputs], ['scaledDown', { replicas: 2, saturated: true }]);
    assert.deepEqual(scaledIn(fixture, 'scale'), [['old', { from: 1, to: 0 }]]);
    assert.equal(fixture.store.get('ReplicaSet', 'default/old')?.spec.replicas, 0);
    assert.ok(fixture.events.includes('Normal ScalingReplicaSet Scaled down replica set old from 1 to 0'));
  });

  it('scales down what is left, not what the clean-up has emptied, and cleans up no more than it may', () => {
    const sets = { 'old-a': [1, 0], 'old-b': [1, 0], 'old-c': [5, 5], new: [4, 0] } as const;
    const one = withReplicaSets({ replicas: 4 }, sets);
    assert.deepEqual(scaledIn(one, 'cleanupUnhealthyReplicas'), [
      ['old-a', { from: 1, to: 0 }],
      ['old-b', { from: 1, to: 0 }],
    ]);
    assert.deepEqual(scaledIn(one, 'scaleDownOldReplicaSetsForRollingUpdate'), [['old-c', { from: 5, to: 3 }]]);
    const two = withReplicaSets({ replicas: 4 }, { 'old-a': [1, 0], 'old-b': [1, 0], 'old-c': [2, 2], new: [4, 0] });
    assert.deepEqual(scaledIn(two, 'cleanupUnhealthyReplicas'), [['old-a', { from: 1, to: 0 }]]);
  });

  it('says how a scaling in the middle of a rollout is shared', () => {
    const decisions: Decision[] = [];
    const world = new DeploymentWorld({
      startupSeconds: (image) => (image === 'app:v1' ? 1 : undefined),
      onDecision: (decision) => decisions.push(decision),
    });
    world.create(webDeployment({ replicas: 10 }));
    world.runUntil(10);
    world.at(10, () => {
      world.setImage('app:v2');
    });
    world.runUntil(20);
    world.at(20, () => {
      world.edit((deployment) => ({ ...deployment, spec: { ...deployment.spec, replicas: 20 } }));
    });
    world.runUntil(21);
    const [step] = stepsOf(decisions, 'scale');
    assert.deepEqual([step?.inputs, step?.outcome], [{ allowedSize: 25, allReplicas: 13, leftover: 0 }, 12]);
    assert.deepEqual(
      step?.subjects?.map(({ facts }) => facts),
      [
        { from: 8, to: 15 },
        { from: 5, to: 10 },
      ],
    );
  });
});
