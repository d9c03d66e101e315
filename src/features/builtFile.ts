import type { Path, SourceNode, TextRange } from '../manifest/source';
import type { AppliedFrom } from '../model/appliedFrom';
import type { BuiltObject } from '../render/builtManifest';
import type { ObjectEdit, TextEdit } from '../manifest/edits';
import type { CodeLensData, DiagnosticData, EditElsewhere, QuickFixData } from './said';

/** Which build a workload is from, and where its parts are written. */
export interface BuiltHere {
  /** Of the build: `kustomize:overlays/prod`. */
  readonly id: string;
  /** `prod`. */
  readonly name: string;
  readonly from: AppliedFrom;
  readonly object: BuiltObject;
  /** Its places in the file, with those of values that did not last. */
  readonly written: SourceNode | undefined;
}

/**
 * What a file is in the builds that it takes part in. Made by features/builds, which is loaded when there is something to build;
 * the features ask here instead of judging the file alone. The first of the builds is the one in force.
 */
export interface BuiltFile<Placed> {
  /** Those of the build in force, and those of the file that no build takes. */
  readonly workloads: readonly Placed[];
  workloadAt(offset: number): Placed | undefined;
  /** As one of the builds has them, whether it is in force or not. */
  workloadsOf(id: string): readonly Placed[];
  lenses(uri: string): readonly CodeLensData[];
  /** `restarts 10 pods: image 1.8 → 1.9`; nothing where nothing changed in its build, or nothing is known. */
  titleOfChange(found: Placed): string | undefined;
  /** What is written here and makes pods of the build in force restart. */
  restartPlaces(): readonly TextRange[];
  /** What there is to say about the builds that stands in this file, beside what the file's own texts have. */
  diagnostics(): readonly DiagnosticData[];
  quickFixes(from: number, to: number): readonly QuickFixData[];
  /** The edits after which a workload is built with these changes; undefined: they have to be made by hand. */
  editsFor(found: Placed, changes: readonly ObjectEdit[]): EditsInFiles | undefined;
  /** What becomes of a field in the builds, as Markdown; undefined: nothing else than is written. */
  describeField(found: Placed, path: Path): string | undefined;
  /** What an entry changes that is no field of a workload. */
  describeEntry(offset: number): (TextRange & { readonly markdown: string }) | undefined;
  /** What the expression of a template comes to, or what a value makes, whatever object it is in. */
  describeExpression(offset: number): (TextRange & { readonly markdown: string }) | undefined;
  /** The short results of expressions, behind each. */
  expressionResults(from: number, to: number): readonly ExpressionResult[];
  /** Branches of a template that are not rendered with the values in force. */
  notRendered(): readonly (TextRange & { readonly message: string })[];
}

export interface ExpressionResult {
  readonly offset: number;
  readonly text: string;
  readonly tooltip: string;
}

/** Edits of the file itself, and of others. */
export interface EditsInFiles {
  readonly edits: readonly TextEdit[];
  readonly others: readonly EditElsewhere[];
}
