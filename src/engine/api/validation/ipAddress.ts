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
