/** Upstream: api/internal/target/kusttarget.go (kustomize v5.8.1): one kustomization and what it names. */
import { finished, type Slices } from '../../model/slices';
import { ResAccumulator } from './accumulator';
import type { BuildContext, StepTarget } from './buildContext';
import { addOrigin, type BuildOrigin } from './buildOrigin';
import { configOfDefinitions } from './crdConfig';
import { each, isSliceFull, spend, TooMuchError } from './effort';
import { KustomizeError } from './error';
import type { KustFile } from './kustomization';
import type { Kustomization } from './kustomizationFields';
import { isRemote, joinPath, LOAD, type Loader, NotAFile } from './loader';
import { nodesFromText, nodesInSlices } from './readNodes';
import { Resource } from './resource';
import { generatorsOf, transformersOf } from './steps';
import type { Place, RNode } from './rnode';
import { DEFAULT_CONFIG, mergeConfig, NO_CONFIG, readConfig } from './transformerConfig';

const FILE_NAMES = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** What one more folder costs, in steps: names can lead to the same one in very many ways. */
const FOLDER = 2500;

export class KustTarget implements StepTarget {
  readonly loader: Loader;
  readonly context: BuildContext;
  readonly file: KustFile;
  /** Set where `buildMetadata` wants to know where objects come from; relative to the first kustomization. */
  origin: string | undefined;
  /** Folders of components that somebody adds. */
  added: readonly string[] = [];

  constructor(loader: Loader, context: BuildContext, origin?: string) {
    spend(FOLDER);
    this.loader = loader;
    this.context = context;
    this.file = loadKustFile(loader, context);
    this.origin = origin;
  }

  get kustomization(): Kustomization {
    return this.file.value;
  }

  get fileName(): string {
    return this.file.file.slice(this.file.file.lastIndexOf('/') + 1);
  }

  /** Where an entry of the kustomization shows its problems, and where a lenient build goes on behind it. */
  attempt(run: () => void, ...path: readonly (string | number)[]): void {
    try {
      run();
    } catch (error) {
      this.#note(error, path);
    }
    this.#noteOutside(path);
  }

  /** The same for what takes longer. */
  *attemptInSlices(run: () => Slices<unknown>, ...path: readonly (string | number)[]): Slices<void> {
    try {
      yield* run();
    } catch (error) {
      this.#note(error, path);
    }
    this.#noteOutside(path);
    if (isSliceFull()) yield;
  }

