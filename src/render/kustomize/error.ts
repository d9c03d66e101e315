/** Ours: why a build ends. The kinds are those of the recorded errors; the words are for people. */
import type { TextRange } from '../../manifest/source';

export type ErrorKind =
  | 'missing-file'
  | 'no-kustomization'
  | 'many-kustomizations'
  | 'kustomization-malformed'
  | 'unknown-field'
  | 'kind-or-version-of-kustomization'
  | 'empty'
  | 'cycle'
  | 'outside-root'
  | 'duplicate-id'
  | 'id-conflict'
  | 'missing-name-or-kind'
  | 'resource-malformed'
  | 'patch-config'
  | 'patch-no-target'
  | 'json-patch'
  | 'selector'
  | 'generator'
  | 'replacement'
  | 'replicas'
  | 'vars'
  | 'sort'
  | 'plugin'
  | 'helm-disabled'
  | 'openapi'
  /** Not recorded: what would have to be fetched, what nobody may look at, and what is too much to build. */
  | 'remote'
  | 'refused'
  | 'too-large';

/** Where a problem is to be seen: an entry of a kustomization, mostly. */
export interface ProblemPlace extends TextRange {
  readonly file: string;
}

/** V8's, which some engines do not have. */
const Errors = Error as { stackTraceLimit?: number | undefined };

export class KustomizeError extends Error {
  override readonly name = 'KustomizeError';
  readonly kind: ErrorKind;
  at: ProblemPlace | undefined;
  /** What was looked for, and is not there. */
  missing?: string;
  /** The file that holds no objects, though it is there. */
  unread?: string;

  constructor(kind: ErrorKind, message: string, at?: ProblemPlace) {
    // It is the user's: who called is of no use, and costs more than all else.
    const { stackTraceLimit } = Errors;
    Errors.stackTraceLimit = 0;
    super(message);
    Errors.stackTraceLimit = stackTraceLimit;
    this.kind = kind;
    this.at = at;
  }
}
