import * as vscode from 'vscode';

/** A file that has no address here: it comes from the desktop of whoever looks at the editor in a browser. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export function isDroppedFile(value: unknown): value is DroppedFile {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('bytes' in value)) return false;
  return typeof value.name === 'string' && value.bytes instanceof Uint8Array;
}

/** What is dropped on a view: from the Explorer, or from the desktop. */
export async function droppedFiles(
  dropped: vscode.DataTransfer,
): Promise<{ readonly uris: readonly vscode.Uri[]; readonly files: readonly DroppedFile[] }> {
  const listed = (await dropped.get('text/uri-list')?.asString()) ?? '';
  const lines = listed.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (lines.length > 0) return { uris: lines.map((line) => vscode.Uri.parse(line, true)), files: [] };
  const found = [...dropped].flatMap(([, item]) => item.asFile() ?? []);
  const uris = found.flatMap(({ uri }) => uri ?? []);
  if (uris.length > 0) return { uris, files: [] };
  const files = await Promise.all(found.map(async (file) => ({ name: file.name, bytes: await file.data() })));
  return { uris: [], files };
}
