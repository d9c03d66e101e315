/**
 * The seam between what people write and what is analyzed. A builder (kustomize, Helm) gives a `BuildPlan` for each thing that
 * can be built: an overlay, a chart with a set of values. The plan's `build` gives a `BuiltManifest`: the text that would be
 * applied, and for each of its objects the places where its values are written. All the rest is done in `features/builds`, alike
 * for all builders: the analysis of the text (`builtAnalysis.ts`), which files take part, building again after an edit, and
 * placing what is said where somebody can change it. To plug a builder in: make plans, as `kustomize/overlayPlan.ts` does.
 *
 * A build is pure, never throws, and goes on without what cannot be had: that is among its `problems`. It reads the files that it
 * is given and nothing else, and tells in `asked` which ones. Paths are those of the tree; offsets count from a file's start.
 */
import type { AppliedFrom } from '../model/appliedFrom';
import type { Slices } from '../model/slices';
import { counted, plural } from '../model/words';
import type { ObjectEdit, TextEdit } from '../manifest/edits';
import type { Path, TextRange } from '../manifest/source';

/** The files that a build may read. What is not there and what must not be read is undefined. */
export interface FileTree {
  /** Bytes that are no UTF-8 as lone surrogates. Undefined: there is no such file. */
  read(path: string): string | undefined;
  isFolder(path: string): boolean;
  /** The names of what is in a folder, those of folders with a slash behind. */
  list?(path: string): readonly string[];
  /** How often was asked for what nobody knows yet: a build that has is made again when it is known. */
  readonly misses?: number;
  /** Where symbolic links lead. */
  realPath?(path: string): string;
  /** Why a path must not be looked at; undefined: it may. */
  refusal?(path: string): string | undefined;
}

export interface FilePlace extends TextRange {
  readonly file: string;
}

/** What put a value where it is. */
export type MadeBy =
  | 'resource'
  | 'patch'
  | 'namespace'
  | 'namePrefix'
  | 'nameSuffix'
  | 'labels'
  | 'annotations'
  | 'replicas'
  | 'images'
  | 'replacement'
  | 'variable'
  | 'generator'
  | 'reference'
  | 'transformer'
  | 'template'
  | 'values';

/** Something that was written for a field and did not last. */
export interface OverriddenValue extends FilePlace {
  readonly by: MadeBy;
  readonly value: string;
}

/** Where a value is decided. */
export interface FieldPlace extends FilePlace {
  readonly by: MadeBy;
  /** Newest first. */
  readonly overridden: readonly OverriddenValue[];
  /** Where the value is written that an expression there prints: the one that counts first, then those it took the place of. */
  readonly values?: readonly FilePlace[];
}

export interface FileEdit extends TextEdit {
  readonly file: string;
}

/** An object of the built text: the documents' order, without gaps. Paths begin at the top of the document. */
export interface BuiltObject {
  /** Where its document begins in the text. */
  readonly start: number;
  /** Files that hold something of it. */
  readonly files: ReadonlySet<string>;
  /** Where the value at exactly this path is decided; undefined: there is none, or the build made it itself. */
  placeAt(path: Path): FieldPlace | undefined;
  /** Where its key is written, which may be another file. */
  keyAt(path: Path): FilePlace | undefined;
  /** Whether something of the field is left to whoever applies it. */
  isLeftOpen?(path: Path): boolean;
  /**
   * The edits of files after which the built object has these changes; undefined: they have to be made by hand. What is not
   * written anywhere is put into the file `into`, where the object is in that.
   */
  editsFor(changes: readonly ObjectEdit[], into?: string): readonly FileEdit[] | undefined;
}

export type BuildProblemId = 'not-built' | 'patch-misses';

/** What a builder has to say, mostly at an entry of a file. */
export interface BuildProblem {
  readonly id: BuildProblemId;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  /** Undefined: it is about the whole. */
  readonly place: FilePlace | undefined;
  /** It is not built, as with an error, and yet nobody made a mistake. */
  readonly isExcused?: boolean;
  /** No object is missing because of it. */
  readonly isWhole?: boolean;
}

