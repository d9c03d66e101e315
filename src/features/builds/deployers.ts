import { isJsonObject, jsonAt, readJson, type JsonObject, type JsonValue } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { list, object, text } from '../../manifest/reading';
import type { SourceNode } from '../../manifest/source';
import { splitDocuments } from '../../manifest/split';
import { mayDeploy } from '../toolFiles';
import { filled, fillingsOf, type FindFiles } from './applicationSets';

/** An Argo CD Application, an ApplicationSet or a Flux Kustomization, and the folders of the repository that it applies. */
export interface Deployer {
  /** `Application shop-prod`. */
  readonly name: string;
  /** From the top of the repository, without slashes around; `*` stands for the name of any one folder. */
  readonly folders: readonly string[];
  /** What Flux adds to the kustomizations there, as seen from them. */
  readonly components?: readonly string[];
  /** The fields by which Flux changes what is built there: `spec.patches`. */
  readonly changes?: readonly string[];
}

/** What changes pods or names, and is not followed. */
const CHANGES = ['patches', 'patchesStrategicMerge', 'patchesJson6902', 'images', 'namePrefix', 'nameSuffix'];

/** An object of a file that may say what is applied. */
export interface DeployingObject {
  readonly json: JsonObject;
  readonly root: SourceNode | undefined;
  /** Its text, and where that begins in the file. */
  readonly part: string;
  readonly start: number;
}

/** All objects of a file that names Argo CD or Flux; none of any other. */
export function deployingObjects(written: string): readonly DeployingObject[] {
  if (!mayDeploy(written)) return [];
  return splitDocuments(written).flatMap(({ start, end }) => {
    const part = written.slice(start, end);
    const { root, problems } = parseText(part);
    const json = root === undefined || problems.length > 0 ? undefined : readJson(root, 'literal').json;
    return isJsonObject(json) ? [{ json, root, part, start }] : [];
  });
}

/** `Application shop in apps/shop.yaml`. */
export function appliedByText(name: string, path: string): string {
  return `${name} in ${path.split('/').slice(-2).join('/')}`;
}

/** What a file says is applied from this repository, as far as that is written plainly. */
export function readDeployers(written: string, find?: FindFiles): readonly Deployer[] {
  return deployingObjects(written).flatMap(({ json }) => {
    const folders = foldersOf(json, find)
      .map(fromTop)
      .filter((folder) => folder !== '' && !folder.includes('{'));
    const name = `${text(json['kind'])} ${text(jsonAt(json, ['metadata', 'name']))}`;
    return folders.length === 0 ? [] : [{ name, folders: [...new Set(folders)], ...addedBy(json) }];
  });
}

/** What a Kustomization of Flux does to the one that it applies. */
function addedBy(json: JsonObject): Pick<Deployer, 'components' | 'changes'> {
  if (!text(json['apiVersion']).startsWith('kustomize.')) return {};
  const spec = object(json['spec']);
  const components = list(spec['components']).map(text);
  const changes = CHANGES.filter((field) => list(spec[field]).length > 0 || text(spec[field]) !== '').map(
    (field) => `spec.${field}`,
  );
  return { ...(components.length === 0 ? {} : { components }), ...(changes.length === 0 ? {} : { changes }) };
}

function foldersOf(json: JsonValue, find?: FindFiles): readonly string[] {
  const [apiVersion, kind] = [text(jsonAt(json, ['apiVersion'])), text(jsonAt(json, ['kind']))];
  const spec = jsonAt(json, ['spec']);
  if (kind === 'Kustomization' && apiVersion.startsWith('kustomize.toolkit.fluxcd.io/')) return [text(jsonAt(spec, ['path']))];
  if (!apiVersion.startsWith('argoproj.io/')) return [];
  if (kind === 'Application') return pathsOf(spec);
  if (kind !== 'ApplicationSet') return [];
  const template = jsonAt(spec, ['template', 'spec']) ?? null;
  return fillingsOf(jsonAt(spec, ['generators']), find).flatMap((filling) => pathsOf(filled(template, filling)));
}

function pathsOf(spec: JsonValue | undefined): readonly string[] {
  const sources = [jsonAt(spec, ['source']), ...list(jsonAt(spec, ['sources']))];
  return sources.map((source) => text(jsonAt(source, ['path'])));
}

/** A path from the top of the repository, without slashes around. */
export function fromTop(path: string): string {
  return path
    .split('/')
    .filter((step) => step !== '' && step !== '.')
    .join('/');
}

/** Whether a folder, with its whole path, is one that is meant. */
export function isDeployed(folder: string, wanted: string): boolean {
  const [steps, pattern] = [folder.split('/'), wanted.split('/')];
  if (pattern.length > steps.length) return false;
  return pattern.every((step, index) => step === '*' || step === steps[steps.length - pattern.length + index]);
}
