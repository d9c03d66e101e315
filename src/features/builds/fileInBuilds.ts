import type { ObjectEdit } from '../../manifest/edits';
import type { Path, TextRange } from '../../manifest/source';
import type { Analysis, PlacedWorkload } from '../analysis';
import type { BuiltFile, EditsInFiles, ExpressionResult } from '../builtFile';
import type { CodeLensData, DiagnosticData, QuickFixData } from '../said';
import { diagnosticsOf, foundIn, type Found } from './buildDiagnostics';
import { describeEntry } from './buildEntries';
import { describeField } from './buildFields';
import { describeExpression, describeValue, expressionResults, notRendered } from './expressions';
import { editsFor, fixesForAll } from './buildFixes';
import { lensesOf } from './buildLenses';
import { placesOfRestart } from './buildMarks';
import { FileParts, type ViewParts } from './fileParts';
import type { BuiltAnalysis } from './builtAnalysis';

/** What the features ask of a file that is built. */
export class FileInBuilds implements BuiltFile<PlacedWorkload> {
  readonly #parts: FileParts;
  #found: readonly Found[] | undefined;

  constructor(file: string, alone: Analysis, builds: readonly BuiltAnalysis[], parts: ViewParts) {
    this.#parts = new FileParts(file, alone, builds, parts);
  }

  get workloads(): readonly PlacedWorkload[] {
    return this.#parts.workloads;
  }

  workloadAt(offset: number): PlacedWorkload | undefined {
    return this.#parts.workloadAt(offset);
  }

  workloadsOf(id: string): readonly PlacedWorkload[] {
    const build = this.#parts.builds.find(({ plan }) => plan.id === id);
    return build === undefined ? [] : this.#parts.workloadsIn(build);
  }

  lenses(uri: string): readonly CodeLensData[] {
    return lensesOf(this.#parts, uri);
  }

  titleOfChange(found: PlacedWorkload): string | undefined {
    return this.#parts.titleOfChange(found);
  }

  restartPlaces(): readonly TextRange[] {
    const [inForce] = this.#parts.builds;
    if (inForce === undefined || !this.#parts.fresh.includes(inForce)) return [];
    return this.#parts.placedIn(inForce).flatMap((placed) => placesOfRestart(placed, inForce, this.#parts.file));
  }

  get #all(): readonly Found[] {
    return (this.#found ??= foundIn(this.#parts));
  }

  diagnostics(): readonly DiagnosticData[] {
    return diagnosticsOf(this.#parts, this.#all);
  }

  quickFixes(from: number, to: number): readonly QuickFixData[] {
    const meant = this.#all.filter(({ diagnostic: { start, end } }) => start <= to && end >= from);
    return fixesForAll(this.#parts, meant);
  }

  editsFor(found: PlacedWorkload, changes: readonly ObjectEdit[]): EditsInFiles | undefined {
    return editsFor(this.#parts, found, changes);
  }

  describeField(found: PlacedWorkload, path: Path): string | undefined {
    return describeField(this.#parts, found, path);
  }

  describeExpression(offset: number): (TextRange & { readonly markdown: string }) | undefined {
    return describeExpression(this.#parts, offset) ?? describeValue(this.#parts, offset);
  }

  expressionResults(from: number, to: number): readonly ExpressionResult[] {
    return expressionResults(this.#parts, from, to);
  }

  notRendered(): readonly (TextRange & { readonly message: string })[] {
    return notRendered(this.#parts);
  }

  describeEntry(offset: number): (TextRange & { readonly markdown: string }) | undefined {
    return describeEntry(this.#parts, offset);
  }
}
