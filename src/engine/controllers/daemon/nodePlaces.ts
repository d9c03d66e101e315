/** Ours: the maps over which upstream's loops go, as far as they decide an order. */
import type { Pod } from '../../../model/apiTypes';
import { GoMapKeys, inGoMapOrder, SMALL_GO_MAP } from '../../kernel/goMap';
import type { RandomStream } from '../../kernel/random';
import { getTargetNodeName } from './daemonUtil';
import { drawnOrder, listedOrder, type NodeOrder } from './nodeOrder';

/** Where the nodes that exist, and the DaemonSet's pods, are in their maps of Go. */
export class NodePlaces {
  readonly #nodes = new GoMapKeys();
  readonly #pods = new GoMapKeys();
  /** By the pod's name. */
  readonly #nodeOf = new Map<string, string>();
  /** How many pods each node has. */
  readonly #counts = new Map<string, number>();

  setNode(name: string, wasThere: boolean, isThere: boolean): void {
    if (wasThere === isThere) return;
    if (isThere) this.#nodes.add(name);
    else this.#nodes.remove(name);
  }

  setPod(pod: Pod, isListed: boolean): void {
    const { name } = pod.metadata;
    if (this.#nodeOf.has(name) === isListed) return;
    const node = this.#nodeOf.get(name) ?? targetOf(pod);
    const count = (this.#counts.get(node) ?? 0) + (isListed ? 1 : -1);
    if (count === 0) this.#counts.delete(node);
    else this.#counts.set(node, count);
    if (isListed) {
      this.#pods.add(name);
      this.#nodeOf.set(name, node);
    } else {
      this.#pods.remove(name);
      this.#nodeOf.delete(name);
    }
  }

  /** `manage` loops over what the nodes' cache lists. */
  ofNodes(random: RandomStream): NodeOrder {
    return this.#nodes.count > SMALL_GO_MAP ? drawnOrder(random) : listedOrder(() => this.#nodes.inOrder(random));
  }

  /** A rolling update loops over a map by node, which is filled in the order in which the pods' index lists them. */
  ofPods(random: RandomStream): NodeOrder {
    if (this.#counts.size > SMALL_GO_MAP) return drawnOrder(random);
    return listedOrder(() => {
      const listed = this.#pods.inOrder(random).map((name) => this.#nodeOf.get(name) as string);
      return inGoMapOrder([...new Set(listed)], random);
    });
  }
}

function targetOf(pod: Pod): string {
  try {
    return getTargetNodeName(pod);
  } catch {
    return '';
  }
}
