import type { PodState, RevisionInfo } from '../../src/engine/simulation/timeline/timeline';
import { otherVersions } from '../model/versions';
import type { Theme } from '../ui/theme';
import { drawPod } from './glyphs';

/** Color of each revision: one for the version that was applied, the others in turn. */
export function revisionColors(revisions: readonly RevisionInfo[], theme: Theme): string[] {
  const others = otherVersions(revisions);
  return revisions.map((_, index) => {
    const place = others.indexOf(index);
    return place < 0 ? theme.current : (theme.earlier[place % theme.earlier.length] ?? theme.muted);
  });
}

/** Pods drawn once per state, color and size; a frame then only copies them. */
export interface Sprites {
  readonly size: number;
  get(state: PodState, color: string): HTMLCanvasElement;
}

export function createSprites(theme: Theme, size: number, density: number): Sprites {
  const drawn = new Map<string, HTMLCanvasElement>();
  const make = (state: PodState, color: string): HTMLCanvasElement => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = Math.ceil(size * density);
    const context = canvas.getContext('2d');
    if (context !== null) {
      context.scale(density, density);
      drawPod(context, state, color, theme, size);
    }
    return canvas;
  };
  return {
    size,
    get: (state, color) => {
      const key = `${state} ${color}`;
      let sprite = drawn.get(key);
      if (sprite === undefined) {
        sprite = make(state, color);
        drawn.set(key, sprite);
      }
      return sprite;
    },
  };
}
