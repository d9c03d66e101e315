import assert from 'node:assert/strict';
import { changesOf } from '../../src/change/changesOf';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { simulate } from '../../src/engine/simulation/simulate';
import { undoOf, undoText } from '../../src/engine/simulation/undo';
import { assumptionsText } from '../../src/engine/simulation/words/assumedText';
import { cardMarkdown, cardOf, type Card, type CardRow } from '../../src/engine/simulation/words/card';
import type { AppliedFrom } from '../../src/model/appliedFrom';
import { kubectlCommands } from '../../src/engine/simulation/words/kubectlCommands';
import { withOtherTemplate } from '../../src/model/otherTemplate';
import { daemonSet, deployment, named, scenario as scenarioOf } from './support';

function undoing(scenario: Scenario): string {
  const undo = undoOf(scenario, simulate(scenario));
  return 'text' in undo ? undo.text : undoText(simulate(undo.scenario), undo);
}

function cardFor(scenario: Scenario): Card {
  const timeline = simulate(scenario);
  return cardOf({ timeline, scenario, changes: changesOf(scenario, timeline.envelope.desired), undo: undefined });
}

function row(scenario: Scenario, id: CardRow['id']): string {
  return cardFor(scenario).rows.find((candidate) => candidate.id === id)?.text ?? '';
}

const NEVER = { failure: { kind: 'neverReady' } } as const;
const CRASH = { failure: { kind: 'crash', after: 5 } } as const;

describe('the card: its answer', () => {
  const CASES: readonly (readonly [string, Scenario, number | undefined, string])[] = [
    ['nobody asks about requests', scenarioOf(deployment(10)), undefined, 'Go'],
    ['hardly a request is lost', scenarioOf(deployment(10)), 0.004, 'Go'],
    ['one request in a hundred is lost', scenarioOf(deployment(10)), 0.01, 'Take care'],
    ['it never completes', scenarioOf(deployment(4), { after: NEVER }), 0.5, 'No-go'],
  ];
  for (const [when, scenario, lost, answer] of CASES)
    it(`is ${answer} where ${when}`, () => {
      const timeline = simulate(scenario);
      assert.equal(cardOf({ timeline, scenario, changes: '', lost, undo: undefined }).answer, answer);
    });
});

describe('the card: how bad it gets', () => {
  const table: readonly (readonly [string, Scenario, string])[] = [
    ['fewer for as long as it takes', scenarioOf(deployment(10)), '2 of 10 pods fewer, for 2 s from 0:00'],
    ['none fewer', scenarioOf(deployment(4, { maxUnavailable: 0 })), 'always 4 available, none fewer'],
    ['an outage', scenarioOf(deployment(3, { recreate: true })), '3 of 3 pods fewer, for 2 s from 0:00'],
    ['for ever', scenarioOf(deployment(4), { after: NEVER }), '1 of 4 pods fewer, from 0:00 on'],
    [
      'fewer replicas are no loss of what is wanted',
      scenarioOf(deployment(1), { before: deployment(10) }),
      '10 → 1 as asked for; always 1 available, none fewer',
    ],
    [
      'more replicas miss none of those that ran',
      scenarioOf(deployment(10), { before: deployment(3) }),
      'always 3 available, none fewer',
    ],
    [
      'nothing before',
      { ...scenarioOf(deployment(3)), workload: { after: deployment(3) } },
      'nothing ran before: nothing can be missed',
    ],
    ['nodes', scenarioOf(daemonSet({ maxUnavailable: 2 }), { nodeCount: 4 }), '2 of 4 nodes not served, for 4 s from 0:00'],
  ];
  for (const [what, scenario, expected] of table) {
    it(what, () => {
      assert.equal(row(scenario, 'worst'), expected);
    });
  }

  it('tells the worst apart from the rest of the time', () => {
    const scenario = scenarioOf(deployment(10, { maxUnavailable: 5, maxSurge: 0 }), { all: { start: { list: [1, 9] } } });
    assert.match(row(scenario, 'worst'), /^5 of 10 pods fewer, for [\d.]+ s from 0:00; some missing for [\d.]+ s in all$/);
  });
});

