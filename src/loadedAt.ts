/** When the bundle began to be evaluated. Imported first of all, so that every other module counts as loading time. */
export const loadedAt = performance.now();
