/** A canvas that knows its size and the density of the screen: the one place where device pixels exist. */
export interface Surface {
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly density: number;
  /** Sets the size in CSS pixels; true when it or the density changed, and with it everything drawn is gone. */
  resize(width: number, height: number): boolean;
}

export function createSurface(canvas: HTMLCanvasElement): Surface {
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser draws no 2D canvas.');
  const surface = {
    canvas,
    context,
    width: 0,
    height: 0,
    density: 0,
    resize: (width: number, height: number): boolean => {
      // Read each time: the window may have moved to another screen, or been zoomed.
      const density = Math.min(window.devicePixelRatio || 1, 3);
      const wide = Math.max(1, Math.round(width));
      const high = Math.max(1, Math.round(height));
      if (wide === surface.width && high === surface.height && density === surface.density) return false;
      Object.assign(surface, { width: wide, height: high, density });
      canvas.width = Math.round(wide * density);
      canvas.height = Math.round(high * density);
      canvas.style.width = `${wide}px`;
      canvas.style.height = `${high}px`;
      context.setTransform(density, 0, 0, density, 0, 0);
      return true;
    },
  };
  return surface;
}
