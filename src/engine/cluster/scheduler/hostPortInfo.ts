/** Upstream: pkg/scheduler/framework/types.go, HostPortInfo (v1.36.4). */
import type { HostPort } from './podInfo';

const EVERY_IP = '0.0.0.0';

/**
 * The host ports in use on a node, by address.
 * QUIRK: a set without counts, as upstream's: when one of two pods with the same port goes, the port counts as free.
 */
export class HostPortInfo {
  readonly #byIP = new Map<string, Set<string>>();

  add(port: HostPort): void {
    const ports = this.#byIP.get(port.ip);
    if (ports === undefined) this.#byIP.set(port.ip, new Set([portText(port)]));
    else ports.add(portText(port));
  }

  remove(port: HostPort): void {
    this.#byIP.get(port.ip)?.delete(portText(port));
  }

  /** 0.0.0.0 conflicts with every address, an address with itself and 0.0.0.0. */
  conflicts(port: HostPort): boolean {
    const text = portText(port);
    if (port.ip !== EVERY_IP) return this.#has(EVERY_IP, text) || this.#has(port.ip, text);
    for (const ports of this.#byIP.values()) if (ports.has(text)) return true;
    return false;
  }

  #has(ip: string, text: string): boolean {
    return this.#byIP.get(ip)?.has(text) ?? false;
  }
}

function portText({ protocol, port }: HostPort): string {
  return `${protocol}:${port}`;
}
