import assert from 'node:assert/strict';
import { trafficSentence } from '../../src/engine/traffic/trafficText';
import { trafficViewOf, type TrafficView } from '../../src/engine/traffic/trafficView';
import { simulate } from '../../src/engine/simulation/simulate';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioWith, type Tuning } from '../../webview/model/edits';
import { amount, causesAt, causesThatCount, failingText, shareSteps } from '../../webview/model/requests';
import { testScenario } from '../webview/support/scenarios';
import { after, opened } from './openedState';

function viewOf(scenario: Scenario): TrafficView {
  const view = trafficViewOf(simulate(scenario), scenario);
  assert.ok(view !== undefined);
  return view;
}
const tuned = (tuning: Tuning, scenario: Scenario = testScenario({ requests: {} })): TrafficView =>
  viewOf(scenarioWith(scenario, { tuning, actions: [] }));

describe('Requests in the page', () => {
  const view = viewOf(testScenario({ requests: {} }));

  it('tell what fails now and in all, as the engine counts it', () => {
    assert.deepEqual(causesThatCount(view), ['stopped', 'cut']);
    assert.equal(Math.round(view.failed), 65);
    assert.equal(
      causesAt(view, -1).reduce((sum, { now }) => sum + now, 0),
      0,
    );
    const worst = causesAt(view, view.worst?.t ?? 0).reduce((sum, { now }) => sum + now, 0);
    assert.ok(Math.abs(worst / 100 - (view.worst?.share ?? 0)) < 1e-9);
    assert.match(failingText(view, view.worst?.t ?? 0), /^14 % of the requests to Service web fail\.$/);
    assert.equal(
      failingText(view, 0.5).length > 0,
      causesAt(view, 0.5).some(({ now }) => now > 0),
    );
  });

  it('are followed until the slowest sender has heard of the last change', () => {
    const scenario = testScenario({ requests: { dataPlane: 'load-balancer' } });
    const timeline = simulate(scenario);
    assert.equal(timeline.outcome.kind, 'complete');
    assert.ok(timeline.end >= timeline.outcome.at + 50, `ends at ${timeline.end}, complete at ${timeline.outcome.at}`);
    const late = viewOf(scenario);
    assert.ok(causesThatCount(late).includes('stopped'));
    assert.equal(
      causesAt(late, timeline.end - 1).reduce((sum, { now }) => sum + now, 0),
      0,
    );
    const { traffic: _, ...silent } = scenario;
    assert.ok(simulate(silent).end < timeline.end);
  });

  for (const policy of ['externalTrafficPolicy', 'internalTrafficPolicy'] as const)
    it(`say what is not counted where a Service has ${policy} Local`, () => {
      const scenario = testScenario({ requests: {} });
      const services = (scenario.cluster.services ?? []).map((service) => ({
        ...service,
        spec: { ...service.spec, [policy]: 'Local' },
      }));
      const local = viewOf({ ...scenario, cluster: { ...scenario.cluster, services } });
      assert.match(trafficSentence(local), /^About 65 of .*Its traffic policy is Local: .* is not counted\.$/);
      assert.doesNotMatch(trafficSentence(view), /Local/);
    });

  it('are drawn cause upon cause: the top is all that fails', () => {
    const { times, stacks } = shareSteps(view);
    const top = stacks.at(-1)?.shares ?? new Float64Array();
    times.forEach((t, at) => {
      const all = causesAt(view, t).reduce((sum, { now }) => sum + now, 0) / view.load.requestsPerSecond;
      if (at + 1 < times.length) assert.ok(Math.abs((top[at] as number) - all) < 1e-9, `${t}`);
    });
  });

  for (const [requests, expected] of [
    [0, '0'],
    [0.04, '0'],
    [5.5, '5.5'],
    [9.96, '10'],
    [12_345.6, '12,346'],
  ] as const)
    it(`writes ${requests} as ${expected}`, () => {
      assert.equal(amount(requests), expected);
    });
});

describe('What-ifs about requests', () => {
  it('hold for the pods that run now: those are the ones that stop', () => {
    assert.equal(tuned({ preStopSleepSeconds: 2 }).lost, 0);
    const { workload } = scenarioWith(testScenario(), {
      tuning: { preStopSleepSeconds: 5, terminationGracePeriodSeconds: 60 },
      actions: [],
    });
    for (const version of [workload.before, workload.after]) {
      const spec = version?.spec.template.spec;
      assert.deepEqual(spec?.containers[0]?.lifecycle?.preStop, { sleep: { seconds: 5 } });
      assert.equal(spec.terminationGracePeriodSeconds, 60);
    }
  });

  it('change who sends, and what a process does that is told to stop', () => {
    const { load } = tuned({ dataPlane: 'istio', onTerm: 'drains', keptAlivePercent: 50, requestsPerSecond: 7, podCapacity: 3 });
    assert.deepEqual(
      [load.dataPlane, load.onTerm, load.keptAlive, load.requestsPerSecond, load.podCapacity],
      ['istio', 'drains', 0, 7, 3],
    );
    assert.equal(tuned({ keptAlivePercent: 50 }).load.keptAlive, 0.5);
    assert.equal(tuned({ onTerm: 'serves', terminationGracePeriodSeconds: 5 }).lost, 0);
  });

  it('ask for requests where nobody did, and only where a Service is known', () => {
    const { traffic: _none, ...silent } = testScenario({ requests: {} });
    assert.equal(trafficViewOf(simulate(silent), silent), undefined);
    assert.ok(tuned({ requestsPerSecond: 100 }, silent).failed > 0);
    const alone = scenarioWith(testScenario(), { tuning: { requestsPerSecond: 100 }, actions: [] });
    assert.equal(trafficViewOf(simulate(alone), alone), undefined);
  });

  it('take away a readiness probe, which lets requests come before anybody answers', () => {
    assert.ok(tuned({ readiness: 'none' }).losses.notYet > 0);
  });

  it('that are set back are none', () => {
    const state = after([{ type: 'tuned', tuning: { onTerm: 'drains' } }], opened(testScenario({ requests: {} })));
    assert.equal(state.shown?.traffic?.load.onTerm, 'drains');
    assert.deepEqual(after([{ type: 'tuned', tuning: { onTerm: 'exits', preStopSleepSeconds: 0 } }], state).edits.tuning, {});
  });
});
