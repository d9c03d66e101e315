import { formulaOf, sentenceOf, type Formula } from '../../../src/engine/simulation/words/describeDecision';
import type { Timeline } from '../../../src/engine/simulation/timeline/timeline';
import type { Tuning } from '../../model/edits';
import type { Step } from '../../model/happenings';
import type { State } from '../../model/state';
import { h } from '../../ui/dom';

/** What a part of the panel can ask for. */
export interface WhyActions {
  readonly seek: (t: number) => void;
  readonly selectPod: (pod: number | undefined) => void;
  readonly tune: (tuning: Tuning) => void;
}

/** One section of the panel: its key says what it shows, and only another key makes it redraw. */
export interface WhyPart {
  readonly element: HTMLElement;
  readonly key: (timeline: Timeline, t: number, state: State) => string;
  readonly draw: (timeline: Timeline, t: number, state: State) => void;
}

export function link(text: string, run: () => void): HTMLElement {
  return h('button', { class: 'link', onclick: run }, text);
}

export const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A step of a sync: the function, its formula with the numbers filled in, and what follows in words. */
export function stepBlock(step: Step, more?: HTMLElement | false): HTMLElement {
  const formula = formulaOf(step);
  return h(
    'div',
    { class: 'step' },
    h('code', { class: 'step-name' }, step.step),
    formula !== undefined && formulaLine(formula),
    h('p', {}, `${sentenceCase(sentenceOf(step))}.`),
    more,
  );
}

function formulaLine({ target, parts, result }: Formula): HTMLElement {
  return h(
    'code',
    { class: 'formula' },
    target !== undefined && `${target} = `,
    ...parts.flatMap((part) => (typeof part === 'string' ? [part] : [`${part[0]} `, h('b', {}, part[1])])),
    ...(result === undefined ? [] : [' = ', h('b', { class: 'outcome' }, result)]),
  );
}
