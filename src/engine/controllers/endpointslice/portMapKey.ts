/** Upstream: NewPortMapKey and deepHashObject of staging/src/k8s.io/endpointslice/util/controller_utils.go (v1.36.4). */
import type { EndpointPort } from '../../../model/apiTypes';

const OFFSET_BASIS = 0x6c62272e07bb014262b821756295c58dn;
const PRIME = 0x0000000001000000000000000000013bn;
const MASK = (1n << 128n) - 1n;

/** FNV-1a with 128 bits, in hexadecimal digits. The API server takes nothing but ASCII for what is hashed here. */
function fnv128a(text: string): string {
  let hash = OFFSET_BASIS;
  for (let at = 0; at < text.length; at++) hash = ((hash ^ BigInt(text.charCodeAt(at) & 0xff)) * PRIME) & MASK;
  return hash.toString(16).padStart(32, '0');
}

/** As Go prints the struct: names, types of pointers and what they point at. */
function printed({ name, protocol, port, appProtocol }: EndpointPort): string {
  const pointer = (type: string, value: string | number | undefined): string => `(*${type})${value ?? '<nil>'}`;
  const fields = [
    `Name:${pointer('string', name)}`,
    `Protocol:${pointer('v1.Protocol', protocol)}`,
    `Port:${pointer('int32', port)}`,
    `AppProtocol:${pointer('string', appProtocol)}`,
  ];
  return `{${fields.join(' ')}}`;
}

/** In the order in which a slice lists its ports: that of their hashes. */
export function portsInOrder(ports: readonly EndpointPort[]): readonly EndpointPort[] {
  const hashed = ports.map((port) => ({ port, hash: fnv128a(`(v1.EndpointPort)${printed(port)}`) }));
  return hashed.sort((a, b) => (a.hash < b.hash ? -1 : 1)).map(({ port }) => port);
}

/** The same for the same ports; port sets go in the order of their keys where upstream walks a map. */
export function portMapKey(ports: readonly EndpointPort[] = []): string {
  return fnv128a(`([]v1.EndpointPort)[${portsInOrder(ports).map(printed).join(' ')}]`);
}
