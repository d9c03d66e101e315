import type { Bound } from './envelope';

/** `1 pod`, `3 pods`. */
export function count(amount: number, noun: string): string {
  return `${amount} ${noun}${amount === 1 ? '' : 's'}`;
}

/** `45 s`, `12 min`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

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

/** Names from manifests inside one-line messages: cut, and without line breaks. */
export function quote(name: string): string {
  const flat = name.replace(/\s+/g, ' ');
  return `“${flat.length > 60 ? `${flat.slice(0, 59)}…` : flat}”`;
}
