import type { Analysis } from './analysis';
import { COMMANDS } from './commands';
import type { CodeLensData } from './said';

/** So much of a file tells what it is. */
const HEAD = 100_000;
const LIVE_OBJECT = /["']?kind["']?\s*:\s*["']?(?:Node|Pod|ClusterSnapshot)\b/;
const SEEN = /["']?(?:containerStatuses|allocatable|shapes)["']?\s*:/;
/** Nodes may be written by hand to describe a cluster; this only a server writes, or who keeps what one has said. */
const SERVED = /["']?(?:(?:resourceVersion|uid|shapes)["']?\s*:|creationTimestamp["']?\s*:\s*["']?\d)/;

/** What kubectl has printed of a cluster can be used as one: dropped here, pasted, or opened. */
export function snapshotLenses({ uri, manifest: { text } }: Analysis): CodeLensData[] {
  const head = text.slice(0, HEAD);
  if (!LIVE_OBJECT.test(head) || !SEEN.test(head) || !SERVED.test(head)) return [];
  const title = 'Use as cluster snapshot';
  return [{ start: 0, end: 0, title, action: { command: COMMANDS.openSnapshot, arguments: [uri] } }];
}
