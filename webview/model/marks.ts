import { actionWords } from '../../src/engine/simulation/scenario/actionWords';
import { sentenceOf } from '../../src/engine/simulation/words/describeDecision';
import type { Timeline } from '../../src/engine/simulation/timeline/timeline';
import { formatMoment } from '../../src/model/words';
import { decisionGroups, isNotable } from './happenings';

const MOST_LINES = 6;

/** What the markers between two moments stand for, in words: edits and faults first, then conditions, then decisions. */
export function marksBetween(timeline: Timeline, from: number, to: number): string[] {
  const isNear = ({ t }: { readonly t: number }): boolean => t >= from && t <= to;
  const lines = [
    ...timeline.markers
      .filter(isNear)
      .map(
        ({ t, source, problem }) =>
          `${formatMoment(t, true)} ${actionWords(source)}${problem === undefined ? '' : ` — no effect: ${problem}`}`,
      ),
    ...timeline.conditions
      .filter(isNear)
      .map(({ t, type, status, reason }) => `${formatMoment(t, true)} ${type}=${status} ${reason}`),
    ...decisionGroups(timeline)
      .filter((group) => group.to >= from && group.from <= to)
      .map((group) => {
        const step = group.decisions.flatMap(({ steps }) => steps).find(isNotable);
        return `${formatMoment(group.to, true)} ${step === undefined ? (group.decisions[0]?.error ?? '') : sentenceOf(step)}`;
      }),
  ];
  return lines.length > MOST_LINES ? [...lines.slice(0, MOST_LINES), `and ${lines.length - MOST_LINES} more`] : lines;
}
