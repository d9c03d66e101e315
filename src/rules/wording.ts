import type { Bound } from './envelope';

/** Up to three decimals, no trailing zeros: `2.5`. */
function decimal(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** `25 % of 10 = 2.5 → 3, rounded up`, or the count itself. */
export function formula(bound: Bound, total: number): string {
  if (bound.percent === undefined) return String(bound.rounded);
  const product = `${bound.percent} % of ${total} = ${decimal(bound.exact)}`;
  return bound.exact === bound.rounded ? product : `${product} → ${bound.rounded}, rounded ${bound.rounding}`;
}
