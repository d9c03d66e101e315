import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { RunCollector, type ManyRuns } from '../../src/engine/simulation/batch/statistics';
import { simulateMany } from '../../src/engine/simulation/batch/simulateMany';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { scenarioFor } from '../../src/engine/simulation/scenario/scenarioFor';
import { OddsRunner } from '../../webview/link/oddsRunner';
import { RunPool } from '../../webview/link/runPool';
import type { Event } from '../../webview/model/events';
import { deployment } from '../simulation/support';
import { fakeWorkers } from './fakeWorkers';

const SCENARIO: Scenario = {
  ...scenarioFor(deployment(3), { cluster: { nodeCount: 2 } }),
  behavior: { default: { start: { min: 1, max: 30 } } },
};
const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

function played(pool: RunPool): Promise<{ readonly collector: RunCollector; readonly problem: string | undefined }> {
  const collector = new RunCollector();
  const onFigures = (figures: Parameters<Parameters<RunPool['play']>[0][number]['onFigures']>[0]): void => {
    for (const run of figures) collector.add(run);
  };
  return new Promise((resolve) => {
    pool.play([{ scenario: SCENARIO, seeds: SEEDS, onFigures }], (problem) => {
      resolve({ collector, problem });
    });
  });
}

describe('the pool of workers', () => {
  let expected: ManyRuns;
  before(() => {
    const collector = new RunCollector();
    simulateMany(SCENARIO, SEEDS, (figures) => {
      collector.add(figures);
    });
    expected = collector.summary();
  });

  for (const { size, delayMs, name } of [
    { size: 1, delayMs: () => 0, name: 'one worker' },
    { size: 2, delayMs: (reply: number) => (reply * 7) % 5, name: 'two, in changing order' },
    { size: 4, delayMs: (reply: number) => (reply * 13) % 11, name: 'four, in changing order' },
  ]) {
    it(`comes to what one thread comes to: ${name}`, async () => {
      const { workers, create } = fakeWorkers(delayMs);
      const { collector, problem } = await played(new RunPool(create, size));
      assert.equal(problem, undefined);
      assert.deepEqual(collector.summary(), expected);
      assert.equal(workers.length, size);
      assert.ok(workers.every(({ heard }) => heard.length > 0));
    });
  }

  it('has four workers at most, however many cores there are', async () => {
    const { workers, create } = fakeWorkers(() => 0);
    await played(new RunPool(create, 16));
    assert.equal(workers.length, 4);
  });

  it('plays what is asked later in place of what it is at, and says nothing more of that', async () => {
    const { create } = fakeWorkers(() => 2);
    const pool = new RunPool(create, 2);
    let told = 0;
    const other = { ...SCENARIO, seed: 99 };
    pool.play([{ scenario: other, seeds: SEEDS, onFigures: () => told++ }], () => told++);
    const { collector } = await played(pool);
    assert.deepEqual(collector.summary(), expected);
    assert.equal(told, 0);
  });

  it('lets go of workers that are busy when it is canceled, and goes on with others', async () => {
    const { workers, create } = fakeWorkers(() => 2);
    const pool = new RunPool(create, 2);
    let told = 0;
    pool.play([{ scenario: SCENARIO, seeds: SEEDS, onFigures: () => told++ }], () => told++);
    pool.cancel();
    await pause(20);
    assert.equal(told, 0);
    assert.deepEqual(
      workers.map(({ isTerminated }) => isTerminated),
      [true, true],
    );
    const { collector } = await played(pool);
    assert.deepEqual(collector.summary(), expected);
  });

  it('says why a scenario cannot be played', async () => {
    const { create } = fakeWorkers(() => 0);
    const broken: Scenario = { ...SCENARIO, limits: { maxSteps: 10 } };
    const problem = await new Promise<string | undefined>((resolve) => {
      new RunPool(create, 2).play([{ scenario: broken, seeds: SEEDS, onFigures: () => undefined }], resolve);
    });
    assert.match(problem ?? '', /more than 10 steps/);
  });

  it('has nothing to do where nothing is asked', async () => {
    const { create } = fakeWorkers(() => 0);
    const problem = await new Promise((resolve) => {
      new RunPool(create, 2).play([], resolve);
    });
    assert.equal(problem, undefined);
  });
});