/** Something is not there because of it. */
export const isBroken = ({ id, severity, isExcused }: BuildProblem): boolean =>
  id === 'not-built' && (severity === 'error' || isExcused === true);

/** As many as somebody reads at once: the next are shown when these are gone. */
const MOST_PROBLEMS = 100;

/** The first problems of a build, and how many more there are, of which none is put into words. */
export function firstProblems<T>(all: readonly T[], problemOf: (one: T) => BuildProblem): readonly BuildProblem[] {
  const first = all.slice(0, MOST_PROBLEMS).map(problemOf);
  const left = all.length - first.length;
  if (left === 0) return first;
  const message = `${counted(left, 'more problem')} of this build ${plural(left, 'is', 'are')} not shown`;
  return [...first, { id: 'not-built', severity: 'information', message, place: undefined }];
}

export interface BuiltManifest {
  readonly text: string;
  readonly objects: readonly BuiltObject[];
  readonly problems: readonly BuildProblem[];
  /** Of what templates were rendered from. */
  readonly templates?: TemplateView;
  /** What wrote the text at an offset. */
  sourceAt?(offset: number): FilePlace | undefined;
  /** Where in the text stands what is written at an offset of a file. */
  builtAt?(file: string, offset: number): number | undefined;
  /** Files that were read or looked for, and folders that were listed: when one of them changes, the build may, too. */
  readonly asked: ReadonlySet<string>;
}

/** A value that an expression looked at. */
export interface TakenValue {
  /** `.Values.image.tag`. */
  readonly name: string;
  /** In short. */
  readonly value: string;
  /** Where it is written, the one that counts first. Without a file: given for this time, in no file. */
  readonly places: readonly (TextRange & { readonly file: string | undefined; readonly key: TextRange | undefined })[];
}

/** An expression of a template, with its delimiters. */
export interface Expression extends TextRange {
  /** Its result is printed; else it decides what is, or is kept for later. */
  readonly isPrinted: boolean;
  /** What it came to, each time that it was met. */
  readonly results: readonly string[];
  readonly taken: readonly TakenValue[];
  /** It comes to something else each time. */
  readonly isRandom: boolean;
}

export interface TemplateView {
  /** All templates. */
  readonly files: ReadonlySet<string>;
  /** Those that were met, in the order of the file. */
  expressionsIn(file: string): readonly Expression[];
  /** The first that is at an offset. */
  expressionAt(file: string, offset: number): Expression | undefined;
  /** Branches whose condition did not hold. */
  notRendered(file: string): readonly TextRange[];
}

/** Of what is not there. */
export const NOTHING_BUILT: BuiltManifest = { text: '', objects: [], problems: [], asked: new Set() };

/** Something that can be built. */
export interface BuildPlan {
  /** Unique in the workspace, and the same tomorrow. */
  readonly id: string;
  /** What it is called in a sentence: `prod`. */
  readonly name: string;
  /** What it is one of, and several of them are. */
  readonly sort: readonly [one: string, several: string];
  /** What a tool is given to apply it. */
  readonly from: AppliedFrom;
  /** Who applies it, where a file says so: `Application shop in apps/shop.yaml`. */
  readonly appliedBy?: string | undefined;
  /** The file that defines it: from there one looks around for what surrounds it. */
  readonly home: string;
  /** Other files without which it would be another one: those of its values. */
  readonly given?: readonly string[];
  build(files: FileTree): BuiltManifest;
  /** The same a little at a time; nothing is kept of what is not brought to its end. */
  slices(files: FileTree): Slices<BuiltManifest>;
}

/** The place at a path, else of the nearest field above it: there something is said of what nobody has written. */
export function nearestPlace(object: BuiltObject, path: Path): FieldPlace | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const found = object.placeAt(path.slice(0, length));
    if (found !== undefined) return found;
  }
  return undefined;
}
