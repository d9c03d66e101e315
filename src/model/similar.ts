/** Longer than any name: comparing takes as long as both lengths multiplied. */
const MOST = 300;

/** Whether a text may be meant for another one: but for case and separators the same, or a slip or two away. */
export function isSimilar(written: string, meant: string): boolean {
  if (Math.max(written.length, meant.length) > MOST) return written === meant;
  const [a, b] = [plain(written), plain(meant)];
  if (a === b) return true;
  // `web-1` and `web-2`, `zone-a` and `zone-b` are different things on purpose.
  if (plain(withoutNumber(written)) === plain(withoutNumber(meant))) return false;
  return haveSimilarWords(words(written), words(meant)) && isSlip(a, b);
}

/** A slip or two away, whatever the words: to name what is nearest, not to correct anything. */
export function isNear(written: string, meant: string): boolean {
  if (Math.max(written.length, meant.length) > MOST) return written === meant;
  return isSlip(plain(written), plain(meant));
}

/** `tls-csi` and `tls-ca` are no slips of each other: where a whole word differs, that word must be a slip. */
function haveSimilarWords(a: readonly string[], b: readonly string[]): boolean {
  return a.length !== b.length || a.every((word, index) => word === b[index] || isSlip(word, b[index] ?? ''));
}

function words(name: string): readonly string[] {
  return name.toLowerCase().split(/[-_.\s]/);
}

function isSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  const allowed = shorter < 5 ? 0 : shorter < 9 ? 1 : 2;
  return slips(a, b, allowed) <= allowed;
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[-_.\s]/g, '');
}

function withoutNumber(text: string): string {
  return text.replace(/\d+|(?<=[-_.])[a-z]$/g, '');
}

/** How many letters were left out, put in, exchanged or swapped with the next one; more than `allowed` is not counted out. */
function slips(a: string, b: string, allowed: number): number {
  if (Math.abs(a.length - b.length) > allowed) return allowed + 1;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    const next: number[] = [line];
    for (let column = 1; column <= b.length; column++) {
      const other = a[line - 1] === b[column - 1] ? 0 : 1;
      const swapped = line > 1 && column > 1 && a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1];
      next.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (row[column - 1] ?? 0) + other,
          swapped ? (before[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
