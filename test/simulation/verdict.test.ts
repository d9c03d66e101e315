import assert from 'node:assert/strict';
import { markdownSummary, rolloutStatusLines, watchTable } from '../../src/engine/simulation/words/renderText';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { verdict, verdictText } from '../../src/engine/simulation/verdict/verdict';
import { daemonSet, deployment, play } from './support';

const NEVER = { failure: { kind: 'neverReady' } } as const;

describe('the verdict in one line', () => {
  const table: readonly (readonly [string, () => Timeline, 'good' | 'warning' | 'bad', string])[] = [
    [
      'a rollout that keeps its promises',
      () => play(deployment(10)),
      'good',
      'Completes in 2 s · never below 8 of 10 available · peak 13 pods',
    ],
    [
      'one that takes nothing away, and what the surge costs',
      () => play(deployment(4, { maxUnavailable: 0, container: { resources: { requests: { cpu: '250m', memory: '64Mi' } } } })),
      'good',
      'Completes in 4 s · always 4 of 4 available · peak 5 pods (+250m CPU, +64 MiB)',
    ],
    [
      'a Recreate',
      () => play(deployment(3, { recreate: true })),
      'warning',
      'No pod is available for 2 s, completes in 2 s · nothing available from 0:00 · peak 3 pods',
    ],
    [
      'a rise from nothing',
      () => play(deployment(3), { before: deployment(0) }),
      'good',
      'Scales from 0 to 3 replicas in 1 s, no pod restarts · nothing ran before · peak 3 pods',
    ],
    [
      'more replicas of the same pods',
      () => play(deployment(10), { before: deployment(3) }),
      'good',
      'Scales from 3 to 10 replicas in 1 s, no pod restarts · always the 3 that ran · peak 10 pods',
    ],
    [
      'fewer replicas of the same pods',
      () => play(deployment(1), { before: deployment(10) }),
      'warning',
      'Scales from 10 to 1 replica in 0 s, no pod restarts · 9 of 10 pods go · never below 1 of the 10 that ran · peak 1 pod',
    ],
    [
      'a few replicas less are no loss that was not wanted',
      () => play(deployment(9), { before: deployment(10) }),
      'good',
      'Scales from 10 to 9 replicas in 0 s, no pod restarts · 1 of 10 pods goes · never below 9 of the 10 that ran · peak 9 pods',
    ],
    [
      'nothing to do',
      () => play(deployment(2), { before: deployment(2) }),
      'good',
      'Nothing to roll out: all 2 pods are up to date',
    ],
    [
      'another strategy for the same pods',
      () => play(deployment(2, { maxSurge: 2 }), { before: deployment(2) }),
      'good',
      'Nothing to roll out: all 2 pods are up to date; what has changed counts from the next rollout on',
    ],
    [
      'a stall at the first moment of a rollout that begins',
      () => play(deployment(2, { paused: true })),
      'bad',
      'Stalls at 0:00: the Deployment is paused: a new template is not rolled out · always 2 of 2 available · peak 2 pods',
    ],
    [
      'a deadline that passes before the end',
      () => play(deployment(2, { maxUnavailable: 0, maxSurge: 1, progressDeadlineSeconds: 3 }), { after: { start: 5 } }),
      'bad',
      'Misses its progress deadline at 0:04, completes in 10 s · always 2 of 2 available · peak 3 pods',
    ],
    [
      'a stall',
      () => play(deployment(4), { after: NEVER }),
      'bad',
      'Stalls at 0:01: 2 new pods never get ready · rollout reported failed after 10 min 1 s · never below 3 of 4 available · peak 5 pods',
    ],
    [
      'a DaemonSet',
      () => play(daemonSet({ maxUnavailable: 2 }), { nodeCount: 6 }),
      'good',
      'Completes in 6 s · never below 4 of 6 nodes served · peak 6 pods',
    ],
    [
      'a drop below the floor, by a fault',
      () => play(deployment(4), { actions: [{ at: 20, action: 'killPod', count: 3 }] }),
      'warning',
      'Falls below its floor for 1 s, completes in 2 s · never below 1 of 4 available · peak 5 pods',
    ],
  ];
  for (const [name, story, tone, text] of table) {
    it(name, () => {
      const timeline = story();
      assert.equal(verdictText(timeline), text);
      assert.equal(verdict(timeline).tone, tone);
    });
  }

  it('has no peak and no floor for a workload that did not exist before', () => {
    const { workload, revisions } = play(deployment(3));
    const created = { ...play(deployment(3)), workload, revisions: revisions.map((revision) => ({ ...revision, createdAt: 0 })) };
    assert.equal(verdictText(created), 'Completes in 3 s · peak 4 pods');
  });
});

