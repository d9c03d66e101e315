import assert from 'node:assert/strict';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { simulate } from '../../src/engine/simulation/simulate';
import { trafficViewOf, type PodEnd, type TrafficView } from '../../src/engine/traffic/trafficView';
import { scenarioWith, type Tuning } from '../../webview/model/edits';
import { endAt, endSteps, endVerdict, podsOfCause } from '../../webview/model/podEnds';
import { remediesFor, remediesThatHelp } from '../../webview/model/remedies';
import type { State } from '../../webview/model/state';
import type { MapCell } from '../../webview/model/strategyMap';
import { testScenario } from '../webview/support/scenarios';
import { after, opened } from './openedState';

function viewOf(tuning: Tuning = {}): TrafficView {
  const scenario = scenarioWith(testScenario({ requests: {} }), { tuning, actions: [] });
  const view = trafficViewOf(simulate(scenario), scenario);
  assert.ok(view !== undefined);
  return view;
}

function firstEnd(view: TrafficView): PodEnd {
  const end = endAt(view, -1, undefined);
  assert.ok(end !== undefined);
  return end;
}

function told(tuning: Tuning): string[] {
  const view = viewOf(tuning);
  return endSteps(firstEnd(view), view).map(({ when, text }) => `${when} ${text}`);
}

describe('The end of a pod', () => {
  for (const [what, tuning, expected, verdict] of [
    [
      'that stops at once',
      {},
      [
        '0 s deleted: its endpoint is terminating',
        '0 s SIGTERM: no preStop hook',
        '0 s the process has ended',
        '0.1–1 s kube-proxy knows, on one node after the other',
      ],
      /^For up to 1 s requests are still sent to it/,
    ],
    [
      'that waits first',
      { preStopSleepSeconds: 5 },
      [
        '0 s deleted: its endpoint is terminating',
        '0.1–1 s kube-proxy knows, on one node after the other',
        '5 s preStop is over: SIGTERM',
        '5 s the process has ended',
      ],
      /^By then nobody/,
    ],
    [
      'that waits just until the last one knows, and is cut',
      { preStopSleepSeconds: 1, requestSeconds: 0.5 },
      [
        '0 s deleted: its endpoint is terminating',
        '0.1–1 s kube-proxy knows, on one node after the other',
        '1 s preStop is over: SIGTERM',
        '1 s the process has ended',
      ],
      /^What it is working on is cut\.$/,
    ],
    [
      'that goes on until it is killed',
      { onTerm: 'serves', terminationGracePeriodSeconds: 8 },
      [
        '0 s deleted: its endpoint is terminating',
        '0 s SIGTERM: no preStop hook',
        '0.1–1 s kube-proxy knows, on one node after the other',
        '8 s killed',
      ],
      /^By then nobody/,
    ],
  ] as const satisfies readonly (readonly [string, Tuning, readonly string[], RegExp])[])
    it(`${what} is told in its order`, () => {
      assert.deepEqual(told(tuning), expected);
      const view = viewOf(tuning);
      assert.match(endVerdict(firstEnd(view), view), verdict);
    });

  it('that takes its time to finish is told with what it takes, and when it would be killed', () => {
    const steps = told({ onTerm: 'drains', shutDownSeconds: 3 });
    assert.ok(steps.includes('0 s takes nothing new'), steps.join('\n'));
    assert.ok(
      steps.some((step) => /the process has ended$/.test(step)) && steps.includes('30 s it would be killed'),
      steps.join('\n'),
    );
  });

  it('is that of the selected pod, else of the latest one, else of the first to come', () => {
    const view = viewOf();
    const [some] = view.ends.slice(4);
    assert.equal(endAt(view, 0, some?.pod), some);
    const latest = endAt(view, 8.5, undefined)?.leftAt ?? NaN;
    assert.ok(latest <= 8.5 && view.ends.every(({ leftAt }) => leftAt > 8.5 || leftAt <= latest));
    assert.equal(endAt(view, -1, undefined)?.leftAt, Math.min(...view.ends.map(({ leftAt }) => leftAt)));
  });

  it('says which pods requests fail because of: some whenever some fail, none otherwise', () => {
    for (const tuning of [{}, { readiness: 'none' }, { dataPlane: 'istio', retries: 0 }] as const) {
      const view = viewOf(tuning);
      for (const [index, cause] of (['noEndpoint', 'stopped', 'notYet', 'cut'] as const).entries()) {
        if (cause === 'noEndpoint') continue;
        for (let at = 0; at + 1 < view.times.length; at++) {
          const t = view.times[at] as number;
          if ((view.rates[index]?.[at] ?? 0) > 0.05)
            assert.ok(podsOfCause(view, cause, t).length > 0, `${cause} at ${t} of ${JSON.stringify(tuning)}`);
        }
      }
      assert.deepEqual(podsOfCause(view, 'stopped', -1), []);
    }
  });
});

function lostOf(scenario: Scenario, timeline: Timeline): number | undefined {
  const view = trafficViewOf(timeline, scenario);
  return view && (view.lost === 0 ? 0 : view.failed);
}

describe('What would help', () => {
  /** Weighed as the worker does it. */
  function weighed(state: State): State {
    const { shown } = state;
    assert.ok(shown !== undefined);
    const cells = remediesFor(state, shown).map(({ scenario }): MapCell => {
      const timeline = simulate(scenario);
      const { duration, minAvailable, maxPods } = timeline.facts;
      return { kind: timeline.outcome.kind, duration, minAvailable, maxPods, lost: lostOf(scenario, timeline) };
    });
    return after([{ type: 'weighed', scenario: shown.scenario, cells }], state);
  }

  it('is told with its effect, and only where fewer fail', () => {
    const state = weighed(opened(testScenario({ requests: {} })));
    const remedies = remediesThatHelp(state);
    assert.deepEqual(
      remedies.map(({ title, effect }) => `${title}: ${effect}`),
      ['Wait 2 s before stopping (preStop): about 65 → 0 requests fail'],
    );
    const tried = after([{ type: 'tuned', tuning: remedies[0]?.tuning ?? {} }], state);
    assert.equal(tried.shown?.traffic?.lost, 0);
    assert.deepEqual([remediesThatHelp(tried), remediesFor(tried, tried.shown)], [[], []]);
  });

  it('is as long a sleep as the one who sends takes to know, with the grace that needs', () => {
    const state = opened(testScenario({ requests: { dataPlane: 'load-balancer', onTerm: 'drains' } }));
    const [sleep] = state.shown === undefined ? [] : remediesFor(state, state.shown);
    assert.deepEqual(sleep?.tuning, { preStopSleepSeconds: 30, terminationGracePeriodSeconds: 60 });
  });

  it('is nothing where no request fails, or nobody asks', () => {
    for (const state of [opened(), opened(testScenario({ requests: { onTerm: 'serves' } }))])
      assert.deepEqual(state.shown && remediesFor(state, state.shown), []);
  });
});
