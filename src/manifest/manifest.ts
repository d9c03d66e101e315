import { finished, type Slices } from '../model/slices';
import { emptyDocument, readDocument, type ManifestDocument } from './document';
import { isWorkloadKind } from './kinds';
import { chunksOf, type Chunk } from './split';

/** A document with its place in the file. */
export interface PlacedDocument {
  readonly start: number;
  readonly end: number;
  /** One object of a long List, read by itself. */
  readonly item: boolean;
  readonly document: ManifestDocument;
  /** All that stands behind what is read of a file. */
  readonly unread?: true;
}

export interface Manifest {
  readonly text: string;
  readonly documents: readonly PlacedDocument[];
  /** Why the whole file is left alone. */
  readonly notAnalyzed: string | undefined;
}

/** Beyond this an editor has given up as well. */
const MAX_FILE = 16 * 1024 * 1024;

/** Reads a file. Documents whose text was also in `previous` are taken from there, so an edit costs its own document only. */
export function readManifest(text: string, previous?: Manifest): Manifest {
  return finished(readManifestInSteps(text, previous));
}

/** The same a document at a time, for whoever must not be held up for long. */
export function* readManifestInSteps(text: string, previous?: Manifest): Slices<Manifest> {
  if (previous?.text === text) return previous;
  if (text.length > MAX_FILE) return { text, documents: [], notAnalyzed: 'the file is larger than 16 MiB' };
  const reuse = previous === undefined ? undefined : new Reuse(previous);
  const documents: PlacedDocument[] = [];
  let left = MAX_READ;
  for (const chunk of chunksOf(text)) {
    const { start, end, item } = chunk;
    if (left <= 0) {
      documents.push(restFrom(start, text));
      break;
    }
    const document = reuse?.find(text, chunk) ?? readDocument(ownText(text, start, end, reuse !== undefined), item);
    left -= costOf(document) + (item ? 1 : PER_DOCUMENT);
    documents.push({ start, end, item, document });
    yield;
  }
  return { text, documents, notAnalyzed: undefined };
}

/** What is read of a file: about 40,000 lines of manifests. What stands behind that must not hold up the editor. */
const MAX_READ = 300_000;

function costOf({ size, resources }: ManifestDocument): number {
  const workloads = resources.filter(({ kind }) => isWorkloadKind(kind)).length;
  return size + PER_OBJECT * resources.length + PER_WORKLOAD * workloads;
}

/** One with nothing in it has to be looked at as well, by each who looks at the file. */
const PER_DOCUMENT = 5;
/** What is known of an object takes as long as so many words of it, however few it has; what is said of a workload, more. */
const PER_OBJECT = 50;
const PER_WORKLOAD = 50;

function restFrom(start: number, text: string): PlacedDocument {
  const lines = text.slice(0, start).split('\n').length;
  const document = emptyDocument(`nothing is read from line ${lines} on, the file is too long`);
  return { start, end: text.length, item: false, document, unread: true };
}

/** Up to this size a document's text is copied out of the file's. */
const MAX_COPY = 100_000;

/**
 * The text of one document. After an edit it is copied: JavaScript engines keep the whole file alive behind a part of it, and
 * with every edited document another version of the file.
 */
function ownText(text: string, start: number, end: number, copy: boolean): string {
  const part = text.slice(start, end);
  return copy && part.length <= MAX_COPY ? part.split('').join('') : part;
}

/** How many old documents ahead are compared before the slow way is taken: covers edits and single insertions and removals. */
const WINDOW = 3;

/** Finds documents again: in order and nearby as long as little changed, by their text otherwise. */
class Reuse {
  readonly #previous: Manifest;
  #next = 0;
  #misses = 0;
  #byText: Map<string, ManifestDocument> | undefined;

  constructor(previous: Manifest) {
    this.#previous = previous;
  }

  find(text: string, { start, end, item }: Chunk): ManifestDocument | undefined {
    for (let index = this.#next; index < this.#next + WINDOW; index += 1) {
      const old = this.#previous.documents[index];
      if (
        old?.item === item &&
        old.unread !== true &&
        old.end - old.start === end - start &&
        text.startsWith(this.#oldText(old), start)
      ) {
        this.#next = index + 1;
        this.#misses = 0;
        return old.document;
      }
    }
    this.#misses += 1;
    return this.#misses > 1 ? this.#lookUp().get(`${item ? '-' : ''}${text.slice(start, end)}`) : undefined;
  }

  #lookUp(): Map<string, ManifestDocument> {
    this.#byText ??= new Map(
      this.#previous.documents
        .filter(({ unread }) => unread !== true)
        .map((old) => [`${old.item ? '-' : ''}${this.#oldText(old)}`, old.document]),
    );
    return this.#byText;
  }

  #oldText(old: PlacedDocument): string {
    return this.#previous.text.slice(old.start, old.end);
  }
}

/** The document that an offset is in. */
export function documentAt(manifest: Manifest, offset: number): PlacedDocument | undefined {
  const { documents } = manifest;
  let low = 0;
  let high = documents.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((documents[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const found = documents[low];
  return found !== undefined && offset <= found.end ? found : undefined;
}
