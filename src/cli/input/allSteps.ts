/** Takes all steps of a work and gives what it comes to. */
export function allSteps<S, T>(steps: Iterator<S, T>, onStep?: (step: S) => void): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    onStep?.(step.value);
  }
}
