/** A comment that silences rules, and the line it does so for. */
export interface Ignore {
  readonly start: number;
  readonly end: number;
  /** None: all of them. */
  readonly rules: readonly string[];
}

const MARK = 'rollout-lens:';
const COMMENT = /#\s*rollout-lens:\s*ignore\b[ \t]*([^\r\n]*)/;
const NONE: readonly Ignore[] = [];

/**
 * `# rollout-lens: ignore <rule>, <rule>` silences those rules (all without a name) for what is on the same line, or, on a line
 * of its own, for the next line; and for everything below that key. Before the first key it holds for the whole document.
 */
export function readIgnores(text: string): readonly Ignore[] {
  if (!text.includes(MARK)) return NONE;
  const ignores: Ignore[] = [];
  let pending: (readonly string[])[] = [];
  let inside = false;
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const named = COMMENT.exec(line)?.[1]
      ?.split(/[\s,]+/)
      .filter((name) => name !== '');
    if (named !== undefined) pending.push(named);
    const isContent = !(/^\s*#/.test(line) || line.trim() === '' || /^(?:---|\uFEFF|%)/.test(line));
    if (isContent || !inside) {
      for (const rules of pending) ignores.push(isContent ? { start, end, rules } : { start: 0, end: Infinity, rules });
      pending = [];
    }
    inside ||= isContent;
    start = end + 1;
  }
  return ignores;
}
