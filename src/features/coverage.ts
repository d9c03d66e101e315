import { counted, grouped } from '../model/words';

/** How much of a workspace is kept. */
export interface IndexLimits {
  /** Files that hold facts; all others are read and forgotten. An open document is never refused. */
  readonly files: number;
  readonly facts: number;
  /** Characters; larger files are passed over. */
  readonly fileSize: number;
}

export const INDEX_LIMITS: IndexLimits = { files: 2000, facts: 20_000, fileSize: 2 * 1024 * 1024 };

/** What of the workspace is known, and what is not. */
export interface Coverage {
  /** Files that were looked into, and those that nobody has looked into. */
  readonly read: number;
  readonly unread: number;
  /** Those among the unread, and folders, that the file system did not give. */
  readonly failed: readonly string[];
  /** Files that are too large. */
  readonly large: readonly string[];
  /** Files with facts beyond the limit. */
  readonly beyond: number;
  /** There are more facts than are looked at. */
  readonly crowded: boolean;
}

/** What of the workspace is not read, and what to do; undefined: all is read. */
export function describeLeftOut({ unread, failed, large, beyond, crowded }: Coverage): string | undefined {
  const ahead = unread - failed.length;
  const ours = [
    ahead > 0 ? `${counted(ahead, 'file')} not looked into yet` : '',
    beyond > 0 ? `${counted(beyond, 'file')} beyond the first ${grouped(INDEX_LIMITS.files)} that matter` : '',
    crowded ? `objects beyond the first ${grouped(INDEX_LIMITS.facts)}` : '',
    large.length > 0 ? `over 2 MiB: ${namesOf(large)}` : '',
  ].filter((part) => part !== '');
  const theirs = failed.length > 0 ? [`refused by the file system: ${namesOf(failed)}`] : [];
  const advice = [
    ...(ours.length > 0 ? ['hide what is generated (files.exclude), or open a smaller folder'] : []),
    ...theirs.map(() => 'what was refused is asked for again, reload the window if it stays unread'),
  ];
  if (advice.length === 0) return undefined;
  const parts = [...ours, ...theirs].join('; ');
  return `Not read: ${parts}. Services, budgets or quotas in them are not known: ${advice.join('; ')}`;
}

function namesOf(uris: readonly string[]): string {
  const names = uris.slice(0, 3).map((uri) => decodeName(uri.slice(uri.lastIndexOf('/') + 1)) || uri);
  return names.join(', ') + (uris.length > names.length ? ', …' : '');
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
