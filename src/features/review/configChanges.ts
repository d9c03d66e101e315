import { jsonEqual } from '../../engine/kernel/jsonEqual';
import { isJsonObject, type JsonObject } from '../../manifest/json';
import type { Resource } from '../../manifest/kinds';
import type { Manifest } from '../../manifest/manifest';
import { listed, visible } from '../../model/words';
import { configReferences } from '../../rules/configReferences';
import type { WorkloadFact } from '../../rules/facts';
import { distanceTo } from '../../rules/nearness';
import { shortName } from '../../rules/sources';
import type { WorkspaceIndex } from '../workspaceIndex';
import type { ComparedFile } from './reviewInput';

/**
 * A ConfigMap or Secret that changes under its name restarts nobody: for each, who reads it and does not notice, and whether
 * something else in the change starts new pods of them. `restarting`: `Deployment web` of a file, for those that it does.
 */
export function configNotes(
  compared: readonly ComparedFile[],
  index: WorkspaceIndex,
  restarting: (uri: string, workload: string) => boolean,
): string[] {
  return compared.flatMap(({ file: { uri }, before, after }) =>
    changedConfigs(before.manifest, after.manifest).flatMap((config) => {
      const readers = readersOf(config, uri, index);
      if (readers.length === 0) return [];
      const [together, left] = [true, false].map((does) =>
        readers.filter(({ fact }) => restarting(fact.uri, `${fact.kind} ${fact.name}`) === does),
      );
      return noteOn(config, uri, together ?? [], left ?? []);
    }),
  );
}

interface Reader {
  readonly fact: WorkloadFact;
  readonly isMounted: boolean;
  readonly isVariable: boolean;
}

function changedConfigs(before: Manifest, after: Manifest): Resource[] {
  const old = configsIn(before);
  return configsIn(after).filter((config) => {
    const same = old.find((other) => keyOf(other) === keyOf(config));
    return same !== undefined && CONTENT.some((field) => !jsonEqual(same.json[field], config.json[field]));
  });
}

const CONTENT = ['data', 'binaryData', 'stringData'] as const;

function configsIn({ documents }: Manifest): Resource[] {
  return documents.flatMap(({ document }) =>
    document.resources.filter(({ kind, json }) => (kind === 'ConfigMap' || kind === 'Secret') && nameOf(json) !== ''),
  );
}

function metadataOf(json: Resource['json']): JsonObject {
  const { metadata } = json;
  return isJsonObject(metadata) ? metadata : {};
}

function nameOf(json: Resource['json']): string {
  const { name } = metadataOf(json);
  return typeof name === 'string' ? name : '';
}

function keyOf({ kind, json }: Resource): string {
  const { namespace } = metadataOf(json);
  return `${kind} ${typeof namespace === 'string' ? namespace : ''}/${nameOf(json)}`;
}

function readersOf({ kind, json }: Resource, uri: string, index: WorkspaceIndex): Reader[] {
  const { namespace } = metadataOf(json);
  const workloads = index.factsFor(uri).workspace?.workloads() ?? [];
  return workloads.flatMap((fact) => {
    if (distanceTo(fact.uri, uri) === undefined || fact.running === undefined) return [];
    if (typeof namespace === 'string' && fact.namespace !== undefined && fact.namespace !== namespace) return [];
    const references = configReferences(fact.object, fact.running.pod.path).filter(
      (reference) => reference.kind === kind && reference.name === nameOf(json),
    );
    if (references.length === 0) return [];
    const isMounted = references.some(({ isVolume }) => isVolume);
    return [{ fact, isMounted, isVariable: references.some(({ isVolume }) => !isVolume) }];
  });
}

function noteOn({ kind, json }: Resource, uri: string, together: readonly Reader[], left: readonly Reader[]): string[] {
  const config = `${kind} ${visible(nameOf(json))}`;
  const named = (readers: readonly Reader[]): string =>
    listed(readers.map(({ fact }) => `${fact.kind} ${fact.name}${fact.uri === uri ? '' : ` (${shortName(fact.uri, uri)})`}`));
  const also =
    together.length === 0
      ? ''
      : ` ${named(together)} ${together.length === 1 ? 'starts' : 'start'} new pods in this change, with the new values.`;
  if (left.length === 0) return [`${config} changes:${also}`];
  const effects = [
    ...(left.some(({ isVariable }) => isVariable) ? ['variables keep their old values until a pod restarts'] : []),
    ...(left.some(({ isMounted }) => isMounted)
      ? ['mounted files follow after a minute or so, those mounted by subPath never']
      : []),
  ];
  return [
    `${config} changes, and that restarts no pod of ${named(left)}: ${effects.join('; ')}. A checksum of it in an annotation of the template, or a name with a hash, would.${also}`,
  ];
}
