import { twoDigits } from '../../src/model/words';

/** Short forms for the places of the page where there is little room. */

/** As short as it can be, for cells and ticks: `7s`, `1m52`, `2h05`. */
export function shortDuration(seconds: number): string {
  if (seconds < 60) return seconds < 10 ? `${seconds.toFixed(1).replace(/\.0$/, '')}s` : `${Math.round(seconds)}s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60}m` : `${Math.floor(whole / 60)}m${twoDigits(whole % 60)}`;
  return `${Math.floor(whole / 3600)}h${twoDigits(Math.floor((whole % 3600) / 60))}`;
}

/** Long names keep their telling end: `payment-gat…-5d8f7-x2kq9`. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  return `${text.slice(0, length - 1 - tail)}…${text.slice(text.length - tail)}`;
}

/** The image without its registry: `nginx:1.9.3` of `registry.example.com/library/nginx:1.9.3`. */
export function shortImage(image: string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return last.replace(/@sha256:([0-9a-f]{7})[0-9a-f]*/, '@$1');
}
