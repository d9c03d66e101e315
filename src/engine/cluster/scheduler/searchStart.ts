/** Ours: where the scheduler’s search for a node begins when others have been placed before. */

/** What was recorded had no more. */
const FEW_NODES = 5;

/** Among few nodes a search that begins elsewhere mostly begins one further or two, as recorded; among many anywhere. */
export function movedBy(share: number, nodes: number): number {
  if (nodes > FEW_NODES) return 1 + Math.floor(share * (nodes - 1));
  if (share < 0.5 || nodes < 3) return 1;
  return share < 0.9 || nodes < 4 ? 2 : 3 + Math.floor(10 * (share - 0.9) * (nodes - 3));
}
