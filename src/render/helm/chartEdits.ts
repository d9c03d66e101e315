/** Ours: from changes of a rendered object to edits of what a person has written: a literal of a template, or a value. */
import { difference, editDocument, type ObjectEdit } from '../../manifest/edits';
import { nodeAt, type Path } from '../../manifest/source';
import type { FileEdit, FileTree } from '../builtManifest';
import type { DocumentOrigins, Origin } from './origins/documentOrigins';

export interface EditPlaces {
  readonly tree: FileTree;
  /** The chart's own values.yaml. */
  readonly ownValues: string;
  /** Whether a file of values is the user's own, and no subchart's. */
  readonly isOwn: (file: string) => boolean;
}

export class ChartEdits {
  readonly #origins: DocumentOrigins;
  readonly #places: EditPlaces;

  constructor(origins: DocumentOrigins, places: EditPlaces) {
    this.#origins = origins;
    this.#places = places;
  }

  /** In the order of their places; undefined where one change cannot be made. */
  edits(changes: readonly ObjectEdit[]): readonly FileEdit[] | undefined {
    const written: ObjectEdit[] = [];
    const edits: FileEdit[] = [];
    for (const change of changes) {
      const origin = change.op === 'set' && this.#isScalar(change.path) ? this.#origins.originOf(change.path) : undefined;
      if (change.op !== 'set' || origin === undefined || origin.isText) written.push(change);
      else {
        const edit = this.#ofExpression(origin, change.value);
        if (edit === undefined) return undefined;
        edits.push(edit);
      }
    }
    if (written.length > 0) {
      const edit = this.#ofText(written);
      if (edit === undefined) return undefined;
      edits.push(edit);
    }
    return edits.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : a.start - b.start));
  }

  #isScalar(path: Path): boolean {
    return nodeAt(this.#origins.root, path)?.kind === 'scalar';
  }

  #ofExpression({ value, written: [place], literal }: Origin, text: string): FileEdit | undefined {
    if (value?.of === 'values' && place !== undefined) {
      // What is given without a file is edited by nobody but who gave it.
      if (place.file === undefined) return undefined;
      const isOwn = this.#places.isOwn(place.file);
      return isOwn ? this.#inValues(place.file, place.path, text) : this.#inValues(this.#places.ownValues, value.path, text);
    }
    if (literal === undefined) return undefined;
    const { file, start, end, isQuoted } = literal;
    return { file, start, end, newText: isQuoted ? JSON.stringify(text.replace(/^["']|["']$/g, '')) : text };
  }

  #inValues(file: string, path: Path, value: string): FileEdit | undefined {
    const text = this.#places.tree.read(file);
    const changed = text === undefined ? undefined : editDocument(text, [{ op: 'set', path, value }]);
    const edit = text === undefined || changed === undefined ? undefined : difference(text, changed);
    return edit === undefined ? undefined : { file, ...edit };
  }

  /** The change of the rendered text, made in the template where that has the same text. */
  #ofText(changes: readonly ObjectEdit[]): FileEdit | undefined {
    const { content } = this.#origins;
    const changed = editDocument(content, changes);
    const edit = changed === undefined ? undefined : difference(content, changed);
    const place = edit === undefined ? undefined : this.#origins.textPlace(edit);
    return edit === undefined || place === undefined ? undefined : { ...place, newText: edit.newText };
  }
}
