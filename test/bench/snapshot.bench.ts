/**
 * Reading what kubectl prints of 5,000 nodes and 50,000 pods: `npm run bench -- snapshot`. How long, how long others wait for
 * a turn, and how much memory is held afterwards. `--strict` fails when a bar is missed.
 */
import process from 'node:process';
import { measuredCluster } from '../../src/features/cluster/measuredCluster';
import { SnapshotReader } from '../../src/snapshot/snapshotReader';
import { largeCluster } from '../support/largeCluster';
import { threadTime } from '../support/threadTime';

const SIZE = { nodes: 5000, pods: 50_000 };
const BARS = { ms: 10_000, slice: 50, bytes: 40e6 };
/** As the editor does it: decoded piece by piece, with a turn for others after so long. */
const CHUNK = 128 * 1024;
const SLICE_MS = 8;

const bytes = Buffer.concat([...largeCluster(SIZE)].map((text) => Buffer.from(text)));
console.log(`${(bytes.length / 1e6).toFixed(0)} MB`);

function* chunks(): Generator<string> {
  const decoder = new TextDecoder();
  for (let at = 0; at < bytes.length; at += CHUNK) yield decoder.decode(bytes.subarray(at, at + CHUNK), { stream: true });
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const before = heap();
const reader = new SnapshotReader();
const steps = reader.read(chunks());
const begun = threadTime();
let [since, worked] = [performance.now(), begun];
let longest = 0;
/** What others on the machine take of the time between is not ours: the thread's own time counts. */
function endSlice(): void {
  longest = Math.max(longest, threadTime() - worked);
  [since, worked] = [performance.now(), threadTime()];
}
for (let step = steps.next(); step.done !== true; step = steps.next()) if (performance.now() - since >= SLICE_MS) endSlice();
const snapshot = reader.finish();
endSlice();
const ms = threadTime() - begun;
if ('problem' in snapshot) throw new Error(snapshot.problem);
const held = heap() - before;

let missed = 0;
function judge(what: string, value: number, bar: number, text: string): void {
  if (value > bar) missed++;
  console.log(`${what.padEnd(24)} ${text}  ${value > bar ? 'OVER' : 'within'} the bar`);
}
judge('reading', ms, BARS.ms, `${(ms / 1000).toFixed(1)} s`);
judge('longest slice', longest, BARS.slice, `${longest.toFixed(1)} ms`);
judge(
  'kept',
  held,
  BARS.bytes,
  `${(held / 1e6).toFixed(1)} MB for ${snapshot.count('Pod')} pods on ${snapshot.count('Node')} nodes`,
);
let count = 0;
const listing = performance.now();
for (const { spec } of snapshot.each('Pod')) if (spec.nodeName !== undefined) count++;
console.log(`${'all pods as objects'.padEnd(24)} ${(performance.now() - listing).toFixed(0)} ms for ${count}`);
// What is computed from it once it is in use.
longest = 0;
const counting = threadTime();
[since, worked] = [performance.now(), counting];
const counts = measuredCluster(snapshot, 'snapshot');
let counted = counts.next();
for (; counted.done !== true; counted = counts.next()) if (performance.now() - since >= SLICE_MS) endSlice();
endSlice();
const countingMs = threadTime() - counting;
judge('longest slice, counting', longest, BARS.slice, `${longest.toFixed(1)} ms of ${(countingMs / 1000).toFixed(1)} s`);
const inUse = heap() - before;
console.log(`${'in use'.padEnd(24)} ${(inUse / 1e6).toFixed(1)} MB with ${counted.value.title}`);
if (missed > 0 && process.argv.includes('--strict')) process.exitCode = 1;
