/** Upstream: staging/src/k8s.io/cli-runtime/pkg/printers/tableprinter.go (v1.36.4). */
import { tabbedLines, type Alignment } from './tabbedText';
import type { Cell, Column } from './workloadTables';

const TABLE: Alignment = { padding: 3, minWidth: 6 };

/** A table as `kubectl get` prints it; wide columns only with `wide`. */
export function formatTable(columns: readonly Column[], rows: readonly (readonly Cell[])[], wide = false): string {
  const shown = [...columns.entries()].filter(([, column]) => wide || !column.wide);
  const header = shown.map(([, column]) => column.name);
  const texts = rows.map((row) => shown.map(([index]) => String(row[index] ?? '')));
  return tabbedLines([header, ...texts], TABLE);
}
