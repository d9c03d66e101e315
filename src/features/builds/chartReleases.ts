import { jsonAt, type JsonObject, type JsonValue } from '../../manifest/json';
import { list, object, text } from '../../manifest/reading';
import { nodeAt, type Path, type SourceNode, type TextRange } from '../../manifest/source';
import { excludedFolders, filled, fillingsOf, type FindFiles } from './applicationSets';
import { deployingObjects, fromTop } from './deployers';

/** How a chart of this repository is installed: an Argo CD Application of one, or a Flux HelmRelease. */
export interface ChartRelease {
  /** `HelmRelease shop`. */
  readonly name: string;
  /** The chart's folder, from the top of the repository without slashes around; `*` stands for the name of any one folder. */
  readonly folder: string;
  /** Not these, although the folder would be meant. */
  readonly except: readonly string[];
  /** A `*` stands for the name of the chart's folder, here and in the namespace and the files. */
  readonly release: string;
  readonly namespace: string;
  /** In the order in which they are given. Those with a slash in front count from the top of the repository. */
  readonly files: readonly string[];
  /** The files take the place of the chart's own values, as Flux has it. */
  readonly replacesOwn: boolean;
  /** Where values stand in the object itself, in its file. */
  readonly inline: TextRange | undefined;
  /** Given one by one. */
  readonly parameters: readonly Parameter[];
  /** What gives values that no file here has: `ConfigMap shop-values`. */
  readonly unknown: readonly string[];
  /** Files that are not there are none. */
  readonly forgivesMissing: boolean;
}

interface Parameter {
  readonly isText: boolean;
  readonly line: string;
}

type RangeOf = (path: Path) => TextRange | undefined;

/** The charts that a file says are installed from this repository, as far as that is written plainly. */
export function readReleases(written: string, find?: FindFiles): readonly ChartRelease[] {
  return deployingObjects(written).flatMap(({ json, root, part, start }) => {
    const rangeOf = (path: Path): TextRange | undefined => valuesRange(part, nodeAt(root, path), start);
    return releasesOf(json, rangeOf, find).filter(({ folder, release }) => folder !== '' && !/[{}]/.test(folder + release));
  });
}

function releasesOf(json: JsonObject, rangeOf: RangeOf, find: FindFiles | undefined): readonly ChartRelease[] {
  const [apiVersion, kind] = [text(json['apiVersion']), text(json['kind'])];
  if (kind === 'HelmRelease' && apiVersion.startsWith('helm.toolkit.fluxcd.io/')) return helmRelease(json, rangeOf);
  if (!apiVersion.startsWith('argoproj.io/')) return [];
  if (kind === 'ApplicationSet') return applicationSet(json, rangeOf, find);
  return kind === 'Application' ? application(json, rangeOf) : [];
}

/** Where a source of Flux is a repository, its charts may lie in this one; those of a HelmRepository do not. */
const REPOSITORIES: ReadonlySet<string> = new Set(['GitRepository', 'Bucket', 'OCIRepository']);

function helmRelease(json: JsonObject, rangeOf: RangeOf): readonly ChartRelease[] {
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
      except: [],
      inline: rangeOf(['spec', 'values']),
      parameters: [],
      unknown: list(spec['valuesFrom']).map((from) => `${text(jsonAt(from, ['kind']))} ${text(jsonAt(from, ['name']))}`),
      forgivesMissing: jsonAt(chart, ['ignoreMissingValuesFiles']) === true,
    },
  ];
}

/** The Applications that it makes. Where they stand in the file is their template. */
function applicationSet(json: JsonObject, rangeOf: RangeOf, find: FindFiles | undefined): readonly ChartRelease[] {
  const generators = jsonAt(json, ['spec', 'generators']);
  const name = `ApplicationSet ${text(jsonAt(json, ['metadata', 'name']))}`;
  const except = excludedFolders(generators).map(fromTop);
  const rangeInTemplate = (path: Path): TextRange | undefined => rangeOf(['spec', 'template', ...path]);
  return fillingsOf(generators, find).flatMap((filling) => {
    const made = object(filled(jsonAt(json, ['spec', 'template']) ?? null, filling));
    return application(made, rangeInTemplate).map((each) => ({ ...each, name, except }));
  });
}

function application(json: JsonObject, rangeOf: RangeOf): readonly ChartRelease[] {
  const [spec, name] = [object(json['spec']), text(jsonAt(json, ['metadata', 'name']))];
  const sources: (readonly [Path, JsonValue])[] = [
    ...(spec['source'] === undefined ? [] : ([[['spec', 'source'], spec['source']]] as const)),
    ...list(spec['sources']).map((source, index) => [['spec', 'sources', index], source] as const),
  ];
  return sources.flatMap(([at, source]): ChartRelease[] => {
    const { path, helm } = object(source);
    if (helm === undefined) return [];
    const inline = inlineOf([...at, 'helm'], helm, rangeOf);
    const files = list(jsonAt(helm, ['valueFiles'])).map(text);
    const parameters = list(jsonAt(helm, ['parameters'])).map((each) => ({
      isText: object(each)['forceString'] === true,
      line: `${text(object(each)['name'])}=${asOne(text(object(each)['value']))}`,
    }));
    const unknownFiles = files.filter((file) => isOpen(file) || file.includes('://'));
    return [
      {
        name: `Application ${name}`,
        folder: fromTop(text(path)),
        except: [],
        release: text(jsonAt(helm, ['releaseName'])) || name,
        namespace: text(jsonAt(spec, ['destination', 'namespace'])) || 'default',
        files: files.filter((file) => !unknownFiles.includes(file)).map((file) => file.replace(/^\$[\w-]+\//, '/')),
        replacesOwn: false,
        inline: inline === 'open' ? undefined : inline,
        parameters: parameters.filter(({ line }) => !isOpen(line)),
        unknown: [
          ...unknownFiles,
          ...(inline === 'open' ? ['the values that stand in it'] : []),
          ...parameters.filter(({ line }) => isOpen(line)).map(({ line }) => `the parameter ${line.slice(0, line.indexOf('='))}`),
          ...list(jsonAt(helm, ['fileParameters'])).map((each) => text(jsonAt(each, ['path']))),
        ],
        forgivesMissing: jsonAt(helm, ['ignoreMissingValueFiles']) === true,
      },
    ];
  });
}

/** What a template or a generator fills in. */
const isOpen = (written: string): boolean => written.includes('{{');

/** Where values stand in an Application; `open`: something fills them in, or they are written so that they have no places. */
function inlineOf(at: Path, helm: JsonValue, rangeOf: RangeOf): TextRange | 'open' | undefined {
  for (const key of ['valuesObject', 'values']) {
    const given = jsonAt(helm, [key]);
    if (given === undefined) continue;
    return isOpen(JSON.stringify(given)) ? 'open' : (rangeOf([...at, key]) ?? 'open');
  }
  return undefined;
}

/** Of a table, or of the text of one as a block, which stands below its indicator. */
function valuesRange(part: string, node: SourceNode | undefined, offset: number): TextRange | undefined {
  if (node === undefined || (node.kind === 'scalar' && (node.plain || part[node.start] !== '|'))) return undefined;
  const from = node.kind === 'scalar' ? part.indexOf('\n', node.start) + 1 : node.start;
  return { start: offset + from, end: offset + node.end };
}

/** As Argo CD gives a parameter to `--set`, where commas would end it: but for those of a list. */
const asOne = (value: string): string => (/^\{[^]*\}$/.test(value) ? value : value.replace(/([^\\]),/g, '$1\\,'));
