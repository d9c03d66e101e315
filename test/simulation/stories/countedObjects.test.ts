import assert from 'node:assert/strict';
import type { ResourceQuota } from '../../../src/model/apiTypes';
import { assertCompletes, assertStalls, daemonSet, deployment, messages, play } from '../support';

function quota(hard: Readonly<Record<string, string>>, scopes?: readonly string[]): ResourceQuota {
  return { kind: 'ResourceQuota', metadata: { name: 'team' }, spec: { hard, scopes } };
}

describe('story: a quota on ReplicaSets', () => {
  const ofReplicaSets = (count: number, scopes?: readonly string[]): { surroundings: { resourceQuotas: ResourceQuota[] } } => ({
    surroundings: { resourceQuotas: [quota({ 'count/replicasets.apps': String(count) }, scopes)] },
  });

  it('that the old one uses up keeps the new version from its first pod', () => {
    const timeline = play(deployment(3), ofReplicaSets(1));
    const figures =
      'exceeded quota: team, requested: count/replicasets.apps=1, used: count/replicasets.apps=1, limited: count/replicasets.apps=1';
    assertStalls(timeline, `the quota admits no ReplicaSet for the new version (${figures})`);
    assert.equal(
      timeline.outcome.blockers[0]?.remedy,
      'raise the quota, or delete old ReplicaSets, and keep fewer of them (revisionHistoryLimit)',
    );
    const [first = ''] = messages(timeline, 'ReplicaSetCreateError');
    assert.match(
      first,
      /^Failed to create new replica set "web-[^"]*": replicasets\.apps "web-[^"]*" is forbidden: exceeded quota/,
    );
    assert.deepEqual(
      timeline.conditions.filter(({ type, t }) => type === 'Progressing' && t >= 0).map(({ reason }) => reason),
      ['ReplicaSetCreateError'],
    );
  });

  it('is no matter where it has room for one more, or has scopes, which are for pods', () => {
    assertCompletes(play(deployment(3), ofReplicaSets(2)));
    assertCompletes(play(deployment(3), ofReplicaSets(1, ['NotTerminating'])));
  });

  it('has its use told over time', () => {
    const { quotas = [] } = play(deployment(3), ofReplicaSets(5));
    const rows = quotas[0]?.rows.filter(({ t }) => t >= 0).map(({ used }) => used['count/replicasets.apps']);
    assert.deepEqual([rows?.[0], rows?.at(-1)], ['1', '2']);
  });

  it('lets the rollout go on once it is raised', () => {
    const { surroundings } = ofReplicaSets(1);
    const raised = { at: 5, action: 'applyObject', object: quota({ 'count/replicasets.apps': '2' }) } as const;
    const timeline = play(deployment(3), { surroundings, actions: [raised] });
    assertCompletes(timeline);
    assert.ok(timeline.outcome.at > 5);
  });
});

describe('story: a quota on ControllerRevisions', () => {
  const ofRevisions = (count: number): { surroundings: { resourceQuotas: ResourceQuota[] } } => ({
    surroundings: { resourceQuotas: [quota({ 'count/controllerrevisions.apps': String(count) })] },
  });

  it('that the old one uses up keeps a DaemonSet on the old version', () => {
    const timeline = play(daemonSet(), ofRevisions(1));
    assert.equal(timeline.outcome.kind, 'stalled');
    assert.match(
      timeline.outcome.sentence,
      /^the quota admits no ControllerRevision for the new version \(exceeded quota: team,/,
    );
    assert.equal(timeline.facts.podsCreated, 0);
  });

  it('is no matter where it has room for one more', () => {
    assertCompletes(play(daemonSet(), ofRevisions(2)));
  });
});
