/** Counts, durations, moments, lists and names in words. No locale, so that texts and pictures are the same everywhere. */

const MINUS = '\u2212';

/** 7.3 s, 112 s, 2 min 5 s, 2 h 5 min: in seconds, as manifests have them, up to two minutes; tenths only below ten seconds. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  if (whole < 120) return `${whole} s`;
  return whole < 3600 ? twoUnits(whole, 'min', 's') : twoUnits(Math.round(whole / 60), 'h', 'min');
}

/** `about 4 min (3–6)`, `about 45 s (38–60)`: a typical duration and between which others lie, all in its unit. */
export function formatSpread(typical: number, least: number, most: number): string {
  const [size, unit] = typical < 120 ? [1, 's'] : typical < 3600 ? [60, 'min'] : [3600, 'h'];
  // Of few units the halves count.
  const parts = typical / size < 10 ? 2 : 1;
  const inUnit = (seconds: number): string =>
    Number.isFinite(seconds) ? String(Math.round((seconds / size) * parts) / parts) : 'never';
  const [low, middle, high] = [inUnit(least), inUnit(typical), inUnit(most)];
  return low === high ? `about ${middle} ${unit}` : `about ${middle} ${unit} (${low}–${high})`;
}

/** `amount` of the small unit, sixty of which are one of the large. */
function twoUnits(amount: number, large: string, small: string): string {
  const rest = amount % 60;
  return `${Math.floor(amount / 60)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** A moment on the clock of the rollout: 0:07, 12:30, 1:02:03; with `tenths` also 0:07.2. */
export function formatMoment(seconds: number, tenths = false): string {
  const unit = tenths ? 10 : 1;
  const whole = Math.floor(Math.abs(seconds) * unit + 1e-6);
  const sign = seconds < 0 && whole > 0 ? MINUS : '';
  const total = Math.floor(whole / unit);
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor(total / 60) % 60;
  const head = hours > 0 ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${sign}${head}:${twoDigits(total % 60)}${tenths ? `.${whole % 10}` : ''}`;
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** 750m, 1.5, 12: CPU as Kubernetes writes it. */
export function formatCpu(milli: number): string {
  return milli % 1000 === 0 ? String(milli / 1000) : milli < 1000 ? `${milli}m` : String(milli / 1000);
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 1.5 GiB. */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${Math.round(value * 10) / 10} ${UNITS[unit] ?? ''}`;
}

/** 999, 1,000, −1,234,567. */
export function grouped(amount: number): string {
  const digits = String(Math.abs(Math.trunc(amount)));
  const groups: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end));
  return `${amount < 0 ? MINUS : ''}${groups.join(',')}`;
}

/** The form of a word that goes with a number: `plural(1, 'waits', 'wait')`. */
export function plural(amount: number, one: string, many: string): string {
  return amount === 1 ? one : many;
}

/** 0 pods, 1 pod, 1,000 pods. */
export function counted(amount: number, one: string, many = `${one}s`): string {
  return `${grouped(amount)} ${plural(amount, one, many)}`;
}

/** `the only pod`, `all 3 pods`. */
export function allOf(amount: number, one: string): string {
  return amount === 1 ? `the only ${one}` : `all ${counted(amount, one)}`;
}

/** 0 %, 0.042 %, 6.7 %, 33 %: two digits say all that is known. */
export function percentText(share: number): string {
  const number = share * 100;
  return `${number >= 10 || number === 0 ? Math.round(number) : Number(number.toPrecision(2))} %`;
}

/** 3, or 1–3. */
export function rangeText(from: number, to: number): string {
  return from === to ? grouped(to) : `${grouped(from)}–${grouped(to)}`;
}

/** 1 pod, or 0–1 pods. */
export function countedRange(from: number, to: number, one: string): string {
  return from === to ? counted(to, one) : `${rangeText(from, to)} ${one}s`;
}

/** a, b and c; long lists end in "and N more". */
export function listed(items: readonly string[], most = 3): string {
  if (items.length > most) return `${items.slice(0, most).join(', ')} and ${items.length - most} more`;
  if (items.length < 2) return items.join('');
  return `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`;
}

/** Messages of many lines as one. */
export function inOneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** At most so many characters of a text; what is cut off is told by a mark. */
export function cutTo(most: number, text: string): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(HALF_PAIR, '')}…`;
}

/** Half a character is shown as something else. */
const HALF_PAIR = /[\uD800-\uDBFF]$/;

/** The beginning of a message, in a sentence of others: the whole of it is told elsewhere. */
export function cutShort(message: string): string {
  return cutTo(160, inOneLine(message));
}

/** A message without the middle of what it quotes, where that is long: its beginning says where, its end says why. */
export function withoutMiddle(message: string): string {
  if (message.length <= MAX_MESSAGE) return message;
  return `${message.slice(0, MAX_MESSAGE - 200).replace(HALF_PAIR, '')} … ${message.slice(-180).replace(/^[\uDC00-\uDFFF]/, '')}`;
}

const MAX_MESSAGE = 700;

/** Controls, marks that turn the direction of what follows, what has no width, halves of pairs and what is no character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;

/** Texts from files as they are, where they could look like others: what cannot be seen is shown by its number. */
export function visible(text: string): string {
  return text.replace(UNSEEN, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`);
}

/** Texts with parts from files, in Markdown that has none of its own from them: no links, no HTML, no code. */
export function plainMarkdown(text: string): string {
  return visible(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>|&]/g, (char) =>
    /[<>&]/.test(char) ? `&#${char.charCodeAt(0)};` : `\\${char}`,
  );
}

/** As much of a text as may be needed where a line of it is shown: what is not shown need not be gone through. */
export function beginning(text: string): string {
  return text.length > MOST_LOOKED_AT ? text.slice(0, MOST_LOOKED_AT) : text;
}

const MOST_LOOKED_AT = 4000;

/** Names from manifests inside one-line messages: cut, and without line breaks. */
export function quote(name: string): string {
  const flat = visible(beginning(name).replace(/\s+/g, ' '));
  return `“${cutTo(60, flat)}”`;
}

/** Why an autoscaler adds no node to a group. */
export function fullGroupText(group: string, max: number): string {
  if (max === 0) return `group ${group} may have no node`;
  return `group ${group} has ${max === 1 ? 'the one' : `all ${max}`} that it may have`;
}
