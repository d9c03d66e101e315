/**
 * Upstream: staging/src/k8s.io/cli-runtime/pkg/printers/tabwriter.go (v1.36.4). Cells are aligned by hand: Go's
 * text/tabwriter has no other use here.
 */
export interface Alignment {
  /** Blanks after the widest cell of a column. */
  readonly padding: number;
  readonly minWidth: number;
}

const LIST: Alignment = { padding: 2, minWidth: 0 };

/** Rows in columns, the last cell of a row not padded. */
export function tabbedLines(rows: readonly (readonly string[])[], { padding, minWidth } = LIST): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.slice(0, -1).entries()) {
      widths[index] = Math.max(widths[index] ?? minWidth, textWidth(cell) + padding);
    }
  }
  return rows.map((row) => `${alignRow(row, widths)}\n`).join('');
}

function alignRow(row: readonly string[], widths: readonly number[]): string {
  const last = row.length - 1;
  return row.map((cell, index) => (index === last ? cell : cell + blanks((widths[index] ?? 0) - textWidth(cell)))).join('');
}

function blanks(count: number): string {
  return ' '.repeat(Math.max(0, count));
}

/** Width in code points: what Go's tab writer counts. */
function textWidth(text: string): number {
  return Array.from(text).length;
}
