import type { TourStop } from '../../../src/engine/simulation/scenario/tourForm';
import type { Machine, Station } from '../../../src/model/stations';
import type { Position } from './position';
import type { Recorded } from './recording';
import type { Chosen, StageState } from './stageState';
import { stationOf, type Look, type StationView } from './stationViews';
import { placeToShow } from './stops';
import type { StepView, SyncView } from './syncView';
import { topicOfSection, topicOfStep, type ControllerTexts, type Topic } from './texts';

/** All that is on show of a machine at a place. */
export interface Shown {
  readonly look: Look;
  readonly views: readonly StationView[];
  readonly sync: SyncView | undefined;
}

/** What is told of. */
export interface Told {
  readonly topic: Topic;
  readonly machine: Machine;
  /** Of a step: what came of it in the sync on show. */
  readonly step: StepView | undefined;
}

/** What a step is about, beside the sync that it is part of. */
const STATION_OF_STEP: Readonly<Record<string, Station>> = { SatisfiedExpectations: 'expectations', slowStartBatch: 'slowStart' };

/** Where something has just happened, or what the stop of a tour is about; at a step its sync and what it is about. */
export function activeStations(state: StageState, { recorded, position }: Look): ReadonlySet<string> {
  const active = new Set<string>();
  const taken = recorded.syncs[recorded.syncOf[position.row] ?? -1]?.steps[position.step ?? -1]?.step;
  if (taken !== undefined) active.add('sync').add(STATION_OF_STEP[taken] ?? 'sync');
  const stop = stopAt(state, recorded, position);
  if (stop !== undefined) return active.add(stop.station);
  const row = recorded.rows[position.row];
  if (row !== undefined) active.add(stationOf(row));
  if (row?.row === 'write') active.add('apiServer');
  if (row?.row === 'watch') active.add('caches');
  return active;
}

/** The stop of the tour, as long as nobody has gone on from it. */
function stopAt({ scenario, stop, place }: StageState, recorded: Recorded, position: Position): TourStop | undefined {
  const shown = scenario?.tour?.[stop];
  const there = shown === undefined || place !== position ? undefined : placeToShow(recorded, shown);
  return there?.row === position.row && there.step === position.step ? shown : undefined;
}

/** What was chosen; else the step at hand, else the station where something has happened. */
export function toldAt(texts: ControllerTexts, chosen: Chosen | undefined, { look, views, sync }: Shown): Told | undefined {
  const { machine, recorded, position } = look;
  const ofSection = (section: string): Told | undefined => {
    const topic = topicOfSection(texts, section);
    return topic && { topic, machine, step: undefined };
  };
  if (chosen !== undefined && 'section' in chosen) return ofSection(chosen.section);
  const current = sync?.steps[sync.current ?? -1];
  const name = chosen?.step ?? current?.name;
  if (name !== undefined) {
    const topic = topicOfStep(texts, machine, name);
    const step = current?.name === name ? current : sync?.steps.find((each) => each.name === name);
    return topic && { topic, machine, step };
  }
  const row = recorded.rows[position.row];
  const station = row === undefined ? 'queue' : stationOf(row);
  if (station === 'sync' && sync !== undefined) return ofSection('worker');
  // Beside the scheduler or the kubelets a controller may have been the last to do something.
  const { section } = views.find((view) => view.station === station) ?? views.find((view) => view.station === machine) ?? {};
  return ofSection(section ?? 'work-queue');
}
