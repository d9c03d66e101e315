import assert from 'node:assert/strict';
import { pageTexts } from '../../scripts/lib/controllers/pageTexts.mjs';
import { READS } from '../../src/engine/simulation/inside/insideRows';
import type { Machine } from '../../src/model/stations';
import { MachineReader } from '../../webview/model/inside/machineState';
import { stepFrom, type Position } from '../../webview/model/inside/position';
import { machineOf } from '../../webview/model/inside/recording';
import { stationsAt } from '../../webview/model/inside/stations';
import { syncAt } from '../../webview/model/inside/syncView';
import { linksOf, topicOfStep } from '../../webview/model/inside/texts';
import { toldAt, type Shown } from '../../webview/model/inside/told';
import { TRAPS } from '../../webview/traps/traps';
import { recordedTrap } from '../webviewUnit/insideRecording';

const TEXTS = pageTexts();
const recorded = recordedTrap('defaults');

function shownAt(machine: Machine, position: Position): Shown {
  const look = { recorded, state: new MachineReader(recorded).after(position.row + 1), position, machine };
  return { look, views: stationsAt(look), sync: syncAt(look) };
}

describe('The texts of the stage', () => {
  const steps = new Map<string, Set<string>>();
  for (const { id } of TRAPS)
    for (const { queue, steps: taken } of recordedTrap(id).syncs)
      for (const { step } of taken) steps.set(machineOf(queue), (steps.get(machineOf(queue)) ?? new Set<string>()).add(step));

  it('speak of every step of every sync, and lead to its lines and to our file', () => {
    assert.deepEqual([...steps.keys()].toSorted(), Object.keys(READS).toSorted());
    for (const machine of Object.keys(READS) as (keyof typeof READS)[])
      for (const step of steps.get(machine) ?? []) {
        const topic = topicOfStep(TEXTS, machine, step);
        assert.ok(topic !== undefined && topic.section.text.length > 80, `${machine} ${step}`);
        const { kubernetes, ours } = linksOf(topic.source, TEXTS.tag);
        assert.match(kubernetes?.href ?? '', /\/blob\/v1\.36\.4\/pkg\/controller\/.*\.go#L\d+-L\d+$/, step);
        assert.match(ours.href, /\/src\/engine\/controllers\/.*\.ts$/, step);
      }
  });

  it('speak of every station', () => {
    for (const machine of recorded.machines)
      for (const { section, id } of shownAt(machine, { row: 500 }).views)
        assert.ok(TEXTS.sections[section] !== undefined, `${machine} ${id}: ${section}`);
  });

  it('lead to each other only where there is something', () => {
    for (const { text, trap = '', changed = '' } of Object.values(TEXTS.sections))
      for (const [, anchor = ''] of `${text} ${trap} ${changed}`.matchAll(/\]\(#([^)]+)\)/g))
        assert.ok(anchor in TEXTS.sections, anchor);
  });

  it('are told of the step at hand, of what was chosen, else of the station where something happens', () => {
    const first = stepFrom(recorded, { row: 400 }, { size: 'step', machine: 'deployment' }, 1) ?? assert.fail('no step');
    const told = toldAt(TEXTS, undefined, shownAt('deployment', first));
    assert.equal(told?.topic.title, told?.step?.name);
    assert.equal(told?.step?.phase, 'current');
    assert.equal(toldAt(TEXTS, { section: 'slow-start' }, shownAt('deployment', first))?.topic.title, 'Slow start');
    const row = recorded.rows.findIndex((each) => each.row === 'watch' && each.t > 1);
    assert.equal(toldAt(TEXTS, undefined, shownAt('deployment', { row }))?.topic.title, 'Watch and informer');
  });

  it('are told of the machine on show where another one was the last to do something', () => {
    const row = recorded.rows.findIndex((each) => each.row === 'queue' && each.t > 1);
    const sections = (['replicaset', 'scheduler', 'kubelets'] as const).map(
      (machine) => toldAt(TEXTS, undefined, shownAt(machine, { row }))?.topic.section,
    );
    assert.deepEqual(sections, [
      TEXTS.sections['work-queue'],
      TEXTS.sections['scheduler-queue'],
      TEXTS.sections['kubelet-worker'],
    ]);
  });
});
