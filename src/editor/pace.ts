/** The extension host is everybody's: after so long the others have their turn. */
const SLICE_MS = 8;

/** Long work in short slices. */
export class Pace {
  #since = performance.now();

  /** Gives the editor a turn when the slice is over; says whether it was. */
  async pause(): Promise<boolean> {
    if (performance.now() - this.#since < SLICE_MS) return false;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, 0);
    });
    this.#since = performance.now();
    return true;
  }

  /** Takes all steps of a work and gives what it comes to. */
  async run<T>(steps: Iterator<unknown, T>): Promise<T> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      await this.pause();
    }
  }
}
