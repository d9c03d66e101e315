/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/ip.go (v1.36.4). */
import { goQuote } from '../../../../model/goQuote';

const OCTET = /^\d+$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;

/** IPv4 with leading zeros allowed, as Go read addresses before 1.17. */
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

const NO_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

/** What is wrong with an address: besides what is none, what can be read in two ways (strict from v1.36 on). */
export function addressProblem(text: string): string | undefined {
  if (!(text.includes(':') ? isIPv6(text) : isIPv4(text))) return NO_ADDRESS;
  const octets = text.slice(text.lastIndexOf(':') + 1).split('.');
  if (octets.length > 1 && octets.some((octet) => /^0\d/.test(octet))) return 'must not have leading 0s';
  return isMapped(text) ? 'must not be an IPv4-mapped IPv6 address' : undefined;
}

function isMapped(text: string): boolean {
  if (!text.includes(':')) return false;
  const groups = expand(text);
  return groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
}

/** IPv6 addresses that are not written in the standard form. */
export function addressWarning(text: string): string | undefined {
  if (!text.includes(':') || addressProblem(text) !== undefined) return undefined;
  const canonical = compress(expand(text));
  if (canonical === text) return undefined;
  return `IPv6 address ${goQuote(text)} should be in RFC 5952 canonical format (${goQuote(canonical)})`;
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