describe('the card: what changes', () => {
  it('in the words of a review', () => {
    assert.equal(
      row(scenarioOf(deployment(3, { image: 'web:3' }), { before: deployment(3) }), 'changes'),
      'restarts 3 pods: image 2 → 3',
    );
    assert.equal(row(scenarioOf(deployment(5), { before: deployment(3) }), 'changes'), 'scale 3 → 5, no restart');
    assert.equal(row(scenarioOf(deployment(3), { before: deployment(3) }), 'changes'), 'nothing');
  });

  it('does not make up what is only assumed', () => {
    const scenario = {
      ...scenarioOf(deployment(3)),
      workload: { before: withOtherTemplate(deployment(3)), after: deployment(3) },
    };
    assert.equal(row(scenario, 'changes'), 'replaces all 3 pods (assumed: a new template)');
  });
});

describe('the card: fewer replicas', () => {
  it('are told as “10 → 1”, though nothing is missing', () => {
    const scenario = { ...scenarioOf(deployment(1)), workload: { before: deployment(10), after: deployment(1) } };
    assert.equal(row(scenario, 'worst'), '10 → 1 as asked for; always 1 available, none fewer');
    assert.match(cardFor(scenario).details.join(' · '), /9 of 10 pods go · never below 1 of the 10 that ran/);
  });
});

describe('the card: who else is touched', () => {
  it('is not known where no other workload is', () => {
    assert.equal(row(scenarioOf(deployment(3)), 'others'), 'no other workload is known here');
  });

  it('nobody, of those that are known', () => {
    const other = { before: named(deployment(2), 'shop') };
    assert.equal(row({ ...scenarioOf(deployment(3)), others: [other] }, 'others'), '1 other workload keeps its pods');
  });

  it('a budget that lets no drain go on meanwhile', () => {
    const budget = {
      kind: 'PodDisruptionBudget' as const,
      metadata: { name: 'web' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: 'web' } } },
    };
    const text = row(
      scenarioOf(deployment(4, { maxUnavailable: 1, maxSurge: 0 }), { surroundings: { podDisruptionBudgets: [budget] } }),
      'others',
    );
    assert.match(text, /the budget web allows no eviction for [\d.]+ s: drains wait; no other workload is known here/);
  });

  it('a quota that gets full', () => {
    const quota = { kind: 'ResourceQuota' as const, metadata: { name: 'team' }, spec: { hard: { pods: '5' } } };
    const text = row(scenarioOf(deployment(4), { surroundings: { resourceQuotas: [quota] } }), 'others');
    assert.match(text, /the quota team is full meanwhile \(pods 5\)/);
  });
});

describe('the way back', () => {
  const table: readonly (readonly [string, Scenario, string | RegExp])[] = [
    ['one more rollout', scenarioOf(deployment(10)), 'kubectl rollout undo takes 2 s, never below 8 of 10 available'],
    [
      'of a stall',
      scenarioOf(deployment(4), { after: NEVER }),
      /^kubectl rollout undo takes [\d.]+ s, never below 3 of 4 available$/,
    ],
    ['after pods have begun to crash', scenarioOf(deployment(4), { after: CRASH }), /^kubectl rollout undo takes [\d.]+ s, /],
    [
      'an outage',
      scenarioOf(deployment(3, { recreate: true })),
      'kubectl rollout undo takes 2 s, with nothing available for 2 s',
    ],
    [
      'where nothing ran',
      { ...scenarioOf(deployment(3)), workload: { after: deployment(3) } },
      /to take it back is to delete it$/,
    ],
    ['where no pod changed', scenarioOf(deployment(5), { before: deployment(3) }), /^apply the version before again/],
    ['where no revision is kept', scenarioOf(deployment(3, { revisionHistoryLimit: 0 })), /^kubectl rollout undo is refused: /],
    [
      'where it is paused',
      scenarioOf(deployment(3, { paused: true, image: 'web:3' }), { before: deployment(3) }),
      /refused|apply the version before/,
    ],
    [
      'what stays',
      scenarioOf(deployment(5, { image: 'web:3', maxSurge: 2 }), { before: deployment(3) }),
      /; replicas and strategy stay as applied$/,
    ],
    [
      'of a DaemonSet',
      scenarioOf(daemonSet({ maxUnavailable: 1 }), { nodeCount: 3 }),
      'kubectl rollout undo takes 6 s, never below 2 of 3 nodes served',
    ],
    [
      'where somebody undoes it already',
      scenarioOf(deployment(3), { actions: [{ at: 1, action: 'undo' }] }),
      'this run undoes it already',
    ],
  ];
  for (const [what, scenario, expected] of table) {
    it(what, () => {
      if (typeof expected === 'string') assert.equal(undoing(scenario), expected);
      else assert.match(undoing(scenario), expected);
    });
  }
});