describe('what kubectl rollout status would have printed', () => {
  const texts = (timeline: Timeline): string[] => rolloutStatusLines(timeline).map(({ t, text }) => `${t} ${text}`);

  it('from the change to the success', () => {
    assert.deepEqual(texts(play(deployment(2, { maxSurge: 1, maxUnavailable: 0 }))), [
      '0 Waiting for deployment spec update to be observed...',
      '0 Waiting for deployment "web" rollout to finish: 0 out of 2 new replicas have been updated...',
      '0 Waiting for deployment "web" rollout to finish: 1 out of 2 new replicas have been updated...',
      '1 Waiting for deployment "web" rollout to finish: 1 old replicas are pending termination...',
      '2 deployment "web" successfully rolled out',
    ]);
  });

  it('up to the progress deadline', () => {
    const lines = texts(play(deployment(2, { progressDeadlineSeconds: 30 }), { after: NEVER }));
    assert.deepEqual(lines.slice(-2), [
      '0 Waiting for deployment "web" rollout to finish: 1 out of 2 new replicas have been updated...',
      '31 error: deployment "web" exceeded its progress deadline',
    ]);
  });

  it('refuses a DaemonSet with OnDelete', () => {
    const lines = texts(play(daemonSet({ onDelete: true })));
    assert.equal(lines.at(-1), '0 error: rollout status is only available for RollingUpdate strategy type');
  });

  it('of a DaemonSet', () => {
    const lines = texts(play(daemonSet(), { nodeCount: 2 }));
    assert.equal(lines[0], '0 Waiting for daemon set spec update to be observed...');
    assert.equal(lines.at(-1), '4 daemon set "agent" successfully rolled out');
  });
});

describe('what kubectl get -w would have printed', () => {
  it('of a DaemonSet: desired, current, ready, up-to-date, available', () => {
    const rows = watchTable(play(daemonSet(), { nodeCount: 2 }))
      .trimEnd()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).slice(0, 6).join(' '));
    assert.deepEqual(rows, [
      'NAME DESIRED CURRENT READY UP-TO-DATE AVAILABLE',
      'agent 2 2 2 2 2',
      'agent 2 2 2 2 2',
      'agent 2 2 2 0 2',
      'agent 2 1 1 0 1',
      'agent 2 2 1 1 1',
      'agent 2 2 2 1 2',
      'agent 2 1 1 1 1',
      'agent 2 2 1 2 1',
      'agent 2 2 2 2 2',
    ]);
  });
});

describe('the summary as a page', () => {
  it('says what stands in the way, in Kubernetes’ words too, and what would help', () => {
    const quota = { metadata: { name: 'q' }, spec: { hard: { pods: '2' } } };
    const page = markdownSummary(
      play(deployment(2, { maxSurge: 1, maxUnavailable: 0 }), { surroundings: { resourceQuotas: [quota] } }),
    );
    assert.match(
      page,
      /\n## What stands in the way\n\n- the quota admits no further pod \(exceeded quota: q, .*\)\n {2}- `pods "web-\S+" is forbidden: exceeded quota: q, /,
    );
    assert.match(page, /\n {2}- what would help: raise the quota, /);
  });

  it('tells repeated warnings once, with their number', () => {
    const page = markdownSummary(play(deployment(4), { after: { failure: { kind: 'crash', after: 2 } } }));
    const warnings = page.split('\n').filter((line) => line.includes('BackOff'));
    assert.equal(warnings.length, 1);
    assert.match(
      warnings[0] ?? '',
      /^- 0:\d\d BackOff: Back-off restarting failed container web in pod web-\S+ \(×\d+ until \d:\d\d\)$/,
    );
  });

  it('tells what a DaemonSet did at each moment', () => {
    const page = markdownSummary(play(daemonSet({ maxUnavailable: 2 }), { nodeCount: 4 }));
    assert.match(
      page,
      /## What happened\n\n- 0:00 2 pods deleted\n- 0:01 2 pods created\n- 0:02 2 pods deleted\n- 0:03 2 pods created\n/,
    );
  });

  it('tells the many steps of a DaemonSet once', () => {
    const page = markdownSummary(play(daemonSet({ maxUnavailable: 1 }), { nodeCount: 30 }));
    assert.match(page, /\n- 0:00 1 pod deleted \(×30 until \d+:\d\d\)\n- 0:0\d 1 pod created \(×30 until \d+:\d\d\)\n/);
  });

  it('marks what was done, and what had no effect', () => {
    const actions = [
      { at: 1, action: 'scale', replicas: 3 },
      { at: 2, action: 'cordon', node: 'nowhere' },
    ] as const;
    const page = markdownSummary(play(deployment(2), { actions }));
    assert.match(page, /\n- 0:01 \*\*scale to 3\*\*\n/);
    assert.match(page, /\n- 0:02 \*\*cordon nowhere\*\* \(no effect: there is no node nowhere\)\n/);
  });

  it('tells what else is worth knowing', () => {
    const budget = { metadata: { name: 'b' }, spec: { minAvailable: 4, selector: { matchLabels: { app: 'web' } } } };
    const page = markdownSummary(play(deployment(4), { surroundings: { podDisruptionBudgets: [budget] } }));
    assert.match(
      page,
      /\n## Worth knowing\n\n- the budget b wants 4 healthy pods, the rollout goes down to 3: rollouts do not ask budgets \(first at 0:00\)\n/,
    );
  });

  it('does not grow without end', () => {
    const page = markdownSummary(play(deployment(100, { maxSurge: 1, maxUnavailable: 0 })));
    assert.match(page, /\n- … and \d+ more\n$/);
    assert.ok(page.split('\n').length < 100);
  });
});
