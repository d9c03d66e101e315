/** Several errors as one, worded as Kubernetes does: `[first, second]`, each text once. Undefined when there are none. */
export function aggregateErrors(errors: readonly unknown[]): Error | undefined {
  const [first] = errors;
  if (errors.length === 1 && first instanceof Error) return first;
  const texts = [...new Set(errors.map(errorText))];
  if (texts.length === 0) return undefined;
  return new Error(texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`);
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
