import type { Machine } from '../../src/model/stations';
import { h, setAttribute } from '../ui/dom';

const NAMES: Readonly<Record<Machine, string>> = {
  deployment: 'Deployment',
  replicaset: 'ReplicaSet',
  daemonset: 'DaemonSet',
  scheduler: 'Scheduler',
  kubelets: 'Kubelets',
};

/** Whose machine is shown: tabs over one panel, as the ARIA practices have them. */
export class MachineTabs {
  readonly element = h('div', { role: 'tablist', class: 'machine-tabs', 'aria-label': 'Whose machine' });
  readonly #panel: HTMLElement;
  readonly #onShow: (machine: Machine) => void;
  #machines: readonly Machine[] = [];
  #shown: Machine | undefined;

  constructor(panel: HTMLElement, onShow: (machine: Machine) => void) {
    this.#panel = panel;
    this.#onShow = onShow;
    setAttribute(panel, 'role', 'tabpanel');
    setAttribute(panel, 'id', 'inside-machine');
    setAttribute(panel, 'tabindex', '0');
    this.element.addEventListener('keydown', (event) => {
      this.#onKey(event);
    });
  }

  draw(machines: readonly Machine[], shown: Machine): void {
    if (machines.join() !== this.#machines.join()) {
      this.#machines = machines;
      this.#shown = undefined;
      this.element.replaceChildren(...machines.map((machine) => this.#tab(machine)));
    }
    if (shown === this.#shown) return;
    this.#shown = shown;
    for (const tab of this.element.children) {
      const isShown = tab.id === `machine-${shown}`;
      setAttribute(tab, 'aria-selected', String(isShown));
      setAttribute(tab, 'tabindex', isShown ? '0' : '-1');
    }
    setAttribute(this.#panel, 'aria-labelledby', `machine-${shown}`);
  }

  #tab(machine: Machine): HTMLElement {
    const show = (): void => {
      this.#onShow(machine);
    };
    return h(
      'button',
      { role: 'tab', id: `machine-${machine}`, 'aria-controls': 'inside-machine', onclick: show },
      NAMES[machine],
    );
  }

  #onKey(event: KeyboardEvent): void {
    const at = this.#machines.findIndex((machine) => machine === this.#shown);
    const last = this.#machines.length - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    };
    const machine = this.#machines[targets[event.key] ?? -1];
    if (machine === undefined) return;
    event.preventDefault();
    this.#onShow(machine);
    document.getElementById(`machine-${machine}`)?.focus();
  }
}
