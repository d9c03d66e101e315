import type { Machine } from '../../../src/model/stations';
import type { Chosen, StageState } from './stageState';
import { stationOf, type Look, type StationView } from './stationViews';
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

/** Where something has just happened, or what the stop of a tour is about. */
export function activeStations({ scenario, stop, place }: StageState, { recorded, position }: Look): ReadonlySet<string> {
  const about = scenario?.tour?.[stop];
  if (about !== undefined && place === position) return new Set([about.station]);
  const row = recorded.rows[position.row];
  const active = new Set<string>(row === undefined ? [] : [stationOf(row)]);
  if (position.step !== undefined) active.add('sync');
  if (row?.row === 'write') active.add('apiServer');
  if (row?.row === 'watch') active.add('caches');
  return active;
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
  const section = station === 'sync' ? 'worker' : views.find((view) => view.station === station)?.section;
  return ofSection(section ?? 'work-queue');
}
