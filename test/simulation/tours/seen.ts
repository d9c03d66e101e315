import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DecisionStep, StepOf, DecisionSteps } from '../../../src/engine/controllers/decisions';
import { InsideRecorder } from '../../../src/engine/simulation/inside/insideRecorder';
import type { InsideRow, SyncRow } from '../../../src/engine/simulation/inside/insideRows';
import { insideAt, type InsideState } from '../../../src/engine/simulation/inside/insideState';
import { Rollout } from '../../../src/engine/simulation/rollout';
import { checkScenario } from '../../../src/engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../../src/engine/simulation/scenario/scenario';
import { originOf } from '../../../src/engine/simulation/setUp';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import type { TourName } from '../../../src/shared/tours';

export type Stop = NonNullable<Scenario['tour']>[number];
type RowOf<R extends InsideRow['row']> = Extract<InsideRow, { readonly row: R }>;
type Verdicts<S extends keyof DecisionSteps> = { [V in keyof DecisionSteps[S]]: StepOf<S, V> }[keyof DecisionSteps[S]];

export function scenarioOf(name: TourName): Scenario {
  const file = join(import.meta.dirname, '../../../media/tours', `${name}.rollout.json`);
  return checkScenario(JSON.parse(readFileSync(file, 'utf8')));
}

/** What a tour shows: the whole run, and what is on show at each of its stops. */
export class Seen {
  readonly scenario: Scenario;
  readonly rows: readonly InsideRow[];
  readonly timeline: Timeline;

  constructor(scenario: Scenario) {
    this.scenario = scenario;
    const probe = new InsideRecorder(originOf(scenario));
    const rollout = new Rollout(scenario, { probe });
    while (rollout.advance(Infinity));
    this.rows = probe.recording().rows;
    this.timeline = rollout.timeline();
  }

  of<R extends InsideRow['row']>(name: R): RowOf<R>[] {
    return this.rows.filter((row): row is RowOf<R> => row.row === name && row.t >= 0);
  }

  stop(index: number): Stop {
    const stop = this.scenario.tour?.[index];
    assert.ok(stop, `stop ${index}`);
    return stop;
  }

  /** Without a step: the machine after all that happened until then. */
  state(index: number): InsideState {
    return insideAt(this.rows, this.stop(index).at);
  }

  /** With a step: the first sync from then on that takes it. */
  sync(index: number): SyncRow {
    const { at, machine, key, step } = this.stop(index);
    let begins = 0;
    for (const row of this.of('sync')) {
      if (row.queue !== machine || (key !== undefined && row.key !== key)) continue;
      if (row.phase === 'begin') begins = row.t;
      else if (begins >= at && row.steps?.some((each) => each.step === step && each.state === 'taken') === true) return row;
    }
    assert.fail(`no sync takes ${step ?? 'no step'} from ${at} s on`);
  }

  /** What that sync has decided in a step. */
  decided<S extends keyof DecisionSteps>(index: number, step: S): Verdicts<S> {
    const found = (this.sync(index).decided ?? []).find((each: DecisionStep) => each.step === step);
    assert.ok(found, `${step} has decided nothing at stop ${index}`);
    return found as Verdicts<S>;
  }

  /** Why a step was skipped then. */
  skipped(index: number, step: string): string {
    const found = this.sync(index).steps?.find((each) => each.step === step);
    assert.equal(found?.state, 'skipped');
    return found.why ?? '';
  }

  /** What is awaited of a key. */
  awaited(index: number, controller: 'replicaset' | 'daemonset', key: string): { adds: number; deletes: number } {
    const found = this.state(index).expectations.get(controller)?.get(key);
    assert.ok(found);
    return found;
  }

  requests(verb: 'create' | 'delete', from = 0, to = Infinity): RowOf<'request'>[] {
    return this.of('request').filter((row) => row.verb === verb && row.t >= from && row.t <= to);
  }
}
