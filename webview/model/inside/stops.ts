import type { TourStop } from '../../../src/engine/simulation/scenario/tourForm';
import type { Machine } from '../../../src/model/stations';
import { stepPositions, type Position } from './position';
import { countUntil, machineOf, type Recorded } from './recording';

/** Where a stop of a tour is; undefined: this run never gets there. */
export function placeOfStop(recorded: Recorded, { at, machine, key, step }: TourStop): Position | undefined {
  if (step === undefined) return { row: countUntil(recorded.rows, at) - 1 };
  for (const span of recorded.syncs) {
    if ((recorded.rows[span.begin]?.t ?? 0) < at - NEARLY) continue;
    if ((machine ?? machineOf(span.queue)) !== machineOf(span.queue) || (key ?? span.key) !== span.key) continue;
    const found = stepPositions(recorded, span).find((place) => span.steps[place.step ?? -1]?.step === step);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the run never comes to what the stop is about, its moment is shown. */
export function placeToShow(recorded: Recorded, stop: TourStop): Position | undefined {
  const { step: _unknown, ...moment } = stop;
  return placeOfStop(recorded, stop) ?? placeOfStop(recorded, moment);
}

/** Seconds in a file are rounded. */
const NEARLY = 0.0005;

const OF_STATION: Readonly<Partial<Record<TourStop['station'], Machine>>> = { scheduler: 'scheduler', kubelets: 'kubelets' };

/** Whose machine a stop shows; undefined: whichever is on show. */
export const machineOfStop = ({ machine, station }: TourStop): Machine | undefined => machine ?? OF_STATION[station];
