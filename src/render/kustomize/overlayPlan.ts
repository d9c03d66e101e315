/** Ours: an overlay as something that can be built, for the features. */
import { finished, type Slices } from '../../model/slices';
import { counted, listed, plural } from '../../model/words';
import { writeYaml } from '../goYaml/writer';
import type { BuildPlan, BuildProblem, BuiltManifest, BuiltObject, FileTree } from '../builtManifest';
import { buildInSlices, type Build } from './build';
import type { RenderChart } from './buildContext';
import { Excuses } from './excuses';
import { editsFor } from './overlayEdits';
import { overlayProblems } from './overlayProblems';
import { filesIn, keyIn, placeIn } from './provenance';
import { ParseCache } from './readNodes';
import type { RNode } from './rnode';

export interface OverlayOptions {
  /** What it is called. */
  readonly name: string;
  /** The file of its kustomization. */
  readonly home: string;
  readonly appliedBy?: string | undefined;
  /** Shared by all overlays of a workspace: what they have in common is parsed once. */
  readonly cache?: ParseCache;
  readonly keepOrder?: boolean;
  readonly unrestricted?: boolean;
  readonly components?: readonly string[] | undefined;
  /** The fields by which whoever applies it changes what is built. */
  readonly changes?: readonly string[] | undefined;
  /** Another kustomization that has this one commented out. */
  readonly leftOutBy?: string | undefined;
  readonly renderChart?: RenderChart;
}

/** The plan to build the kustomization of a folder. */
export function overlayPlan(folder: string, of: OverlayOptions): BuildPlan {
  const { name, home, appliedBy, changes = [], leftOutBy, cache = new ParseCache(), ...options } = of;
  const unfollowed = appliedBy === undefined || changes.length === 0 ? [] : [changesProblem(appliedBy, changes)];
  function* slices(files: FileTree): Slices<BuiltManifest> {
    const result = yield* buildInSlices(files, folder, { ...options, cache, lenient: true });
    return yield* builtManifest(result, { files, cache, leftOutBy, unfollowed });
  }
  return {
    id: `kustomize:${folder}`,
    name,
    sort: ['overlay', 'overlays'],
    from: { tool: 'kustomize', path: folder },
    appliedBy,
    home,
    build: (files) => finished(slices(files)),
    slices,
  };
}

interface Surroundings {
  readonly files: FileTree;
  readonly cache: ParseCache;
  readonly leftOutBy: string | undefined;
  readonly unfollowed: readonly BuildProblem[];
}

function* builtManifest(result: Build, { files, cache, leftOutBy, unfollowed }: Surroundings): Slices<BuiltManifest> {
  const texts: string[] = [];
  const objects: OverlayObject[] = [];
  let start = 0;
  for (const { json, node } of result.objects) {
    const text = writeYaml(json);
    texts.push(text);
    objects.push(new OverlayObject(start, node, files, cache));
    start += text.length + SEPARATOR.length;
    if (start > MOST_TEXT) break;
    yield;
  }
  const left = result.objects.length - objects.length;
  const asked = new Set(result.asked);
  const read = (path: string): string | undefined => {
    asked.add(path);
    return files.read(path);
  };
  const found = yield* overlayProblems(result, new Excuses(files, read, leftOutBy));
  const problems = [...found, ...(left === 0 ? [] : [restProblem(left)]), ...unfollowed];
  return { text: texts.join(SEPARATOR), objects, problems, asked };
}

const SEPARATOR = '---\n';

/** As much as a chart may render. */
const MOST_TEXT = 8_000_000;

function changesProblem(appliedBy: string, changes: readonly string[]): BuildProblem {
  const message = `${appliedBy} changes what this builds by its ${listed(changes, changes.length)}, which ${plural(changes.length, 'is', 'are')} not followed here`;
  return { id: 'not-built', severity: 'information', message, place: undefined, isWhole: true };
}

function restProblem(left: number): BuildProblem {
  const message = `what is built is too large: ${counted(left, 'object')} of it ${plural(left, 'is', 'are')} not looked at`;
  return { id: 'not-built', severity: 'error', message, place: undefined };
}

class OverlayObject implements BuiltObject {
  readonly start: number;
  readonly #node: RNode;
  readonly #tree: FileTree;
  readonly #cache: ParseCache;
  #files: ReadonlySet<string> | undefined;

  constructor(start: number, node: RNode, tree: FileTree, cache: ParseCache) {
    this.start = start;
    this.#node = node;
    this.#tree = tree;
    this.#cache = cache;
  }

  get files(): ReadonlySet<string> {
    return (this.#files ??= filesIn(this.#node));
  }

  placeAt: BuiltObject['placeAt'] = (path) => placeIn(this.#node, path);

  keyAt: BuiltObject['keyAt'] = (path) => keyIn(this.#node, path);

  editsFor: BuiltObject['editsFor'] = (changes, into) =>
    editsFor(changes, { node: this.#node, files: this.#tree, cache: this.#cache, into });
}