describe('the odds', () => {
  /** What the page hears until all is played. */
  function heard(runner: (dispatch: (event: Event) => void) => OddsRunner, runs: number): Promise<readonly Event[]> {
    return new Promise((resolve) => {
      const events: Event[] = [];
      runner((event) => {
        events.push(event);
        if (event.type === 'oddsEnded') resolve(events);
      }).play(SCENARIO, runs);
    });
  }
  const summaries = (events: readonly Event[]): readonly ManyRuns[] =>
    events.flatMap((event) => (event.type === 'oddsKnown' ? [event.summary] : []));

  it('have their first picture at once where somebody was about to ask, and come to the same', async () => {
    const { create } = fakeWorkers(() => 0);
    const fresh = await heard((dispatch) => new OddsRunner(new RunPool(create, 2), dispatch), 150);
    const pool = new RunPool(create, 2);
    let dispatch: (event: Event) => void = () => assert.fail('nothing is told before it is asked');
    const runner = new OddsRunner(pool, (event) => {
      dispatch(event);
    });
    runner.prepare(SCENARIO, 100, true);
    while (pool.isBusy) await pause(5);
    const prepared = await heard((told) => {
      dispatch = told;
      return runner;
    }, 150);
    assert.deepEqual(
      prepared.slice(0, 3).map(({ type }) => type),
      ['oddsStarted', 'oddsProgressed', 'oddsKnown'],
    );
    assert.equal(summaries(prepared)[0]?.runs, 100);
    assert.deepEqual(summaries(prepared).at(-1), summaries(fresh).at(-1));
  });

  it('take over what was played ahead as far as it goes, and of another scenario nothing', async () => {
    const { create } = fakeWorkers(() => 1);
    const told: Event[] = [];
    const done = new Promise<void>((resolve) => {
      const runner = new OddsRunner(new RunPool(create, 2), (event) => {
        told.push(event);
        if (event.type === 'oddsEnded') resolve();
      });
      runner.prepare({ ...SCENARIO, behavior: { default: { start: 1 } } }, 100, true);
      runner.prepare(SCENARIO, 100, false);
      runner.play(SCENARIO, SEEDS.length);
    });
    await done;
    const collector = new RunCollector();
    const seeds = SEEDS.map((_, index) => SCENARIO.seed + index);
    simulateMany(SCENARIO, seeds, (figures) => {
      collector.add(figures);
    });
    assert.deepEqual(summaries(told).at(-1), collector.summary());
  });

  it('go on with what is being played ahead: no run is played twice', async () => {
    const { workers, create } = fakeWorkers(() => 1);
    const told: Event[] = [];
    const done = new Promise<void>((resolve) => {
      const runner = new OddsRunner(new RunPool(create, 1), (event) => {
        told.push(event);
        if (event.type === 'oddsEnded') resolve();
      });
      runner.prepare(SCENARIO, 120, false);
      setTimeout(() => {
        runner.play(SCENARIO, 150);
      }, 5);
    });
    await done;
    const collector = new RunCollector();
    const seeds = Array.from({ length: 150 }, (_, index) => SCENARIO.seed + index);
    simulateMany(SCENARIO, seeds, (figures) => {
      collector.add(figures);
    });
    assert.deepEqual(summaries(told).at(-1), collector.summary());
    const progress = told.flatMap((event) => (event.type === 'oddsProgressed' ? [event.played] : []));
    assert.deepEqual([progress.toSorted((a, b) => a - b), progress.at(-1)], [progress, 150]);
    const levers = 2 * 24;
    assert.equal(
      workers.reduce((sum, { runs }) => sum + runs, 0),
      150 + levers,
    );
  });

  it('are played ahead by one worker alone, and by all as soon as somebody asks', async () => {
    const { workers, create } = fakeWorkers(() => 1);
    const arePlaying = (): readonly boolean[] => workers.map(({ runs }) => runs > 0);
    let ahead: readonly boolean[] = [];
    await new Promise<void>((resolve) => {
      const runner = new OddsRunner(new RunPool(create, 2), ({ type }) => {
        if (type === 'oddsEnded') resolve();
      });
      runner.prepare(SCENARIO, 150, false);
      setTimeout(() => {
        ahead = arePlaying();
        runner.play(SCENARIO, 150);
      }, 5);
    });
    assert.deepEqual(
      [ahead, arePlaying()],
      [
        [true, false],
        [true, true],
      ],
    );
  });

  it('leave what nobody has asked for as soon as the question changes, and keep their workers', async () => {
    const { workers, create } = fakeWorkers(() => 1);
    const pool = new RunPool(create, 2);
    const runner = new OddsRunner(pool, () => assert.fail('nothing is told'));
    runner.prepare(SCENARIO, 1000, false);
    await pause(10);
    runner.leaveAhead();
    assert.ok(!pool.isBusy);
    await pause(100);
    const played = workers.map(({ runs }) => runs);
    await pause(100);
    assert.deepEqual(
      workers.map(({ runs }) => runs),
      played,
    );
    assert.ok(workers.every(({ isTerminated }) => !isTerminated));
  });

  it('are not left to themselves where another question is being answered', async () => {
    const { create } = fakeWorkers(() => 1);
    const pool = new RunPool(create, 1);
    const events = await heard((dispatch) => {
      const runner = new OddsRunner(pool, dispatch);
      setTimeout(() => {
        runner.leaveAhead();
        runner.prepare({ ...SCENARIO, seed: 500 }, 100, true);
      }, 5);
      return runner;
    }, 60);
    assert.equal(summaries(events).at(-1)?.runs, 60);
  });
});
