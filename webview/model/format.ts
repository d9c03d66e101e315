/** Short forms for the places of the page where there is little room. */

/** Long names keep their telling end: `payment-gat…-5d8f7-x2kq9`. */
export function shorten(text: string, length: number): string {
  if (text.length <= length) return text;
  const tail = Math.ceil((length - 1) / 2);
  return `${text.slice(0, Math.max(0, length - 1 - tail))}…${text.slice(text.length - tail)}`;
}

/** The image without its registry: `nginx:1.9.3` of `registry.example.com/library/nginx:1.9.3`. */
export function shortImage(image: string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return last.replace(/@sha256:([0-9a-f]{7})[0-9a-f]*/, '@$1');
}

/** The version stays whole, of the name the middle goes: `chec…vice:2.15.0-rc.1`. */
export function shortenImage(image: string, length: number): string {
  const short = shortImage(image);
  const at = short.search(/[:@]/);
  if (short.length <= length || at < 0) return shorten(short, length);
  const version = short.slice(at);
  const room = length - version.length;
  if (room >= LEAST_NAME) return `${shorten(short.slice(0, at), room)}${version}`;
  return room >= 1 ? `…${version}` : `…${shorten(version.slice(1), Math.max(1, length - 1))}`;
}

/** Two letters and a mark between them. */
const LEAST_NAME = 3;

/** The longest form of a text that fits, where `fits` says so: `formOf(length)` gives the form of that length. */
export function longestForm(length: number, formOf: (length: number) => string, fits: (text: string) => boolean): string {
  const whole = formOf(length);
  if (fits(whole)) return whole;
  let [low, high] = [1, length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (fits(formOf(middle))) low = middle;
    else high = middle - 1;
  }
  return formOf(low);
}
