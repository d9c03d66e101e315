/**
 * The engine that the bars of the batch were set from, for benches that take turns with it: milliseconds tell as much of the
 * machine and its hour as of the engine, a ratio does not. Its sources come from the history of the repository and are played by
 * a process of their own, through tsx and one by one, as its bench played them.
 */
import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What a rollout of so many replicas took it on the machine that the bars in milliseconds are from. */
export const TOOK_MS = { 10: 3.2, 100: 16, 1000: 103 } as const;
export type Replicas = keyof typeof TOOK_MS;

const COMMIT = 'f2929c644a2633677f7d9f0da9fa20f896695f95';
const MOST_BYTES = 2 ** 27;

export class EngineBefore {
  readonly #folder: string;
  readonly #player: ChildProcess;
  /** Fails when the process has ended. */
  readonly #end: Promise<never>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#player = fork(resolve('test', 'bench', 'engineBeforePlayer.ts'), [folder], { execArgv: ['--import', 'tsx'] });
    this.#end = once(this.#player, 'exit').then(() => {
      throw new Error('the engine before has ended without an answer: see what it has printed');
    });
    this.#end.catch(() => undefined);
  }

  /** What one rollout of a Deployment costs it, in a block of them. */
  async costOf(replicas: Replicas): Promise<number> {
    const answer = once(this.#player, 'message');
    this.#player.send(replicas);
    const [cost] = (await Promise.race([answer, this.#end])) as [number];
    return cost;
  }

  /** How many times as long as there it takes here, at the moment. */
  async paceOf(replicas: Replicas): Promise<number> {
    return (await this.costOf(replicas)) / TOOK_MS[replicas];
  }

  end(): void {
    this.#player.kill();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Undefined where the history does not reach so far, or there is none. */
export function engineBefore(): EngineBefore | undefined {
  const { status, stdout } = spawnSync('git', ['archive', COMMIT, 'src', 'package.json'], { maxBuffer: MOST_BYTES });
  if (status !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'rollout-lens-before-'));
  const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: stdout });
  if (unpacked.status === 0) return new EngineBefore(folder);
  rmSync(folder, { recursive: true });
  return undefined;
}
