import { listed } from '../../model/words';
import type { Resource } from '../../manifest/kinds';
import { ConfigChanges, configsIn, configText, effectText, keyOf, readersOf, readerText, type Reader } from '../changedConfigs';
import type { WorkspaceIndex } from '../workspaceIndex';
import type { ComparedFile } from './reviewInput';

/** `Deployment web` of a file: whether the change starts new pods of it. */
export type IsRestarting = (uri: string, workload: string) => boolean;

/**
 * A ConfigMap or Secret that changes under its name restarts nobody: for each, who reads it and does not notice, and whether
 * something else in the change starts new pods of them.
 */
export function configNotes(compared: readonly ComparedFile[], index: WorkspaceIndex, isRestarting: IsRestarting): string[] {
  const present = new Set(compared.flatMap(({ now }) => configsIn(now.manifest).map(({ resource }) => keyOf(resource))));
  return compared.flatMap(({ file: { uri }, old, now }) => {
    const facts = index.factsFor(uri);
    const changed = new ConfigChanges(old.manifest).in(now.manifest).flatMap(({ resource, isRefused }) => {
      const readers = readersOf(resource, uri, facts);
      if (isRefused)
        return [
          `${configText(resource)} is rejected: data: Forbidden: field is immutable when \`immutable\` is set. It needs a new name.`,
        ];
      return readers.length === 0 ? [] : [noteOn(resource, uri, readers, isRestarting)];
    });
    const gone = configsIn(old.manifest)
      .filter(({ resource }) => !present.has(keyOf(resource)))
      .flatMap(({ resource }) => goneNote(resource, uri, readersOf(resource, uri, facts)));
    return [...changed, ...gone];
  });
}

function noteOn(resource: Resource, uri: string, readers: readonly Reader[], isRestarting: IsRestarting): string {
  const does = ({ fact }: Reader): boolean => isRestarting(fact.uri, `${fact.kind} ${fact.name}`);
  const [together, left] = [readers.filter(does), readers.filter((reader) => !does(reader))];
  const named = (some: readonly Reader[]): string => listed(some.map((reader) => readerText(reader, uri)));
  const starts = together.length === 1 ? 'starts' : 'start';
  const also = together.length === 0 ? '' : ` ${named(together)} ${starts} new pods in this change, with the new values.`;
  if (left.length === 0) return `${configText(resource)} changes:${also}`;
  const remedies = [...new Set(left.flatMap(({ remedy }) => remedy ?? []))];
  const remedy =
    remedies.length === 0
      ? 'nothing replaces them for it: no annotation of the pods has its checksum, and its name has no hash'
      : listed(remedies);
  return `${configText(resource)} changes, and that restarts no pod of ${named(left)}: ${effectText(left)}; ${remedy}.${also}`;
}

/** What is read must be there when a pod starts. */
function goneNote(resource: Resource, uri: string, readers: readonly Reader[]): string[] {
  if (readers.length === 0) return [];
  const named = listed(readers.map((reader) => readerText(reader, uri)));
  return [
    `${configText(resource)} is no longer in the files, but ${named} still ${readers.length === 1 ? 'reads' : 'read'} it: once it is deleted no new pod starts.`,
  ];
}
