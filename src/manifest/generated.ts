/** Beyond this nobody says it. */
const MAX_HEAD = 2_000;

/** A comment that tells people to edit something else. */
const SAYS_SO = /do not (?:hand-?)?edit|\b(?:auto-?)?generated (?:by|from|with|using|file)\b|^# Source: \S+\/templates\//i;

/** Helm writes this above each object. */
const RENDERED = /(?:^|\n)---\r?\n# Source: \S+\/templates\//;

/** Whether a program wrote a file, as its comments say: what is wrong with it is corrected where it is made. */
export function saysGenerated(text: string): boolean {
  if (RENDERED.test(text.slice(0, MAX_HEAD))) return true;
  for (const line of text.slice(0, MAX_HEAD).split('\n')) {
    if (/^\s*$|^---/.test(line)) continue;
    if (!line.startsWith('#') && !line.startsWith('{{')) return false;
    if (SAYS_SO.test(line)) return true;
  }
  return false;
}
