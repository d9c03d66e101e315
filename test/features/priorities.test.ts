import assert from 'node:assert/strict';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets, type SimulationTarget } from '../../src/features/simulationTarget';
import { analyzed, deployment, object } from './support';

function simulated(className: string, ...others: readonly string[]): { readonly notes: string; readonly classes: string } {
  const pod = className === '' ? {} : { priorityClassName: className };
  const analysis = analyzed(deployment({}, pod), { others });
  const simulation = simulationOf(analysis, simulationTargets(analysis)[0] as SimulationTarget);
  assert.ok(simulation.problem === undefined, simulation.problem?.message);
  const { priorityClasses = [] } = simulation.scenario.cluster;
  return {
    notes: simulation.notes.join(' '),
    classes: priorityClasses.map(({ metadata, value }) => `${metadata.name} ${value}`).join(),
  };
}

function priorityClass(name: string, value: number, globalDefault = false): string {
  return object('PriorityClass', 'scheduling.k8s.io/v1', name, {}, { value, globalDefault });
}

const UNKNOWN = /PriorityClass high is in no file: taken as no priority, which is not known\./;

describe('The PriorityClass of a workload', () => {
  it('is found in the workspace, and its file is named', () => {
    const { notes, classes } = simulated('high', priorityClass('high', 1000), priorityClass('other', 5));
    assert.equal(classes, 'high 1000');
    assert.match(notes, /Taken into account: PriorityClass high \(other-0\.yaml\)\./);
    assert.doesNotMatch(notes, UNKNOWN);
  });

  it('is not known when no file describes it', () => {
    const { notes, classes } = simulated('high', priorityClass('other', 5));
    assert.equal(classes, 'high 0');
    assert.match(notes, UNKNOWN);
  });

  it('needs no file when it is built in', () => {
    assert.deepEqual(simulated('system-node-critical').classes, '');
  });

  it('is the default one where none is named', () => {
    assert.equal(simulated('', priorityClass('usual', 5, true), priorityClass('other', 7)).classes, 'usual 5');
  });
});
