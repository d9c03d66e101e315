import { groupedBy } from '../../model/groupedBy';
import { listed, visible } from '../../model/words';
import { otherKindsIn } from '../otherKinds';
import type { Manifest } from '../../manifest/manifest';
import { installedElsewhereNotes } from './installedElsewhere';
import type { ComparedFile, Comparison } from './reviewInput';

/** What of a change nothing is said about, and why: nobody may take silence for a verdict. */
export function omissionsOf({ files, pairing }: Comparison): string[] {
  const parts = files.flatMap((file) => (unreadNote(file) === undefined ? partsIn(file, pairing) : []));
  return [
    ...files.flatMap((file) => unreadNote(file) ?? otherKindsNote(file)),
    ...installedElsewhereNotes(files),
    ...[...groupedBy(parts, ({ folder, why }) => `${folder} ${why}`).values()].map(partsNote),
  ];
}

function unreadNote({ file, after }: ComparedFile): string | undefined {
  const broken = after.manifest.documents.some(({ document }) => document.problems.length > 0);
  const hidden =
    after.manifest.notAnalyzed ??
    after.manifest.documents.find(({ document }) => document.notAnalyzed !== undefined)?.document.notAnalyzed;
  if (broken) return `${file.name} is not valid YAML: nothing in it is reviewed.`;
  return hidden === undefined ? undefined : `${file.name}: ${hidden}.`;
}

/** A workload that a template or a kustomization completes: what it comes to is not known from its file. */
interface Part {
  readonly folder: string;
  readonly name: string;
  readonly why: string;
}

function partsIn(file: ComparedFile, pairing: Comparison['pairing']): Part[] {
  const { name: path } = file.file;
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path;
  const changed = file.after.workloads.filter(({ workload, assessment, placed }) => {
    if (assessment.change !== undefined) return false;
    const old = pairing.oldOf(file, workload);
    if (workload.certain && old?.workload.certain !== false && workload.name !== '') return false;
    const text = file.now.manifest.text.slice(placed.start, placed.end);
    return !file.old.manifest.documents.some(({ start, end }) => file.old.manifest.text.slice(start, end) === text);
  });
  return changed.map(({ workload: { kind, name, fragment } }) => ({
    folder,
    name: `${kind}${name === '' ? '' : ` ${visible(name)}`}`,
    why: fragment
      ? 'something else completes what stands there, so nothing is said before it is built'
      : 'a template decides parts, so nothing is said before it is rendered',
  }));
}

function partsNote(parts: readonly Part[]): string {
  const names = listed(parts.map(({ name }) => name));
  return `${parts[0]?.folder ?? ''}: ${names} ${parts.length === 1 ? 'changes' : 'change'}, but ${parts[0]?.why ?? ''}.`;
}

/** What runs pods, and is not simulated. */
function otherKindsNote({ file, old, now }: ComparedFile): string[] {
  const before = new Set(textsOf(old.manifest));
  const changed = textsOf(now.manifest).filter((text) => !before.has(text));
  const kinds = [...new Set(changed.map((text) => text.slice(0, text.indexOf(' '))))];
  return kinds.length === 0 ? [] : [`${file.name}: ${listed(kinds)} changes; its pods are not simulated.`];
}

function textsOf(manifest: Manifest): string[] {
  return otherKindsIn(manifest).map(({ kind, start }) => {
    const placed = manifest.documents.findLast((document) => document.start <= start);
    return `${kind} ${placed === undefined ? '' : manifest.text.slice(placed.start, placed.end).trim()}`;
  });
}
