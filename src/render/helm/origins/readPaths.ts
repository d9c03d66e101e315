/** Ours: what templates looked at, as paths: `.Values.image.tag`, `.Chart.AppVersion`, `.Release.Name`. */
import type { Path } from '../../../manifest/source';
import type { Origins, Read, Segment, Trace } from '../../goTemplate/trace';
import { fieldOf } from '../../goTemplate/types';
import { List, MapView, Struct, type Value } from '../../goTemplate/value';
import type { RenderedChart } from '../chartSession';

export type Looked =
  | { readonly of: 'values'; readonly path: Path; readonly value: Value }
  /** A field of a Chart.yaml. */
  | { readonly of: 'chart'; readonly file: string; readonly path: Path; readonly value: Value }
  | { readonly of: 'release' | 'capabilities'; readonly path: Path; readonly value: Value };

type Container = Read['container'];
type Home = Omit<Looked, 'value'>;

const MOST_READS = 3000;

/** Knows the containers of one rendering by what they are. */
export class ReadPaths {
  readonly #homes = new WeakMap<Container, Home>();
  readonly #looked = new WeakMap<Segment, readonly Looked[]>();

  constructor({ prepared, renderables }: RenderedChart) {
    this.#add(prepared.values, { of: 'values', path: [] });
    for (const { values, path } of renderables) {
      this.#add(values.get('Release'), { of: 'release', path: [] });
      this.#add(values.get('Capabilities'), { of: 'capabilities', path: [] });
      const at = path?.lastIndexOf('templates/') ?? -1;
      if (path !== undefined && at >= 0)
        this.#add(values.get('Chart'), { of: 'chart', file: `${path.slice(0, at)}Chart.yaml`, path: [] } as Home);
    }
  }

  #add(value: Value | undefined, home: Home): void {
    const container = value instanceof MapView ? value.target : value;
    if (!(container instanceof Map || container instanceof List || container instanceof Struct)) return;
    if (this.#homes.has(container)) return;
    this.#homes.set(container, home);
    const below = (key: string | number, item: Value): void => {
      this.#add(item, { ...home, path: [...home.path, key] });
    };
    if (container instanceof List)
      container.items.forEach((item, index) => { below(index, item); }); // prettier-ignore
    else if (container instanceof Struct)
      container.fields.forEach((item, key) => { below(key, item); }); // prettier-ignore
    else for (const [key, item] of container) below(key, item);
  }

  /** What a read was; undefined for steps on the way and for what templates have made themselves. */
  of({ container, key }: Read): Looked | undefined {
    const home = this.#homes.get(container instanceof MapView ? container.target : container);
    if (home === undefined) return undefined;
    return { ...home, path: [...home.path, key], value: valueAt(container, key) } as Looked;
  }

  /** All that took part in a piece, by way of maps that templates made, and of what they included, too; each once. */
  lookedAt(segment: Segment, trace: Trace): readonly Looked[] {
    let found = this.#looked.get(segment);
    if (found === undefined) this.#looked.set(segment, (found = withoutSteps(this.#collect(segment, trace))));
    return found;
  }

  #collect(segment: Segment, trace: Trace): ReadonlyMap<string, Looked> {
    const found = new Map<string, Looked>();
    const seen = new Set<object>();
    let count = 0;
    const take = (read: Read): void => {
      if (++count > MOST_READS) return;
      const looked = this.of(read);
      if (looked !== undefined) {
        found.set(keyOf(looked.of, looked.path), looked);
        return;
      }
      const origins = read.container instanceof Struct ? undefined : trace.origins.get(read.container);
      if (origins !== undefined) all(origins);
    };
    const all = (origins: Origins): void => {
      if (seen.has(origins) || count > MOST_READS) return;
      seen.add(origins);
      origins.reads.forEach(take);
      for (const { segments } of origins.inner) segments.forEach(all);
    };
    all(segment);
    return found;
  }
}

function keyOf(of: Looked['of'], path: Path): string {
  return `${of} ${path.join('\0')}`;
}

/** Without the maps that were only on the way to something in them. */
function withoutSteps(looks: ReadonlyMap<string, Looked>): readonly Looked[] {
  const steps = new Set<string>();
  for (const { of, path } of looks.values())
    for (let length = 1; length < path.length; length++) steps.add(keyOf(of, path.slice(0, length)));
  return [...looks].flatMap(([key, look]) => (steps.has(key) && isContainer(look.value) ? [] : [look]));
}

function isContainer(value: Value): boolean {
  return value instanceof Map || value instanceof List || value instanceof Struct;
}

function valueAt(container: Container, key: string | number): Value {
  if (container instanceof List) return container.items[Number(key)] ?? null;
  if (container instanceof Struct) return fieldOf(container, String(key))?.value ?? null;
  return container.get(String(key)) ?? null;
}
