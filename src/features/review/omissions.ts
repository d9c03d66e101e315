import { listed, visible } from '../../model/words';
import { otherKindsIn } from '../otherKinds';
import type { Manifest } from '../../manifest/manifest';
import type { ComparedFile, Comparison } from './reviewInput';

/** What of a change nothing is said about, and why: nobody may take silence for a verdict. */
export function omissionsOf({ files, pairing }: Comparison): string[] {
  return files.flatMap((file) => {
    const unread = unreadNote(file);
    if (unread !== undefined) return [unread];
    return [...partsNote(file, pairing), ...otherKindsNote(file)];
  });
}

function unreadNote({ file, after }: ComparedFile): string | undefined {
  const broken = after.manifest.documents.some(({ document }) => document.problems.length > 0);
  const hidden =
    after.manifest.notAnalyzed ??
    after.manifest.documents.find(({ document }) => document.notAnalyzed !== undefined)?.document.notAnalyzed;
  if (broken) return `${file.name} is not valid YAML: nothing in it is reviewed.`;
  return hidden === undefined ? undefined : `${file.name}: ${hidden}.`;
}

/** Workloads that a template or a kustomization completes: what they come to is not known from the file. */
function partsNote(file: ComparedFile, pairing: Comparison['pairing']): string[] {
  const changed = file.after.workloads.filter(({ workload, assessment, placed }) => {
    if (assessment.change !== undefined) return false;
    const old = pairing.oldOf(file, workload);
    if (workload.certain && old?.workload.certain !== false && workload.name !== '') return false;
    const text = file.now.manifest.text.slice(placed.start, placed.end);
    return !file.old.manifest.documents.some(({ start, end }) => file.old.manifest.text.slice(start, end) === text);
  });
  if (changed.length === 0) return [];
  const names = changed.map(({ workload: { kind, name } }) => `${kind}${name === '' ? '' : ` ${visible(name)}`}`);
  const why = changed.every(({ workload }) => workload.fragment)
    ? 'it is a part that something else completes, so nothing is said before that is built'
    : 'a template decides parts of it, so nothing is said before it is rendered';
  return [`${file.file.name}: ${listed(names)} changes, but ${why}.`];
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
