import assert from 'node:assert/strict';
import type { KindMap } from '../../../src/engine/api/kinds';
import { checkScenario } from '../../../src/engine/simulation/scenario/checkScenario';
import { counted } from '../../../src/model/words';
import type { TourName } from '../../../src/shared/tours';
import { Seen } from './seen';

/** What a stop must say, made of what is seen there. */
type Claim = (seen: Seen, stop: number) => readonly string[];

const OLD = 'default/web-5df9bc6cdf';
const NEW = 'default/web-6b7fbdbbcb';

/** The version that is stored, and the one that the cache shows. */
function versions(seen: Seen, stop: number, kind: keyof KindMap, key: string): readonly [number | undefined, number | undefined] {
  const { stored, caches } = seen.state(stop);
  return [stored.get(kind)?.get(key), caches.get(kind)?.get(key)];
}

const mayGo: Claim = (seen, stop) => {
  const { inputs, outcome } = seen.decided(stop, 'reconcileOldReplicaSets');
  assert.ok('allPods' in inputs);
  const { allPods, minAvailable, newRSUnavailable } = inputs;
  return [`${allPods} − ${minAvailable} − ${newRSUnavailable} = ${String(outcome)}`];
};
const ofDaemons: Claim = (seen, stop) => {
  const { inputs, outcome } = seen.decided(stop, 'rollingUpdate');
  const [most, taken] =
    'maxSurge' in inputs ? [inputs.maxSurge, inputs.numSurge] : [inputs.maxUnavailable, inputs.numUnavailable];
  return [`${most} − ${taken} = ${String(outcome)}`];
};
const ends: Claim = ({ timeline }) => {
  const { outcome } = timeline;
  assert.equal(outcome.kind, 'complete');
  return [`after ${outcome.at.toFixed(1)} s`];
};
const missing: Claim = (seen, stop) => {
  const { replicas, activePods } = seen.decided(stop, 'manageReplicas').inputs;
  return [String(replicas), String(activePods), String(Math.abs(replicas - activePods))];
};
const managed: Claim = (seen, stop) => {
  const { creations, deletions } = seen.decided(stop, 'manage').inputs;
  return [creations > 0 ? counted(creations, 'creation') : counted(deletions, 'deletion')];
};
function slowStart(seen: Seen, from: number): { batches: string; failed: number; skipped: number; t: number } {
  const row = seen.of('slowStart').find(({ t }) => t >= from);
  assert.ok(row);
  return { ...row, batches: row.batches.join(', ') };
}
/** How long the key waits from then on, in seconds. */
function waits(seen: Seen, stop: number, queue: 'replicaset' | 'daemonset', key: string): number {
  const at = seen.state(stop).queues.get(queue)?.delayed.get(key);
  assert.ok(at !== undefined);
  return at;
}
const failedPods = (seen: Seen, until: number): number =>
  seen.of('kubelet').filter(({ t, phase }) => t <= until && phase === 'Failed').length;
const backOffOf =
  (failed: number): Claim =>
  (seen, stop) => {
    assert.equal(failedPods(seen, seen.stop(stop).at), failed);
    const row = seen.of('queue').findLast(({ t, op }) => t <= seen.stop(stop).at && op === 'addAfter');
    assert.ok(row?.delayMs);
    return [`${row.delayMs / 1000} s`];
  };

