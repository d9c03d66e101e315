import type { PodState, RevisionInfo } from '../../src/engine/simulation/timeline/timeline';
import type { Theme } from '../ui/theme';
import { drawPod } from './glyphs';

/** Color of each revision: one for the version led to, the others in turn, the newest of them first. */
export function revisionColors(revisions: readonly RevisionInfo[], theme: Theme): string[] {
  const others = revisions.map((_, index) => index).filter((index) => revisions[index]?.current !== true);
  others.sort((a, b) => (revisions[b]?.createdAt ?? 0) - (revisions[a]?.createdAt ?? 0));
  return revisions.map((revision, index) =>
    revision.current ? theme.current : (theme.earlier[others.indexOf(index) % theme.earlier.length] ?? theme.muted),
  );
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
