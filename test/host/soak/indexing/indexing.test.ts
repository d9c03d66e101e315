import { ok } from '../../support/assert';
import { openInWorkspace, ourExtension, until } from '../../support/editor';
import { describeGaps, Heartbeat } from '../../support/heartbeat';
import { say } from '../../support/runSuite';

const LIMIT_MS = 50;

describe('while a workspace of 25,000 files is read', () => {
  it('nobody in the extension host waits longer than 50 ms of our work', async function () {
    this.timeout(600_000);
    const heartbeat = new Heartbeat();
    await openInWorkspace('group-0/app-0/deployment.yaml');
    await until('the extension is active', () => ourExtension().isActive);
    const { coverage } = ourExtension().exports;
    const startedAt = Date.now();
    while (coverage().read === 0 || coverage().unread > 0) {
      ok(Date.now() - startedAt < 500_000, `still ${coverage().unread} files to read`);
      await new Promise<void>((resolve) => setTimeout(resolve, 100));
    }
    heartbeat.stop();
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0);
    say(`    ${coverage().read} files read in ${seconds} s, ${heartbeat.gaps.length} beats`);
    say(`    between two beats, on the clock: ${describeGaps(heartbeat.gaps.map(({ wallMs }) => wallMs))}`);
    say(`    of it this thread worked:        ${describeGaps(heartbeat.gaps.map(({ cpuMs }) => cpuMs))}`);
    const long = heartbeat.gaps.filter(({ wallMs }) => wallMs > LIMIT_MS);
    const stalls = long.filter(({ cpuMs }) => cpuMs > LIMIT_MS);
    const hardest = [...heartbeat.gaps].sort((a, b) => b.cpuMs - a.cpuMs).slice(0, 8);
    say(`    ${long.length} gaps over ${LIMIT_MS} ms, ${stalls.length} of them by work; the hardest:`);
    for (const { at, wallMs, cpuMs } of hardest)
      say(`    ${wallMs.toFixed(0)} ms (${cpuMs.toFixed(0)} ms of work) at ${(at / 1000).toFixed(2)} s`);
    // On a busy machine others take turns meanwhile: what counts is the work.
    ok(stalls.length === 0, `${stalls.length} stalls`);
  });
});