  #noteOutside(path: readonly (string | number)[]): void {
    const outside = this.loader.takeOutside();
    if (outside !== undefined) this.#note(outside, path);
  }

  #note(error: unknown, path: readonly (string | number)[]): void {
    if (!(error instanceof KustomizeError)) throw error;
    // What is too much in all is shown where it begins.
    if (error.at === undefined || error instanceof TooMuchError) {
      const { source, start, end } = this.file.place('resource', ...path);
      error.at = { file: source.file, start, end };
    }
    if (this.context.problems === undefined || error instanceof TooMuchError) throw error;
    this.context.problems.push(error);
  }

  /** Of a component the accumulator is the one that it adds to. */
  *accumulateTarget(into = new ResAccumulator()): Slices<ResAccumulator> {
    const { resources = [], components = [], configurations = [], crds = [], vars } = this.kustomization;
    for (const [index, path] of resources.entries())
      yield* this.attemptInSlices(() => this.#accumulateResource(into, path), ...this.#pathOfResource(index));
    yield* this.#configure(into, configurations);
    for (const [index, path] of crds.entries()) yield* this.attemptInSlices(() => this.#addCrd(into, path), 'crds', index);
    for (const { run, path } of generatorsOf(this)) yield* this.attemptInSlices(() => run(into.map), ...path);
    const added = this.added.filter((path) => path !== '' && this.loader.isFolder(path));
    for (const [index, path] of [...components, ...added].entries())
      yield* this.attemptInSlices(() => this.#accumulateDirectory(into, path, true), 'components', index);
    yield* this.#runTransformers(into);
    if (vars !== undefined)
      this.attempt(() => {
        into.mergeVars(vars);
      }, 'vars');
    return into;
  }

  *#configure(into: ResAccumulator, paths: readonly string[]): Slices<void> {
    let own = NO_CONFIG;
    const read = function* (target: KustTarget, path: string): Slices<void> {
      own = mergeConfig(own, readConfig(yield* target.context.cache.parsed(target.loader.load(path)), path));
    };
    for (const [index, path] of paths.entries()) yield* this.attemptInSlices(() => read(this, path), 'configurations', index);
    this.attempt(() => {
      into.mergeConfig(mergeConfig(DEFAULT_CONFIG, own));
    }, 'configurations');
  }

  *#addCrd(into: ResAccumulator, path: string): Slices<void> {
    into.mergeConfig(configOfDefinitions(yield* this.context.cache.parsed(this.loader.load(path)), path));
  }

  /** All are made ready before the first one runs. */
  *#runTransformers(all: ResAccumulator): Slices<void> {
    for (const { run, path } of yield* transformersOf(this, all.config)) yield* this.attemptInSlices(() => run(all.map), ...path);
    for (const [index, path] of (this.kustomization.validators ?? []).entries())
      this.attempt(() => void this.objectsOf(path, this.file.place('resource', 'validators', index)), 'validators', index);
  }

  #pathOfResource(index: number): readonly (string | number)[] {
    const written = this.file.countOf('resources');
    return index < written ? ['resources', index] : ['bases', index - written];
  }

  /** A file, or else the folder of a kustomization. */
  *#accumulateResource(into: ResAccumulator, path: string): Slices<void> {
    if (!isRemote(path) && this.loader.isFolder(path)) {
      spend(LOAD);
      yield* this.#accumulateDirectory(into, path, false);
      return;
    }
    try {
      yield* this.#accumulateFile(into, path);
    } catch (error) {
      if (!(error instanceof KustomizeError)) throw error;
      if (error.kind === 'too-large') throw error;
      if (error instanceof NotAFile || isRemote(path)) {
        yield* this.#accumulateDirectory(into, path, false);
        return;
      }
      throw this.#betterError(error, path);
    }
  }

  #betterError(error: KustomizeError, path: string): KustomizeError {
    if (error.kind !== 'remote') {
      error.message = `accumulating resources from '${path}': ${error.message}`;
    }
    return error;
  }

  *#accumulateFile(into: ResAccumulator, path: string): Slices<void> {
    const text = this.loader.load(path);
    const source = { file: this.loader.pathOf(path), by: 'resource' as const };
    const nodes = yield* nodesInSlices(text, source, this.context.cache);
    if (nodes.length === 0) this.context.empty.push(source.file);
    yield* each(this.#withOrigin(nodes, path), (resource) => {
      into.map.append(resource);
    });
  }

  #withOrigin(nodes: readonly RNode[], path: string): readonly Resource[] {
    const made = nodes.map((node) => new Resource(node));
    if (this.origin === undefined) return made;
    const origin = { path: joinRelative(this.origin, path) };
    for (const resource of made) addOrigin(resource, origin);
    return made;
  }

  *#accumulateDirectory(into: ResAccumulator, path: string, isComponent: boolean): Slices<void> {
    const loader = this.loader.enter(path);
    const origin = this.origin === undefined ? undefined : joinRelative(this.origin, path);
    const target = new KustTarget(loader, this.context, origin);
    const isOne = target.kustomization.kind === 'Component';
    if (isOne !== isComponent) {
      const message = isComponent ? "expected kind 'Component'" : "expected kind != 'Component'";
      throw new KustomizeError('kind-or-version-of-kustomization', `${message} for path '/${loader.root}'`);
    }
    target.checkOpenApi();
    if (isComponent) yield* target.accumulateTarget(into);
    else yield* into.merge(yield* target.accumulateTarget());
  }

  checkOpenApi(): void {
    const { openapi = {} } = this.kustomization;
    const path = openapi['path'];
    if (path !== undefined) this.attempt(() => void this.loader.load(path), 'openapi', 'path');
    if (path !== undefined && openapi['version'] !== undefined)
      throw new KustomizeError('openapi', 'builtin version and custom schema provided, cannot use both');
  }

  /** The objects of an entry that is a text of its own, a file, or a folder. */
  objectsOf(entry: string, inline: Place): readonly Resource[] {
    try {
      return this.#withOrigin(nodesFromText(entry, inline.source, this.context.cache), this.fileName);
    } catch (error) {
      if (!(error instanceof KustomizeError)) throw error;
    }
    const into = new ResAccumulator();
    finished(this.#accumulateResource(into, entry));
    return into.map.resources;
  }

  noteOrigin(resource: Resource, origin: BuildOrigin): void {
    if (this.origin !== undefined) addOrigin(resource, origin);
  }

  /** What `buildMetadata` says of a step of this kustomization. */
  stepOrigin(kind: string): BuildOrigin {
    const configuredIn = joinRelative(this.origin ?? '', this.fileName);
    return { configuredIn, configuredBy: { apiVersion: 'builtin', kind } };
  }
}

/** Upstream: filepath.Join. */
function joinRelative(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${folder}/${path}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}

function loadKustFile(loader: Loader, context: BuildContext): KustFile {
  const found = FILE_NAMES.flatMap((name) => {
    const path = joinPath(loader.root, name);
    spend(LOAD);
    if (!loader.isFile(name)) return [];
    try {
      return [{ path, text: loader.load(name) }];
    } catch (error) {
      if (error instanceof KustomizeError) return [];
      throw error;
    }
  });
  const [first, ...more] = found;
  if (first === undefined)
    throw new KustomizeError(
      'no-kustomization',
      `unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/${loader.root}'`,
    );
  if (more.length > 0)
    throw new KustomizeError('many-kustomizations', `Found multiple kustomization files under: /${loader.root}`);
  const file = context.cache.kustFile(first.path, first.text);
  context.kustomizations.set(first.path, file);
  context.warnings.push(...file.warnings);
  return file;
}
