import type { Candidate, SearchAnswer, SearchQuestion } from '../../src/engine/simulation/batch/strategySearch';
import type { Scenario } from '../../src/engine/simulation/scenario/scenario';
import { placeOf, type MapAxes } from './strategyMap';

/** A search for a strategy, as far as it has come. */
export interface Search {
  readonly scenario: Scenario;
  readonly question: SearchQuestion;
  readonly played: number;
  /** As far as is known: who is promising is seen after the first look. */
  readonly all: number;
  readonly running: boolean;
  readonly answer: SearchAnswer | undefined;
  readonly problem: string | undefined;
}

/** What a search varies makes no other question. */
const VARIED = new Set(['strategy', 'updateStrategy', 'minReadySeconds', 'seed']);

export function isSameSearch({ scenario }: Search, other: Scenario): boolean {
  const text = (of: Scenario): string => JSON.stringify(of, (key, value: unknown) => (VARIED.has(key) ? undefined : value));
  return scenario === other || text(scenario) === text(other);
}

/** The strategies that are worth considering; of a search without an answer none. */
export function foundBy(search: Search | undefined): readonly Candidate[] {
  return search?.answer?.frontier ?? [];
}

/** Where they are on the map, and which of them was chosen. */
export function placesOf(
  search: Search | undefined,
  map: { readonly axes: MapAxes; readonly scenario: Scenario },
): ReadonlyMap<number, 'front' | 'chosen'> {
  const places = new Map<number, 'front' | 'chosen'>();
  for (const candidate of foundBy(search)) {
    const place = placeOf(map, candidate.strategy);
    const isChosen = candidate === search?.answer?.chosen;
    if (place !== undefined && (isChosen || !places.has(place))) places.set(place, isChosen ? 'chosen' : 'front');
  }
  return places;
}
