import { entryAt, rangeFor, type Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import type { RuledFinding } from './ruledFinding';

const MARK = 'rollout-lens:';
const COMMENT = /#\s*rollout-lens:\s*ignore\b[ \t]*([^\r\n]*)/;

/** Which rules are silenced where: by line, or in the whole document. */
export interface Ignores {
  filter(findings: readonly RuledFinding[], workload: Workload): readonly RuledFinding[];
}

const NOTHING: Ignores = { filter: (findings) => findings };

/**
 * `# rollout-lens: ignore <rule>, <rule>` silences those rules (all without a name) for what is on the same line, or, on a line of its own, for
 * the next line; and for everything below that key. Before the first key it holds for the whole document.
 */
export function readIgnores(text: string): Ignores {
  if (!text.includes(MARK)) return NOTHING;
  const byLine = new Map<number, string[]>();
  const everywhere: string[] = [];
  const lines = text.split('\n');
  let pending: string[] = [];
  let inside = false;
  lines.forEach((line, number) => {
    const rules = ignoredRules(line);
    const ownLine = /^\s*#/.test(line);
    if (ownLine || line.trim() === '' || /^(?:---|\uFEFF|%)/.test(line)) {
      (inside ? pending : everywhere).push(...rules);
      return;
    }
    inside = true;
    const here = [...pending, ...rules];
    if (here.length > 0) byLine.set(number, here);
    pending = [];
  });
  return { filter: (findings, workload) => findings.filter((found) => !isIgnored(found, workload, text, byLine, everywhere)) };
}

const ALL = '*';

function ignoredRules(line: string): string[] {
  const match = COMMENT.exec(line);
  if (match === null) return [];
  const names = (match[1] ?? '').split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? [ALL] : names;
}

function isIgnored(
  { rule, finding }: RuledFinding,
  workload: Workload,
  text: string,
  byLine: ReadonlyMap<number, readonly string[]>,
  everywhere: readonly string[],
): boolean {
  const silences = (names: readonly string[] | undefined): boolean =>
    names !== undefined && (names.includes(ALL) || names.includes(rule.id));
  if (silences(everywhere)) return true;
  return placesOf(workload, finding.path).some((offset) => silences(byLine.get(lineOf(text, offset))));
}

/** Where the finding is shown, and the keys above it. */
function placesOf({ resource }: Workload, path: Path): number[] {
  const parents = path.map((_, index) => entryAt(resource.source, path.slice(0, index + 1))?.keyRange.start);
  return [rangeFor(resource.source, path).start, ...parents.filter((offset) => offset !== undefined)];
}

function lineOf(text: string, offset: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
