import { goQuote } from './goQuote';

const OCTET = /^\d+$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

/** IPv4 with leading zeros allowed, as Go read addresses before 1.17 and Kubernetes still does. */
function isIPv4(text: string): boolean {
  const octets = text.split('.');
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255);
}

function groupCount(text: string): number | undefined {
  if (text === '') return 0;
  const groups = text.split(':');
  const last = groups.at(-1) ?? '';
  const tail = last.includes('.') ? 2 : 1;
  if (tail === 2 && !isIPv4(last)) return undefined;
  const plain = tail === 2 ? groups.slice(0, -1) : groups;
  return plain.every((group) => GROUP.test(group)) ? plain.length + tail - 1 : undefined;
}

function isIPv6(text: string): boolean {
  const halves = text.split('::');
  if (halves.length > 2) return false;
  const counts = halves.map(groupCount);
  if (counts.some((count) => count === undefined)) return false;
  const total = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return halves.length === 2 ? total < 8 : total === 8;
}

export function isValidIP(text: string): boolean {
  return text.includes(':') ? isIPv6(text) : isIPv4(text);
}

/** Addresses that may be read in two ways, or are not written in the standard form. */
export function addressWarning(text: string): string | undefined {
  if (!isValidIP(text)) return undefined;
  if (!text.includes(':')) {
    const plain = text.split('.').map(Number).join('.');
    return plain === text ? undefined : nonStandard(text, plain);
  }
  const groups = expand(text);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return nonStandard(text, `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`);
  }
  const canonical = compress(groups);
  if (canonical === text) return undefined;
  return `IPv6 address ${goQuote(text)} should be in RFC 5952 canonical format (${goQuote(canonical)})`;
}

function nonStandard(text: string, standard: string): string {
  return `non-standard IP address ${goQuote(text)} will be considered invalid in a future Kubernetes release: use ${goQuote(standard)}`;
}

function expand(text: string): number[] {
  const [head = [], tail] = text.split('::').map(numbersOf);
  if (tail === undefined) return head;
  return [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function numbersOf(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}

/** The longest run of two or more zeros is left out; of several the first. */
function compress(groups: readonly number[]): string {
  let start = -1;
  let length = 1;
  for (let index = 0; index < groups.length; index++) {
    let end = index;
    while (groups[end] === 0) end++;
    if (end - index > length) [start, length] = [index, end - index];
  }
  const text = (part: readonly number[]): string => part.map((group) => group.toString(16)).join(':');
  return start < 0 ? text(groups) : `${text(groups.slice(0, start))}::${text(groups.slice(start + length))}`;
}
