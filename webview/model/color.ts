/** Colors as numbers, to mix what the theme gives. */
export interface Rgba {
  readonly red: number;
  readonly green: number;
  readonly blue: number;
  readonly alpha: number;
}

/** `#rgb`, `#rrggbb`, `#rrggbbaa`, `rgb(…)` and `rgba(…)`: what VS Code writes into its variables. */
export function parseColor(text: string): Rgba | undefined {
  const trimmed = text.trim();
  const hex = /^#([0-9a-f]{3,8})$/i.exec(trimmed)?.[1];
  if (hex !== undefined) return parseHex(hex);
  const parts = /^rgba?\(([^)]*)\)$/i
    .exec(trimmed)?.[1]
    ?.split(/[\s,/]+/)
    .filter(Boolean)
    .map(Number);
  if (parts === undefined || parts.length < 3 || parts.some((part) => Number.isNaN(part))) return undefined;
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts;
  return { red, green, blue, alpha };
}

function parseHex(hex: string): Rgba | undefined {
  const wide = hex.length <= 4 ? hex.replace(/./g, '$&$&') : hex;
  if (wide.length !== 6 && wide.length !== 8) return undefined;
  const part = (index: number): number => parseInt(wide.slice(index * 2, index * 2 + 2), 16);
  return { red: part(0), green: part(1), blue: part(2), alpha: wide.length === 8 ? part(3) / 255 : 1 };
}

function formatColor({ red, green, blue, alpha }: Rgba): string {
  const whole = [red, green, blue].map(Math.round).join(', ');
  return alpha >= 1 ? `rgb(${whole})` : `rgba(${whole}, ${Number(alpha.toFixed(3))})`;
}

/** `share` of the first color, the rest of the second. What cannot be read falls back to the other. */
export function mix(first: string, second: string, share: number): string {
  const a = parseColor(first);
  const b = parseColor(second);
  if (a === undefined || b === undefined) return a === undefined ? second : first;
  const blend = (from: number, to: number): number => from * share + to * (1 - share);
  return formatColor({
    red: blend(a.red, b.red),
    green: blend(a.green, b.green),
    blue: blend(a.blue, b.blue),
    alpha: blend(a.alpha, b.alpha),
  });
}

export function faded(color: string, alpha: number): string {
  const parsed = parseColor(color);
  return parsed === undefined ? color : formatColor({ ...parsed, alpha: parsed.alpha * alpha });
}
