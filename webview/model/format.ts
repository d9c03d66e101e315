/** Numbers and times as the simulator writes them. Pure; no locale, so that pictures are the same everywhere. */

const MINUS = '\u2212';

/** A moment on the clock of the rollout: `0:07`, `12:05`, `1:02:03`; with `tenths` also `0:07.2`. */
export function clock(seconds: number, tenths = false): string {
  const unit = tenths ? 10 : 1;
  const whole = Math.floor(Math.abs(seconds) * unit + 1e-6);
  const sign = seconds < 0 && whole > 0 ? MINUS : '';
  const total = Math.floor(whole / unit);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const two = (value: number): string => String(value).padStart(2, '0');
  const head = hours > 0 ? `${hours}:${two(minutes)}` : String(minutes);
  return `${sign}${head}:${two(total % 60)}${tenths ? `.${whole % 10}` : ''}`;
}

/** As short as it can be, for cells and ticks: `7s`, `1m52`, `2h05`. */
export function shortDuration(seconds: number): string {
  if (seconds < 60) return seconds < 10 ? `${trimZeros(seconds.toFixed(1))}s` : `${Math.round(seconds)}s`;
  const whole = Math.round(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (whole < 3600) return whole % 60 === 0 ? `${whole / 60}m` : `${Math.floor(whole / 60)}m${two(whole % 60)}`;
  return `${Math.floor(whole / 3600)}h${two(Math.floor((whole % 3600) / 60))}`;
}

function trimZeros(text: string): string {
  return text.replace(/\.0$/, '');
}

/** `1 pod`, `3 pods`, `1,000 pods`. */
export function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(amount)} ${amount === 1 ? noun : plural}`;
}

export function grouped(amount: number): string {
  const digits = String(Math.abs(Math.trunc(amount))).replace(/\B(?=(\d{3})+$)/g, ',');
  return amount < 0 ? `${MINUS}${digits}` : digits;
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
