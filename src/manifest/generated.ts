/** Beyond this nobody says it. */
const MAX_HEAD = 2_000;

/** A comment that tells people to edit something else. */
const SAYS_SO = /do not (?:hand-?)?edit|\b(?:auto-?)?generated (?:by|from|with|using|file)\b|^# Source: \S+\/templates\//i;

/** Helm writes this above each object. */
const RENDERED = /(?:^|\n)---\r?\n# Source: \S+\/templates\//;

/** What the charts write into their objects, filled in. */
const FROM_CHART = /\n[ \t]+(?:heritage: ["']?(?:Helm|Tiller)\b|helm\.sh\/chart: ["']?[a-z][\w.-]{0,99}-v?\d)/;
/** Labels stand at the beginning of an object. */
const MAX_LABELS = 20_000;

/**
 * Whether a program wrote a file, as its comments say or the labels of its objects: what is wrong with it is corrected where it
 * is made.
 */
export function saysGenerated(text: string): boolean {
  if (RENDERED.test(text.slice(0, MAX_HEAD))) return true;
  if (FROM_CHART.test(text.slice(0, MAX_LABELS)) && !text.includes('{{')) return true;
  for (const line of text.slice(0, MAX_HEAD).split('\n')) {
    if (/^\s*$|^---/.test(line)) continue;
    if (!line.startsWith('#') && !line.startsWith('{{')) return false;
    if (SAYS_SO.test(line)) return true;
  }
  return false;
}
