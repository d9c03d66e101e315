import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario } from '../../src/shared/scenarioFile';
import { placeOfStop } from '../../webview/model/inside/stops';
import { INITIAL_STAGE, reduceStage } from '../../webview/model/inside/stageState';
import { MachineReader } from '../../webview/model/inside/machineState';
import { stationsAt } from '../../webview/model/inside/stations';
import { recordingOf } from './insideRecording';

const FOLDER = 'media/tours';

describe('The tours of the product on the stage', () => {
  for (const file of readdirSync(FOLDER))
    it(`come to each of their stops, at a station that is on show: ${file}`, () => {
      const { scenario } = parseScenario(readFileSync(`${FOLDER}/${file}`, 'utf8'));
      const { tour = [] } = scenario ?? {};
      if (scenario === undefined || tour.length === 0) assert.fail('it is no tour');
      const recorded = recordingOf(scenario);
      const reader = new MachineReader(recorded);
      let state = reduceStage(INITIAL_STAGE, { type: 'recorded', scenario, recorded });
      for (const [stop, { station, at }] of tour.entries()) {
        const what = `stop ${stop + 1} at ${at}`;
        assert.notEqual(placeOfStop(recorded, tour[stop] ?? assert.fail()), undefined, what);
        state = reduceStage(state, { type: 'stopShown', stop });
        const position = state.place ?? assert.fail(what);
        const look = { recorded, state: reader.after(position.row + 1), position, machine: state.machine };
        const views = stationsAt(look);
        const shown = new Set<string>(['sync', ...views.map((view) => view.station)]);
        const slowStart = views.find((view) => view.station === 'slowStart');
        if (station === 'slowStart') assert.ok((slowStart?.items.length ?? 0) > 0, `${what}: its batches are to be seen`);
        assert.ok(shown.has(station), `${what}: ${station} is not among ${[...shown].join(', ')}`);
      }
    });
});
