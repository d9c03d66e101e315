const SLEEP = /(?:^|[\s;&|/])sleep\s+(\d+(?:\.\d+)?)([smh]?)(?=$|[\s;&|])/g;
const UNIT_SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

/** The seconds that `sleep` commands in a shell line add up to; undefined when there is none. */
export function sleepOfCommand(command: readonly unknown[]): number | undefined {
  const line = command.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  const seconds = [...line.matchAll(SLEEP)].map((match) => Number(match[1]) * (UNIT_SECONDS[match[2] || 's'] ?? 1));
  return seconds.length === 0 ? undefined : seconds.reduce((sum, value) => sum + value, 0);
}
