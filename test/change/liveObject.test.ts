import assert from 'node:assert/strict';
import { Analysis } from '../../src/features/analysis';
import { Base } from '../../src/features/base';
import { titleOfChange } from '../../src/features/changeInFile';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';
import { simulate } from '../../src/engine/simulation/simulate';
import { deployment, type Json, type Parts } from './versions';

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What the API server shows of a manifest that was applied: with defaults, and what it and others have set since. */
function live(applied: Json | undefined, parts: Parts = {}): Json {
  const made = deployment({
    ...parts,
    pod: { restartPolicy: 'Always', dnsPolicy: 'ClusterFirst', terminationGracePeriodSeconds: 30, ...parts.pod },
    container: {
      imagePullPolicy: 'IfNotPresent',
      terminationMessagePath: '/dev/termination-log',
      resources: {},
      ...parts.container,
    },
    spec: { progressDeadlineSeconds: 600, revisionHistoryLimit: 10, ...parts.spec },
  });
  return {
    ...made,
    metadata: {
      name: 'web',
      namespace: 'default',
      uid: '6f2d5c1e-0000-4000-8000-000000000001',
      resourceVersion: '481516',
      generation: 7,
      creationTimestamp: '2026-11-01T08:00:00Z',
      annotations: {
        'deployment.kubernetes.io/revision': '7',
        ...(applied === undefined ? {} : { [LAST_APPLIED]: JSON.stringify(applied) }),
      },
      managedFields: [
        { manager: 'kubectl-client-side-apply', operation: 'Update', apiVersion: 'apps/v1', fieldsType: 'FieldsV1' },
      ],
    },
    status: { replicas: 3, availableReplicas: 3, observedGeneration: 7, conditions: [{ type: 'Available', status: 'True' }] },
  };
}

function analyzed(manifest: Json, running: Json): Analysis {
  const base = new Base(readManifest(JSON.stringify(running)), 'live.yaml');
  const index = new WorkspaceIndex();
  return new Analysis('file:///w/web.yaml', JSON.stringify(manifest), {
    settings: DEFAULT_SETTINGS,
    facts: index.factsFor('file:///w/web.yaml'),
    base,
  });
}

function titleOf(manifest: Json, running: Json): string | undefined {
  const analysis = analyzed(manifest, running);
  const [placed] = analysis.workloads;
  assert.ok(placed !== undefined);
  return titleOfChange(placed, analysis);
}

const RESTARTED = { 'kubectl.kubernetes.io/restartedAt': '2026-11-02T08:00:00Z' };
const NO_REPLICAS = deployment({ spec: { replicas: undefined } });

describe('a manifest beside the live object, as kubectl get shows it', () => {
  const rows: [what: string, manifest: Json, running: Json, title: string | undefined][] = [
    ['what the server has set is no change', deployment(), live(deployment()), undefined],
    ['nor where nobody has applied it', deployment(), live(undefined), undefined],
    ['nor what kubectl rollout restart has set', deployment(), live(deployment(), { annotations: RESTARTED }), undefined],
    ['nor replicas that an autoscaler has set', NO_REPLICAS, live(NO_REPLICAS, { spec: { replicas: 7 } }), undefined],
    [
      'written replicas go over those that run',
      deployment(),
      live(deployment(), { spec: { replicas: 7 } }),
      'scale 7 → 3, no restart',
    ],
    [
      'another image is a rollout of what runs',
      deployment({ container: { image: 'web:1.9' } }),
      live(deployment(), { spec: { replicas: 7 } }),
      'restarts 7 pods, scale 7 → 3: image 1.8 → 1.9',
    ],
    [
      'what was applied and is gone from the manifest goes',
      deployment(),
      live(deployment({ labels: { tier: 'web' } }), { labels: { tier: 'web' } }),
      'restarts 3 pods: label tier of the pods removed',
    ],
    ['what others added stays', deployment(), live(deployment(), { labels: { injected: 'yes' } }), undefined],
    ['an annotation that is no JSON tells nothing', deployment(), { ...live(undefined), ...broken() }, undefined],
  ];
  for (const [what, manifest, running, title] of rows)
    it(what, () => {
      assert.equal(titleOf(manifest, running), title);
    });

  it('is found in a list, too', () => {
    const list = { apiVersion: 'v1', kind: 'List', items: [live(deployment())], metadata: { resourceVersion: '' } };
    assert.equal(titleOf(deployment({ container: { image: 'web:1.9' } }), list), 'restarts 3 pods: image 1.8 → 1.9');
  });

  it('is what runs in a simulation of the apply', () => {
    const analysis = analyzed(deployment({ container: { image: 'web:1.9' } }), live(deployment(), { annotations: RESTARTED }));
    const [target] = simulationTargets(analysis);
    assert.ok(target !== undefined);
    const simulation = simulationOf(analysis, target);
    assert.ok(simulation.problem === undefined, simulation.problem?.message);
    const template = simulation.scenario.workload.after.spec.template;
    assert.equal(
      template.metadata?.annotations?.['kubectl.kubernetes.io/restartedAt'],
      RESTARTED['kubectl.kubernetes.io/restartedAt'],
    );
    assert.equal(simulate(simulation.scenario).outcome.kind, 'complete');
  });

  it('says of replicas that nobody applied no word: they are not taken away', () => {
    const analysis = analyzed(NO_REPLICAS, live(NO_REPLICAS, { spec: { replicas: 7 }, container: { image: 'web:1.7' } }));
    const [target] = simulationTargets(analysis);
    assert.ok(target !== undefined);
    const simulation = simulationOf(analysis, target);
    assert.ok(simulation.problem === undefined);
    assert.ok(!simulation.notes.some((note) => note.includes('was removed')), simulation.notes.join('\n'));
    assert.equal(simulation.scenario.workload.after.spec['replicas' as never], 7);
  });

  it('is an ordinary version where both are written so, as exported files are', () => {
    const exported = live(undefined, { labels: { tier: 'web' } });
    assert.equal(titleOf(live(undefined), exported), 'restarts 3 pods: label tier of the pods removed');
  });
});

function broken(): Json {
  const { metadata } = live(undefined) as { metadata: Json };
  return { metadata: { ...metadata, annotations: { [LAST_APPLIED]: '{"spec":' } } };
}
