import type { Finding } from './finding';

/** What was there when a baseline was written: how often a rule has spoken of an object in a file. */
export type Baseline = ReadonlyMap<string, number>;

const VERSION = 1;

interface Entry {
  readonly file: string;
  readonly rule: string;
  readonly object?: string;
  readonly count: number;
}

/** Without lines and numbers: those change with every edit. */
function keyOf({ file, rule, object = '' }: { file: string; rule: string; object?: string | undefined }): string {
  return [rule, file, object].join('\n');
}

export function baselineText(findings: readonly Finding[]): string {
  const entries = new Map<string, Entry>();
  for (const finding of findings) {
    const { file, rule, object } = finding;
    const key = keyOf(finding);
    const count = (entries.get(key)?.count ?? 0) + 1;
    entries.set(key, { file, rule, ...(object === undefined ? {} : { object }), count });
  }
  const known = [...entries].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  return `${JSON.stringify({ version: VERSION, known }, undefined, 2)}\n`;
}

/** Undefined: the text is no baseline. */
export function readBaseline(text: string): Baseline | undefined {
  try {
    const { version, known } = JSON.parse(text) as { version?: unknown; known?: unknown };
    if (version !== VERSION || !Array.isArray(known)) return undefined;
    return new Map(known.map((entry: Entry) => [keyOf(entry), entry.count]));
  } catch {
    return undefined;
  }
}

/** Those that the baseline does not know, and how many it does. Of several alike the last ones are new. */
export function beyond(
  baseline: Baseline,
  findings: readonly Finding[],
): { readonly fresh: readonly Finding[]; readonly known: number } {
  const left = new Map(baseline);
  const fresh = findings.filter((finding) => {
    const key = keyOf(finding);
    const count = left.get(key) ?? 0;
    left.set(key, count - 1);
    return count <= 0;
  });
  return { fresh, known: findings.length - fresh.length };
}
