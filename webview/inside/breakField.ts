import type { Machine } from '../../src/model/stations';
import { BREAK_WORDS, BREAKS, breaks, choices, type BreakKind, type BreakOn } from '../model/inside/breakOn';
import type { Position } from '../model/inside/position';
import type { Recorded } from '../model/inside/recording';
import type { StageEvent, StageState } from '../model/inside/stageState';
import { counted } from '../../src/model/words';
import type { InsideParts } from '../link/inside';
import { h, setHidden, setText } from '../ui/dom';

type Controls = Pick<InsideParts, 'button' | 'select'>;
const ANY = '';
const CONTROLLERS: readonly Machine[] = ['deployment', 'replicaset', 'daemonset'];

/** What to wait for, with ways to the next such place and to the one before. */
export class BreakField {
  readonly element = h('div', { class: 'break-on' });
  readonly #controls: Controls;
  readonly #dispatch: (event: StageEvent) => void;
  readonly #moment: () => number;
  readonly #fields = h('div', { class: 'break-fields' });
  readonly #count = h('p', { class: 'aside' });
  readonly #armed = h('input', { type: 'checkbox' });
  readonly #buttons: readonly (HTMLElement & { disabled: boolean })[];
  #drawn: readonly unknown[] = [];
  /** Where it breaks: found once for each question. */
  places: readonly Position[] = [];

  constructor(controls: Controls, dispatch: (event: StageEvent) => void, moment: () => number) {
    this.#controls = controls;
    this.#dispatch = dispatch;
    this.#moment = moment;
    const go = (label: string, id: string, direction: 1 | -1): HTMLElement & { disabled: boolean } =>
      controls.button({
        label,
        id,
        onClick: () => {
          dispatch({ type: 'brokeTo', direction, t: this.#moment() });
        },
      });
    this.#buttons = [go('◀ Previous', 'break-back', -1), go('Next ▶', 'break-next', 1)];
    this.#armed.addEventListener('change', () => {
      dispatch({ type: 'armed', isArmed: this.#armed.checked });
    });
    this.element.append(
      this.#fields,
      this.#count,
      h('div', { class: 'break-row' }, ...this.#buttons, h('label', { class: 'check' }, this.#armed, 'stop play there')),
    );
  }

  draw({ recorded, breakOn, isArmed }: StageState): void {
    this.#armed.checked = isArmed;
    if (this.#drawn[0] === recorded && this.#drawn[1] === breakOn) return;
    this.#drawn = [recorded, breakOn];
    this.places = recorded === undefined ? [] : breaks(recorded, breakOn);
    const needsName = breakOn.kind === 'step' || breakOn.kind === 'verdict';
    const isOpen = needsName && breakOn.name === undefined;
    setText(this.#count, isOpen ? `Choose which ${breakOn.kind}.` : `${counted(this.places.length, 'place')} in this run`);
    for (const button of this.#buttons) button.disabled = this.places.length === 0;
    if (recorded !== undefined) this.#drawFields(recorded, breakOn);
    setHidden(this.element, recorded === undefined);
  }

  /** The focus stays on the field of the same name. */
  #drawFields(recorded: Recorded, breakOn: BreakOn): void {
    const focused = document.activeElement?.id;
    const { keys, steps, verdicts } = choices(recorded, breakOn.machine);
    const set = (change: Partial<BreakOn>): void => {
      this.#dispatch({ type: 'breakSet', breakOn: { ...breakOn, ...change } });
    };
    const names = breakOn.kind === 'step' ? steps : breakOn.kind === 'verdict' ? verdicts : [];
    const any = (what: string): readonly [string, string] => [ANY, what];
    this.#fields.replaceChildren(
      this.#choice(
        'Break on',
        BREAKS.map((kind) => [kind, BREAK_WORDS[kind]]),
        breakOn.kind,
        (kind) => {
          set({ kind: kind as BreakKind, name: undefined });
        },
      ),
      ...(names.length === 0
        ? []
        : [
            this.#choice('Which', [any(`choose a ${breakOn.kind}`), ...named(names)], breakOn.name ?? ANY, (name) => {
              set({ name: name === ANY ? undefined : name });
            }),
          ]),
      this.#choice(
        'Controller',
        [any('any'), ...named(CONTROLLERS.filter((each) => recorded.machines.includes(each)))],
        breakOn.machine ?? ANY,
        (machine) => {
          set({ machine: machine === ANY ? undefined : (machine as Machine), key: undefined });
        },
      ),
      this.#choice('Key', [any('any'), ...named(keys)], breakOn.key ?? ANY, (key) => {
        set({ key: key === ANY ? undefined : key });
      }),
    );
    if (focused !== undefined && focused !== '') document.getElementById(focused)?.focus();
  }

  #choice(
    label: string,
    options: readonly (readonly [string, string])[],
    value: string,
    onChange: (value: string) => void,
  ): HTMLElement {
    const field = this.#controls.select({
      label,
      options: options.map(([each, words]) => ({ value: each, label: words })),
      value,
      onChange,
    });
    field.id = `break-${label.toLowerCase().replace(' ', '-')}`;
    return h('div', { class: 'break-field' }, h('span', { 'aria-hidden': 'true' }, label), field);
  }
}

const named = (names: readonly string[]): (readonly [string, string])[] => names.map((name) => [name, name]);
