import { linksOf, type ControllerTexts, type Topic } from '../model/inside/texts';
import type { StepView } from '../model/inside/syncView';
import type { Told } from '../model/inside/told';
import type { InsideParts } from '../link/inside';
import { h } from '../ui/dom';
import { markdown } from './markdown';

/** The words about a step or a station: where it is written, its formula with the numbers of the moment, and the trap. */
export class About {
  readonly element = h('div', { class: 'about' });
  readonly #texts: ControllerTexts;
  readonly #stepBlock: InsideParts['stepBlock'];
  readonly #follow: (anchor: string) => void;
  #drawn = '';

  constructor(texts: ControllerTexts, stepBlock: InsideParts['stepBlock'], follow: (anchor: string) => void) {
    this.#texts = texts;
    this.#stepBlock = stepBlock;
    this.#follow = follow;
  }

  draw(told: Told | undefined): void {
    const drawn = JSON.stringify([told?.topic.title, told?.machine, told?.step]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.element.replaceChildren(...(told === undefined ? [] : this.#content(told)));
  }

  #content({ topic, step }: Told): (HTMLElement | string)[] {
    const { title, isFunction, section, source } = topic;
    const { text, formula, trap, changed } = section;
    const name = isFunction ? h('code', {}, title) : title;
    const decided = step?.decided ?? [];
    const words = (written: string): HTMLElement[] => markdown(written, this.#follow);
    return [
      h('h2', { class: 'about-title' }, name, section.title !== title && h('span', { class: 'aside' }, ` · ${section.title}`)),
      ...(step === undefined || step.state === 'taken' ? [] : [h('p', { class: 'aside' }, outcomeOf(step))]),
      ...decided.map((each) => h('div', { class: 'decision is-current' }, this.#stepBlock(each))),
      ...words(text),
      ...(formula === undefined || decided.length > 0 ? [] : [h('p', { class: 'formula' }, h('code', {}, formula))]),
      ...(trap === undefined ? [] : [h('div', { class: 'trap-note' }, h('h3', {}, 'Trap'), ...words(trap))]),
      ...(changed === undefined
        ? []
        : [h('details', {}, h('summary', {}, 'What older descriptions have otherwise'), ...words(changed))]),
      this.#links(source),
    ];
  }

  #links(source: Topic['source']): HTMLElement {
    const { kubernetes, ours } = linksOf(source, this.#texts.tag);
    return h(
      'p',
      { class: 'sources' },
      ...(kubernetes === undefined
        ? []
        : [`Kubernetes ${this.#texts.tag}: `, h('a', { href: kubernetes.href }, kubernetes.label), h('br')]),
      'here: ',
      h('a', { href: ours.href }, ours.label),
    );
  }
}

function outcomeOf({ state, why = 'a step before it says why' }: StepView): string {
  return `${state === 'skipped' ? 'Not taken in this sync' : 'Nobody knows whether it was taken'}: ${why}.`;
}