/** By the number of the stop. */
export const CLAIMS: Readonly<Record<TourName, readonly Claim[]>> = {
  deployment: [
    (seen, stop) => {
      const [stored, cached] = versions(seen, stop, 'Deployment', 'default/web');
      return [`version ${stored} of the Deployment`, `still version ${cached}`];
    },
    (seen, stop) => {
      const { inputs, outcome } = seen.decided(stop, 'getNewReplicaSet');
      assert.ok('maxTotalPods' in inputs);
      return [`min(${inputs.maxTotalPods} − ${inputs.currentPodCount}, ${inputs.replicas}) = ${String(outcome)}`];
    },
    (seen, stop) => {
      const [old] = seen.decided(stop, 'scaleDownOldReplicaSetsForRollingUpdate').subjects ?? [];
      return [...mayGo(seen, stop), `told to have ${String(old?.facts?.['to'])}`];
    },
    (seen, stop) => {
      const { failures, delayed } = seen.state(stop).queues.get('deployment') ?? assert.fail();
      const { error = '' } = seen.of('sync').find(({ phase }) => phase === 'end') ?? assert.fail();
      assert.match(error, /the object has been modified/);
      const waitMs = Math.round(((delayed.get('default/web') ?? NaN) - seen.stop(stop).at) * 1000);
      return [counted(failures.get('default/web') ?? 0, 'failure'), `in ${waitMs} ms`];
    },
    missing,
    (seen, stop) => {
      assert.equal(versions(seen, stop, 'Pod', seen.requests('create')[0]?.pod ?? '')[1], undefined);
      return [`${counted(seen.awaited(stop, 'replicaset', NEW).adds, 'creation')} is awaited`];
    },
    (seen, stop) => {
      const pod = `default/${seen.requests('create')[0]?.pod ?? ''}`;
      return [`to ${seen.state(stop).kubelets.get(pod) ?? ''}`];
    },
    (seen, stop) => {
      const { inputs } = seen.decided(stop, 'reconcileOldReplicaSets');
      return [...mayGo(seen, stop), 'newRSUnavailable' in inputs ? `${inputs.newRSUnavailable} new pods are not available` : '?'];
    },
    mayGo,
    (seen, stop) => {
      const { maxPods, minAvailable } = seen.timeline.facts;
      return [...ends(seen, stop), `never more than ${maxPods} and never fewer than ${minAvailable}`];
    },
  ],
  expectations: [
    (seen, stop) => {
      const [killed] = seen.of('write');
      const [stored, cached] = versions(seen, stop, 'Pod', killed?.key ?? '');
      return [`version ${stored}`, `version ${cached}`];
    },
    (seen, stop) => {
      const { caches, queues } = seen.state(stop);
      assert.equal(queues.get('replicaset')?.line.length, 0);
      return [`in ${counted(caches.get('Pod')?.size ?? 0, 'pod')}`];
    },
    missing,
    (seen, stop) => [`${counted(seen.awaited(stop, 'replicaset', OLD).adds, 'creation')} is awaited`],
    (seen, stop) => {
      const { t, steps } = seen.sync(stop);
      assert.equal(steps?.find(({ step }) => step === 'manageReplicas')?.state, 'skipped');
      const asked = seen.of('expectations').find((row) => row.t === t && row.verdict === 'waiting');
      const before = seen.of('sync').findLast((row) => row.t < t && row.queue === 'replicaset');
      const woken = seen.of('watch').findLast((row) => row.t <= t && row.kind === 'ReplicaSet');
      const written = seen.of('write').find(({ version }) => version === woken?.version);
      assert.equal(written?.by, `replicaset ${OLD}`);
      return [`wait for ${counted(asked?.adds ?? 0, 'creation')}`, `${Math.round((t - (before?.t ?? 0)) * 1000)} ms after`];
    },
    (seen, stop) => {
      assert.equal(seen.requests('delete').length, 0);
      return [`${seen.awaited(stop, 'replicaset', OLD).adds} creations`, `${counted(seen.requests('create').length, 'pod')} was`];
    },
    (seen) => {
      const without = (lagMs: number): Seen => {
        const { machine } = seen.scenario;
        const replicaset = { ...machine?.replicaset, withoutExpectations: true };
        return new Seen(checkScenario({ ...seen.scenario, machine: { watchLagMs: { Pod: lagMs }, replicaset } }));
      };
      const free = without(500);
      const created = free.requests('create');
      assert.ok(without(2000).requests('create').length > 20);
      return [`at ${created[1]?.t.toFixed(3)} s`, `${created.length} are created and there are ${free.timeline.facts.maxPods}`];
    },
  ],
  'slow-start-quota': [
    (seen) => [`Batches: ${slowStart(seen, 0).batches}.`],
    (seen, stop) => {
      const { failed, skipped } = slowStart(seen, 0);
      assert.equal(seen.awaited(stop, 'replicaset', OLD).adds, 0);
      const created = seen.requests('create', 0, seen.stop(stop).at).filter(({ error }) => error === undefined).length;
      return [`${created} pods were created, ${failed} refused and ${skipped} not even tried`];
    },
    (seen, stop) => {
      const { batches, failed, skipped } = slowStart(seen, seen.stop(stop).at);
      assert.deepEqual([batches, failed], ['1', 1]);
      return [`${skipped} are not tried`];
    },
    (seen, stop) => {
      const failures = seen.state(stop).queues.get('replicaset')?.failures.get(OLD);
      return [`${failures} failures`, `until ${waits(seen, stop, 'replicaset', OLD).toFixed(1)} s`];
    },
    (seen, stop) => [`until ${waits(seen, stop, 'replicaset', OLD).toFixed(1)} s`],
    (seen, stop) => {
      const { batches, failed, t } = slowStart(seen, seen.stop(stop).at);
      assert.equal(failed, 0);
      return [`${Math.round(t - 20)} s later`, `batches of ${batches}`];
    },
    (seen, stop) => [`All ${seen.state(stop).caches.get('Pod')?.size} pods`],
  ],
  'proportional-scaling': [
    (seen) => {
      return scaledIn(seen, 2).map(([from], index) => (index === 0 ? `has ${from}` : `one ${from}`));
    },
    (seen, stop) => {
      const { inputs } = seen.decided(stop, 'isScalingEvent');
      return [`is ${inputs.replicas} now`, `still says ${inputs.desiredReplicasAnnotation}`];
    },
    (seen, stop) => {
      const { inputs, outcome } = seen.decided(stop, 'scale');
      assert.ok('allowedSize' in inputs);
      const [old, young] = scaledIn(seen, stop);
      return [
        `${inputs.allReplicas} pods are there, ${inputs.allowedSize} are allowed`,
        `so ${String(outcome)} come`,
        `from ${old?.[0]} to ${old?.[1]}, the new one from ${young?.[0]} to ${young?.[1]}`,
      ];
    },
    (seen, stop) => [seen.skipped(stop, 'reconcileNewReplicaSet')],
    (seen, stop) => {
      const { replicas, activePods } = seen.decided(stop, 'manageReplicas').inputs;
      return [`creates ${counted(replicas - activePods, 'pod')}`];
    },
    (seen) => {
      const { facts, outcome } = seen.timeline;
      assert.equal(outcome.kind, 'complete');
      return [`${facts.maxPods} at most`];
    },
  ],
  rollback: [
    mayGo,
    (seen, stop) => {
      const undo = seen.timeline.markers.find(({ t }) => t === seen.stop(stop).at);
      assert.equal(undo?.source.action, 'undo');
      return [`version ${versions(seen, stop, 'Deployment', 'default/web')[0]} of the Deployment`];
    },
    (seen, stop) => [seen.skipped(stop, 'rollback')],
    (seen, stop) => {
      const { verdict, inputs } = seen.decided(stop, 'getNewReplicaSet');
      assert.equal(verdict, 'updated');
      return ['revision' in inputs ? `revision ${inputs.revision}` : '?'];
    },
    (seen, stop) => {
      const { outcome } = seen.decided(stop, 'cleanupUnhealthyReplicas');
      return [`all ${String(outcome)} may go`];
    },
    (seen, stop) => {
      const { replicas, activePods } = seen.decided(stop, 'manageReplicas').inputs;
      return [`deletes ${counted(activePods - replicas, 'pod')}`, `wants ${replicas} and has ${activePods}`];
    },
    (seen, stop) => {
      const { replicas, activePods } = seen.decided(stop, 'manageReplicas').inputs;
      assert.equal(seen.requests('create', 20).length, 1);
      return [`of ${replicas} wanted pods ${activePods} had stayed`];
    },
    (seen, stop) => {
      const { outcome, facts } = seen.timeline;
      return [...ends(seen, stop), `${(outcome.at - 20).toFixed(1)} s after the undo`, `fewer than ${facts.minAvailable}`];
    },
  ],
  daemonset: [
    (seen, stop) => {
      const { inputs } = seen.decided(stop, 'constructHistory');
      return [`revision ${inputs.revision}`];
    },
    (seen, stop) => {
      const { t } = seen.sync(stop);
      assert.equal(seen.requests('create', t, t).length, 0);
      return ofDaemons(seen, stop);
    },
    ofDaemons,
    managed,
    (seen, stop) => [seen.skipped(stop, 'rollingUpdate')],
    ofDaemons,
    (seen, stop) => [...ends(seen, stop), `${seen.timeline.facts.minAvailable} of 5 nodes`],
  ],
  'daemonset-surge': [
    (seen, stop) => {
      const { t } = seen.sync(stop);
      assert.deepEqual([seen.requests('create', t, t).length, seen.requests('delete', t, t).length], [2, 0]);
      return ofDaemons(seen, stop);
    },
    (seen, stop) => {
      const { kubelets } = seen.state(stop);
      return [`${new Set(kubelets.values()).size} nodes, ${kubelets.size} pods`];
    },
    managed,
    ofDaemons,
    (seen, stop) => {
      const { minAvailable, maxPods } = seen.timeline.facts;
      return [...ends(seen, stop), `All ${minAvailable} nodes`, `${maxPods} pods at most`];
    },
  ],
  'failed-daemon-pods': [
    (seen, stop) => {
      const report = seen.of('kubelet').find(({ op, phase }) => op === 'report' && phase === 'Failed');
      assert.ok(report && report.t <= seen.stop(stop).at);
      return [`on ${report.node}: its phase is Failed`];
    },
    managed,
    (seen, stop) => {
      const failed = seen.of('kubelet').filter(({ phase }) => phase === 'Failed');
      const apartMs = Math.round(((failed[1]?.t ?? 0) - (failed[0]?.t ?? 0)) * 1000);
      return [`${Math.round(apartMs / 10) * 10} ms later`, `deletes ${seen.decided(stop, 'manage').inputs.deletions} pods`];
    },
    backOffOf(2),
    backOffOf(3),
    backOffOf(4),
    (seen, stop) => {
      const { at } = seen.stop(stop);
      assert.equal(failedPods(seen, at), 4);
      const first = seen.of('kubelet').find(({ phase }) => phase === 'Failed');
      const admitted = seen.of('kubelet').findLast(({ t, op }) => t <= at && op === 'add');
      return [`${((admitted?.t ?? 0) - (first?.t ?? 0)).toFixed(1)} s after`];
    },
    (seen, stop) => [...ends(seen, stop), `${seen.requests('create').length} pods created for 2 nodes`],
  ],
};

/** From how many to how many the ReplicaSets are scaled in that sync, the old one first. */
function scaledIn(seen: Seen, stop: number): (readonly [from: string, to: string])[] {
  const { subjects = [] } = seen.decided(stop, 'scale');
  const byName = [OLD, NEW].map((key) => subjects.find(({ name }) => key === `default/${name}`));
  return byName.map((subject) => [String(subject?.facts?.['from']), String(subject?.facts?.['to'])]);
}
