import type { KubernetesObject } from '../model/apiTypes';
import type { Shapes } from './shapes';

/** The objects of one kind: each a line of text, far smaller than the object, by namespace. */
export class Shelf {
  readonly #shapes: Shapes;
  readonly #byNamespace = new Map<string, Map<string, string>>();

  constructor(shapes: Shapes) {
    this.#shapes = shapes;
  }

  get size(): number {
    let size = 0;
    for (const lines of this.#byNamespace.values()) size += lines.size;
    return size;
  }

  get namespaces(): readonly string[] {
    return [...this.#byNamespace.keys()].filter((namespace) => namespace !== '');
  }

  /** The last one of a name counts. */
  put(namespace: string, name: string, line: string): void {
    const lines = this.#byNamespace.get(namespace);
    if (lines === undefined) this.#byNamespace.set(namespace, new Map([[name, line]]));
    else lines.set(name, line);
  }

  remove(namespace: string, name: string): void {
    this.#byNamespace.get(namespace)?.delete(name);
  }

  /** Everything, to be written down. */
  *entries(): Generator<readonly [namespace: string, name: string, line: string]> {
    for (const [namespace, lines] of this.#byNamespace) for (const [name, line] of lines) yield [namespace, name, line];
  }

  *each(namespace?: string): Generator<KubernetesObject> {
    const shelves = namespace === undefined ? this.#byNamespace.values() : [this.#byNamespace.get(namespace) ?? []];
    for (const lines of shelves) for (const line of lines.values()) yield this.#shapes.object(line) as KubernetesObject;
  }
}
