import { jsonAt, type JsonObject, type JsonValue } from '../../manifest/json';
import { list, object, text } from '../../manifest/reading';
import { nodeAt, type Path, type SourceNode, type TextRange } from '../../manifest/source';
import { deployingObjects, fromTop } from './deployers';

/** How a chart of this repository is installed: an Argo CD Application of one, or a Flux HelmRelease. */
export interface ChartRelease {
  /** `HelmRelease shop`. */
  readonly name: string;
  /** The chart's folder, from the top of the repository without slashes around. */
  readonly folder: string;
  readonly release: string;
  readonly namespace: string;
  /** In the order in which they are given. Those with a slash in front count from the top of the repository. */
  readonly files: readonly string[];
  /** The files take the place of the chart's own values, as Flux has it. */
  readonly replacesOwn: boolean;
  /** Where values stand in the object itself, in its file. */
  readonly inline: TextRange | undefined;
  /** Given one by one. */
  readonly parameters: readonly { readonly isText: boolean; readonly line: string }[];
}

/** The charts that a file says are installed from this repository, as far as that is written plainly. */
export function readReleases(written: string): readonly ChartRelease[] {
  return deployingObjects(written).flatMap(({ json, root, part, start }) => {
    const rangeOf = (path: Path): TextRange | undefined => valuesRange(part, nodeAt(root, path), start);
    return releasesOf(json, rangeOf).filter(({ folder, release }) => folder !== '' && !/[{}]/.test(folder + release));
  });
}

function releasesOf(json: JsonObject, rangeOf: (path: Path) => TextRange | undefined): readonly ChartRelease[] {
  const [apiVersion, kind] = [text(json['apiVersion']), text(json['kind'])];
  if (kind === 'HelmRelease' && apiVersion.startsWith('helm.toolkit.fluxcd.io/')) return helmRelease(json, rangeOf);
  return kind === 'Application' && apiVersion.startsWith('argoproj.io/') ? application(json, rangeOf) : [];
}

/** Where a source of Flux is a repository, its charts may lie in this one; those of a HelmRepository do not. */
const REPOSITORIES: ReadonlySet<string> = new Set(['GitRepository', 'Bucket', 'OCIRepository']);

function helmRelease(json: JsonObject, rangeOf: (path: Path) => TextRange | undefined): readonly ChartRelease[] {
  const [spec, metadata] = [object(json['spec']), object(json['metadata'])];
  const chart = jsonAt(spec, ['chart', 'spec']);
  if (!REPOSITORIES.has(text(jsonAt(chart, ['sourceRef', 'kind'])))) return [];
  const target = text(spec['targetNamespace']);
  const name = text(metadata['name']);
  const files = list(jsonAt(chart, ['valuesFiles'])).map((file) => `/${fromTop(text(file))}`);
  return [
    {
      name: `HelmRelease ${name}`,
      folder: fromTop(text(jsonAt(chart, ['chart']))),
      release: text(spec['releaseName']) || (target === '' ? name : `${target}-${name}`),
      namespace: target || text(metadata['namespace']) || 'default',
      files,
      replacesOwn: files.length > 0,
      inline: rangeOf(['spec', 'values']),
      parameters: [],
    },
  ];
}

function application(json: JsonObject, rangeOf: (path: Path) => TextRange | undefined): readonly ChartRelease[] {
  const [spec, name] = [object(json['spec']), text(jsonAt(json, ['metadata', 'name']))];
  const sources: (readonly [Path, JsonValue])[] = [
    ...(spec['source'] === undefined ? [] : ([[['spec', 'source'], spec['source']]] as const)),
    ...list(spec['sources']).map((source, index) => [['spec', 'sources', index], source] as const),
  ];
  return sources.flatMap(([at, source]): ChartRelease[] => {
    const { path, helm } = object(source);
    if (helm === undefined) return [];
    return [
      {
        name: `Application ${name}`,
        folder: fromTop(text(path)),
        release: text(jsonAt(helm, ['releaseName'])) || name,
        namespace: text(jsonAt(spec, ['destination', 'namespace'])) || 'default',
        files: list(jsonAt(helm, ['valueFiles'])).map((file) => text(file).replace(/^\$[\w-]+\//, '/')),
        replacesOwn: false,
        inline: rangeOf([...at, 'helm', 'valuesObject']) ?? rangeOf([...at, 'helm', 'values']),
        parameters: list(jsonAt(helm, ['parameters'])).map((each) => ({
          isText: object(each)['forceString'] === true,
          line: `${text(object(each)['name'])}=${text(object(each)['value'])}`,
        })),
      },
    ];
  });
}

/** Of a table, or of the text of one as a block, which stands below its indicator. */
function valuesRange(part: string, node: SourceNode | undefined, offset: number): TextRange | undefined {
  if (node === undefined || (node.kind === 'scalar' && (node.plain || part[node.start] !== '|'))) return undefined;
  const from = node.kind === 'scalar' ? part.indexOf('\n', node.start) + 1 : node.start;
  return { start: offset + from, end: offset + node.end };
}
