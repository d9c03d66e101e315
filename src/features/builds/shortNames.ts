/** Names for folders: as few of their last steps as tell them apart, so `prod`, or `shop/prod` where there are two. */
export function shortNames<T>(folders: readonly (readonly [key: T, folder: string])[]): Map<T, string> {
  const names = new Map<T, string>();
  let open = folders.map(([key, folder]) => ({ key, steps: folder.split('/').filter((step) => step !== '') }));
  for (let length = 1; open.length > 0; length += 1) {
    const taken = new Map<string, number>();
    const nameOf = (steps: readonly string[]): string => steps.slice(-length).join('/');
    for (const { steps } of open) taken.set(nameOf(steps), (taken.get(nameOf(steps)) ?? 0) + 1);
    const isDone = (steps: readonly string[]): boolean => taken.get(nameOf(steps)) === 1 || steps.length <= length;
    for (const { key, steps } of open) if (isDone(steps)) names.set(key, nameOf(steps));
    open = open.filter(({ steps }) => !isDone(steps));
  }
  return names;
}
