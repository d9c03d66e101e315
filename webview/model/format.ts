/** Short forms for the places of the page where there is little room. */

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
