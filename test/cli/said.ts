import { run } from '../../src/cli/run';

/** What a command said, and how it ended. */
export interface Said {
  readonly code: number;
  readonly out: string;
  readonly error: string;
}

/** What a command says that may take its time. */
export async function said(args: readonly string[]): Promise<Said> {
  let out = '';
  let error = '';
  const terminal = { out: (text: string) => (out += text), error: (text: string) => (error += text), isWatched: false };
  const code = await run(args, terminal);
  return { code, out, error };
}

/** What a command says that answers at once. */
export function saidNow(args: readonly string[]): Said {
  let out = '';
  let error = '';
  const terminal = { out: (text: string) => (out += text), error: (text: string) => (error += text), isWatched: false };
  const code = run(args, terminal);
  if (typeof code !== 'number') throw new TypeError(`${args[0] ?? ''} answers later`);
  return { code, out, error };
}
