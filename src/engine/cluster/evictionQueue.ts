/**
 * Upstream: pkg/controller/tainteviction/taint_eviction.go, timed_workers.go (v1.36.4). One timer per pod on the event
 * loop.
 */
import type { Node } from '../../model/apiTypes';
import { REGION_LABEL, ZONE_LABEL } from '../../model/wellKnown';
import type { ObjectStore } from '../api/objectStore';

/** Facts: test/conformance/data/cluster/kubelet-facts.json, area `node`. */
const NODES_PER_SECOND = 0.1;
const NODES_PER_SECOND_IN_TROUBLE = 0.01;
const UNHEALTHY_SHARE = 0.55;
const MIN_UNHEALTHY = 3;
const LARGE_ZONE = 50;

interface Zone {
  /** Nodes that wait for their taint, in the order in which they fell silent. */
  readonly waiting: string[];
  /** No earlier than this the zone's next node. */
  notBefore: number;
}

/**
 * Which silent nodes get the taint that evicts their pods, and when: ten seconds apart in each zone. When most nodes of a
 * zone are silent the trouble is thought to lie elsewhere: large zones go slower, small ones stop; when all zones are
 * fully down nothing is evicted at all.
 */
export class EvictionQueue {
  readonly #store: ObjectStore;
  readonly #zones = new Map<string, Zone>();

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  add(node: Node): void {
    const name = zoneOf(node);
    let zone = this.#zones.get(name);
    if (zone === undefined) this.#zones.set(name, (zone = { waiting: [], notBefore: -Infinity }));
    zone.waiting.push(node.metadata.name);
  }

  remove(node: string): void {
    for (const { waiting } of this.#zones.values()) {
      const index = waiting.indexOf(node);
      if (index >= 0) waiting.splice(index, 1);
    }
  }

  /** The nodes whose turn it is, and when to ask again; undefined: not before something changes. */
  take(now: number): { readonly due: readonly string[]; readonly nextAt: number | undefined } {
    const due: string[] = [];
    let nextAt: number | undefined;
    const health = this.#health();
    for (const [name, zone] of this.#zones) {
      const rate = ratePerSecond(name, health);
      if (rate === 0 || zone.waiting.length === 0) continue;
      if (zone.notBefore <= now) {
        due.push(zone.waiting.shift() as string);
        zone.notBefore = now + 1000 / rate;
      }
      if (zone.waiting.length > 0) nextAt = Math.min(nextAt ?? Infinity, zone.notBefore);
    }
    return { due, nextAt };
  }

  #health(): ReadonlyMap<string, ZoneHealth> {
    const health = new Map<string, ZoneHealth>();
    for (const node of this.#store.list('Node')) {
      const zone = zoneOf(node);
      const { nodes, unhealthy } = health.get(zone) ?? { nodes: 0, unhealthy: 0 };
      health.set(zone, { nodes: nodes + 1, unhealthy: unhealthy + Number(!isReady(node)) });
    }
    return health;
  }
}

interface ZoneHealth {
  readonly nodes: number;
  readonly unhealthy: number;
}

function ratePerSecond(zone: string, health: ReadonlyMap<string, ZoneHealth>): number {
  if ([...health.values()].every(({ nodes, unhealthy }) => unhealthy === nodes)) return 0;
  const { nodes, unhealthy } = health.get(zone) ?? { nodes: 0, unhealthy: 0 };
  const isPartlyDown = unhealthy < nodes && unhealthy >= MIN_UNHEALTHY && unhealthy / nodes >= UNHEALTHY_SHARE;
  if (!isPartlyDown) return NODES_PER_SECOND;
  return nodes > LARGE_ZONE ? NODES_PER_SECOND_IN_TROUBLE : 0;
}

function zoneOf({ metadata: { labels = {} } }: Node): string {
  return `${labels[REGION_LABEL] ?? ''}/${labels[ZONE_LABEL] ?? ''}`;
}

function isReady(node: Node): boolean {
  return node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status !== 'True') !== true;
}
