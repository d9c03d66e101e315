/** Ours: where in which file a value is written that templates read, and what it took the place of. */
import { parseAsGo } from '../../../manifest/around';
import { entryAt, nodeAt, type Path, type SourceNode, type TextRange } from '../../../manifest/source';
import { formatValue } from '../../goTemplate/format';
import { List, type GoMap, type Value } from '../../goTemplate/value';
import type { Chart, ChartFile } from '../chart';

/** A file with values, or values that were given without one. */
export interface ValuesFile {
  /** Undefined: they stand in no file. */
  readonly path: string | undefined;
  readonly text: string;
}

export interface ValuePlace extends TextRange {
  /** Undefined: given without a file, by `--set`. */
  readonly file: string | undefined;
  /** Where its key is; undefined for items of lists. */
  readonly key: TextRange | undefined;
  /** In its file. */
  readonly path: Path;
  readonly text: string;
}

interface Layer {
  readonly file: string | undefined;
  readonly prefix: Path;
  readonly text: string;
  readonly values: GoMap | undefined;
}

const GLOBAL = 'global';

/** The layers of a chart's values: what is given for this time, the chart's own, those of subcharts. */
export class ValueLayers {
  readonly #layers: readonly Layer[];
  readonly #given: ReadonlySet<string>;
  readonly #roots = new Map<Layer, SourceNode | undefined>();

  /** `files`: the last one counts. `inline`: what `--set` makes. */
  constructor(chart: Chart, files: readonly ValuesFile[], inline: GoMap) {
    const given = files.map(({ path, text }): Layer => ({ file: path, prefix: [], text, values: undefined }));
    const set: Layer[] = inline.size > 0 ? [{ file: undefined, prefix: [], text: '', values: inline }] : [];
    this.#given = new Set(files.flatMap(({ path }) => path ?? []));
    this.#layers = [...set, ...given.reverse(), ...ofChart(chart, [])];
  }

  get files(): readonly string[] {
    return this.#layers.flatMap(({ file }) => file ?? []);
  }

  /** Whether a file was given for this time. */
  isGiven(file: string): boolean {
    return this.#given.has(file);
  }

  /** Where a value under this path of the whole chart's values is written, the one that counts first. */
  placesOf(path: Path): readonly ValuePlace[] {
    const places: ValuePlace[] = [];
    for (const layer of this.#layers) {
      for (const within of pathsIn(layer.prefix, path)) {
        const place = layer.values === undefined ? this.#placeIn(layer, within) : inlinePlace(layer.values, within);
        if (place !== undefined) places.push(place);
      }
    }
    return places;
  }

  #placeIn(layer: Layer, path: Path): ValuePlace | undefined {
    const root = this.#rootOf(layer);
    const node = nodeAt(root, path);
    if (node === undefined) return undefined;
    const text = node.kind === 'scalar' ? String(node.value) : '';
    return { file: layer.file, start: node.start, end: node.end, key: entryAt(root, path)?.keyRange, path, text };
  }

  #rootOf(layer: Layer): SourceNode | undefined {
    if (!this.#roots.has(layer)) this.#roots.set(layer, parsedRoot(layer.text));
    return this.#roots.get(layer);
  }
}

/** The same text has the same tree: charts are read again far more often than their values change. */
const parsed = new Map<string, SourceNode | undefined>();
const MOST_PARSED = 40;

function parsedRoot(text: string): SourceNode | undefined {
  if (parsed.has(text)) return parsed.get(text);
  if (parsed.size >= MOST_PARSED) parsed.clear();
  const { root } = parseAsGo(text);
  parsed.set(text, root);
  return root;
}

function ofChart(chart: Chart, prefix: Path): Layer[] {
  const own: ChartFile | undefined = chart.valuesFile;
  const below = chart.dependencies.flatMap((each) => ofChart(each, [...prefix, each.metadata.name]));
  return own === undefined ? below : [{ file: own.path, prefix, text: own.data, values: undefined }, ...below];
}

/** Under which paths a layer may have it: its own, and as a global value that comes down from it. */
function pathsIn(prefix: Path, path: Path): readonly Path[] {
  const isBelow = prefix.every((step, index) => path[index] === step);
  const at = path.indexOf(GLOBAL);
  const isAbove = at > prefix.length && prefix.every((step, index) => index < at && path[index] === step);
  return [...(isAbove ? [path.slice(at)] : []), ...(isBelow ? [path.slice(prefix.length)] : [])];
}

function inlinePlace(values: GoMap, path: Path): ValuePlace | undefined {
  let value: Value | undefined = values;
  for (const step of path) {
    if (value instanceof Map) value = value.get(String(step));
    else if (value instanceof List && typeof step === 'number') value = value.items[step];
    else return undefined;
  }
  if (value === undefined) return undefined;
  const text = value instanceof Map || value instanceof List ? '' : formatValue(value);
  return { file: undefined, start: 0, end: 0, key: undefined, path, text };
}
