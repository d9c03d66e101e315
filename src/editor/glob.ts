/** The glob patterns of `files.exclude`: `**`, `*`, `?`, `{a,b}` and `[…]`, matched against paths with forward slashes. */
export function globToRegExp(glob: string): RegExp {
  let source = '';
  let depth = 0;
  for (let at = 0; at < glob.length;) {
    const [text, length] = translate(glob, at, depth);
    if (text === '(?:') depth += 1;
    if (text === ')') depth -= 1;
    source += text;
    at += length;
  }
  try {
    return new RegExp(`^${source}$`, 'u');
  } catch {
    // Half a brace or bracket matches nothing.
    return /(?!)/;
  }
}

/** The next piece of a glob as a regular expression, and how long the piece is. */
function translate(glob: string, at: number, depth: number): readonly [text: string, length: number] {
  if (glob.startsWith('**/', at)) return ['(?:[^/]+/)*', 3];
  if (glob.startsWith('/**', at) && at + 3 === glob.length) return ['/.+', 3];
  if (glob.startsWith('**', at)) return ['.*', 2];
  const char = glob[at] ?? '';
  if (char === '*') return ['[^/]*', 1];
  if (char === '?') return ['[^/]', 1];
  if (char === '{') return ['(?:', 1];
  if (char === '}' && depth > 0) return [')', 1];
  if (char === ',' && depth > 0) return ['|', 1];
  const set = char === '[' ? /^\[[!^]?[^\]/]+\]/.exec(glob.slice(at))?.[0] : undefined;
  if (set !== undefined) return [set.replace(/^\[!/, '[^').replaceAll('\\', '\\\\'), set.length];
  return [/[\\^$.|?*+()[\]{}/]/.test(char) ? `\\${char}` : char, 1];
}

/** Whether a pattern names the path or a folder above it, as the Explorer hides what `files.exclude` names. */
export function isExcluded(path: string, patterns: readonly RegExp[]): boolean {
  if (patterns.length === 0) return false;
  const parts = path.split('/');
  return parts.some((_, index) => {
    const part = parts.slice(0, index + 1).join('/');
    return patterns.some((pattern) => pattern.test(part));
  });
}
