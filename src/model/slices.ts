/** Work that is done in slices: whoever runs it decides when it goes on, so that nobody else is held up. */
export type Slices<T> = Generator<undefined, T, undefined>;

/** All of it at once. */
export function finished<T>(slices: Slices<T>): T {
  for (;;) {
    const { done, value } = slices.next();
    if (done === true) return value;
  }
}