describe('what is assumed, in a line', () => {
  const given = scenarioFor(deployment(3), { cluster: { nodeCount: 10 } });
  it('of a manifest: everything', () => {
    assert.match(
      assumptionsText(given),
      /^image pull .+ · start-up .+ · warm-up .+ · shut-down .+ · 10 nodes in 3 zones with room for everything · each controller sends 20 requests a second, bursts of 30$/,
    );
  });

  it('ranges, long ones, means, lists, and what nobody stated', () => {
    const behavior = {
      default: { imagePull: { min: 60, max: 300 }, start: { mean: 3, deviation: 1 }, warmUp: { list: [4, 2, 9] } },
    };
    assert.match(
      assumptionsText({ ...given, behavior }),
      /^image pull 60 s to 5 min · start-up about 3 s · warm-up 2–9 s · shut-down 1 s/,
    );
  });

  it('described nodes, and clients without a limit', () => {
    const groups = [{ name: 'a', count: 2 }];
    assert.match(
      assumptionsText({ ...given, cluster: { groups }, clientLimits: { qps: 0, burst: 1 } }),
      /2 nodes as described · the API takes all at once$/,
    );
  });
});

describe('the commands', () => {
  const withNamespace = { ...deployment(3), metadata: { name: 'web', namespace: 'shop' } };
  const commands = (scenario: Scenario, from?: string | AppliedFrom): string[] =>
    kubectlCommands(scenario, typeof from === 'string' ? { tool: 'file', path: from } : from).map(({ command }) => command);
  it('name file, workload and namespace', () => {
    assert.deepEqual(commands(scenarioOf(withNamespace), 'deploy/web.yaml'), [
      'kubectl diff -f deploy/web.yaml',
      'kubectl apply -f deploy/web.yaml',
      'kubectl rollout status deployment/web -n shop',
      'kubectl rollout undo deployment/web -n shop',
    ]);
  });

  it('apply an overlay as a folder', () => {
    assert.deepEqual(commands(scenarioOf(withNamespace), { tool: 'kustomize', path: 'overlays/prod' }).slice(0, 2), [
      'kubectl diff -k overlays/prod',
      'kubectl apply -k overlays/prod',
    ]);
  });

  const CHART = {
    tool: 'helm',
    path: 'shop',
    release: 'shop',
    namespace: 'web',
    values: ['shop/values-staging.yaml'],
    options: ['--set', 'replicas=3,note=a b'],
  } as const;

  it('apply a chart with its values, and take it back by the revisions that Helm keeps', () => {
    const given = "shop ./shop -n web -f shop/values-staging.yaml --set 'replicas=3,note=a b'";
    assert.deepEqual(commands(scenarioOf(withNamespace), CHART), [
      `helm template ${given} | kubectl diff -f - -n web`,
      `helm upgrade --install ${given}`,
      'kubectl rollout status deployment/web -n shop',
      'helm rollback shop -n web',
    ]);
  });

  it('take back what is new by deleting it', () => {
    assert.equal(
      commands({ ...scenarioOf(deployment(3)), workload: { after: deployment(3) } }).at(-1),
      'kubectl delete deployment/web',
    );
  });

  for (const [file, word] of [
    ['web app.yaml', `'web app.yaml'`],
    [`it's.yaml`, `'it'\\''s.yaml'`],
    ['$(reboot).yaml', `'$(reboot).yaml'`],
    ['-rf.yaml', './-rf.yaml'],
    ['a\nb.yaml', `'a\nb.yaml'`],
  ] as const) {
    it(`let a shell take ${JSON.stringify(file)} for one word`, () => {
      assert.equal(commands(scenarioOf(deployment(3)), file)[1], `kubectl apply -f ${word}`);
    });
  }
});

describe('the card as text', () => {
  it('has the answer first, no Markdown of its names, and the commands to be pasted', () => {
    const text = cardMarkdown(cardFor(scenarioOf(deployment(3, { recreate: true }))), 'Deployment <b>');
    assert.match(text, /^\*\*Take care: Deployment &#60;b&#62;\*\* — No pod is available for 2 s, completes in 2 s · /);
    assert.match(text, /\n- At worst: 3 of 3 pods fewer, for 2 s from 0:00\n/);
    assert.match(text, /\n```sh\nkubectl diff -f MANIFEST\.yaml {2}# look\n/);
  });
});
