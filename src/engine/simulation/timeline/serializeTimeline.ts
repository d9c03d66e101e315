import type { Timeline } from './timeline';

/** A timeline as JSON text; the same timeline gives the same text. Typed arrays become lists. */
export function serializeTimeline(timeline: Timeline): string {
  return JSON.stringify(timeline, (_key, value: unknown) =>
    ArrayBuffer.isView(value) ? Array.from(value as unknown as ArrayLike<number>) : value,
  );
}
