import type { State } from '../model/state';
import type { Scene } from '../model/scene';
import { h } from '../ui/dom';
import type { View } from '../ui/store';
import type { Theme, ThemeSource } from '../ui/theme';
import type { Plot } from './plot';
import type { Gutters } from './story';
import { createSurface } from './surface';

export interface PlotView extends View {
  readonly element: HTMLElement;
  themeChanged(): void;
}

export interface PlotForm {
  readonly name: string;
  /** Room above the plot and below it. */
  readonly margins: readonly [top: number, bottom: number];
  /** What the picture depends on, besides size and theme; undefined: there is nothing to draw. */
  readonly inputs: (state: State) => readonly unknown[] | undefined;
  /** The count at the top of the scale, and how the rest is drawn. */
  readonly prepare: (state: State, scene: Scene) => { readonly most: number; readonly draw: (plot: Plot) => void };
}

/** A plot over all of time. It does not depend on the play head: it is drawn once per input, size and theme. */
export function createPlotView(themes: ThemeSource, gutters: () => Gutters, form: PlotForm): PlotView {
  const canvas = h('canvas');
  const element = h('div', { class: `plot-view ${form.name}`, 'aria-hidden': 'true' }, canvas);
  const surface = createSurface(canvas);
  let drawn: { inputs: readonly unknown[]; theme: Theme; left: number } | undefined;

  const draw = (state: State, scene: Scene): void => {
    const { left, right } = gutters();
    const { context, density, width, height } = surface;
    const [top, bottom] = form.margins;
    const place = { left, top, width: width - left - right, height: height - top - bottom };
    context.clearRect(0, 0, width, height);
    if (place.width <= 0 || place.height <= 0) return;
    const prepared = form.prepare(state, scene);
    const scale = { ...place, length: scene.axis.length, most: prepared.most };
    prepared.draw({ context, density, scale, axis: scene.axis, theme: themes.current });
  };

  return {
    element,
    update: (state) => {
      const inputs = form.inputs(state);
      if (state.shown === undefined || inputs === undefined || element.clientHeight === 0) return false;
      const resized = surface.resize(element.clientWidth, element.clientHeight);
      const { left } = gutters();
      const isSame =
        drawn?.theme === themes.current && drawn.left === left && inputs.every((input, index) => input === drawn?.inputs[index]);
      if (!resized && isSame) return false;
      drawn = { inputs, theme: themes.current, left };
      draw(state, state.shown.scene);
      return false;
    },
    themeChanged: () => {
      drawn = undefined;
    },
  };
}
