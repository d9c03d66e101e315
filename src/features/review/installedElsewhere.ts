import { isJsonObject, jsonAt, type JsonObject } from '../../manifest/json';
import { list, text } from '../../manifest/reading';
import { listed, plural, visible } from '../../model/words';
import { readReleases } from '../builds/chartReleases';
import { deployingObjects } from '../builds/deployers';
import type { ComparedFile } from './reviewInput';

/** What a cluster installs from somewhere else: which pods a change of it replaces cannot be read in this workspace. */
export function installedElsewhereNotes(files: readonly ComparedFile[]): string[] {
  const changed = files.flatMap(({ old, now }) => changedIn(old.manifest.text, now.manifest.text));
  const count = changed.length;
  if (count === 0) return [];
  const which = plural(count, 'changes; what it installs is', 'change; what they install is');
  return [`${listed(changed, MOST_NAMED)} ${which} not in this workspace, so which pods are replaced is not known.`];
}

const MOST_NAMED = 6;

function changedIn(old: string, now: string): string[] {
  if (old === now) return [];
  const [before, after] = [remotesIn(old), remotesIn(now)];
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}

/** Their names, and all that they say. */
function remotesIn(written: string): ReadonlyMap<string, string> {
  return new Map(
    deployingObjects(written).flatMap(({ json, part }) =>
      isRemote(json, part)
        ? [[`${text(json['kind'])} ${visible(text(jsonAt(json, ['metadata', 'name'])))}`, JSON.stringify(json)]]
        : [],
    ),
  );
}

function isRemote(json: JsonObject, part: string): boolean {
  const [apiVersion, kind] = [text(json['apiVersion']), text(json['kind'])];
  if (apiVersion.startsWith('source.toolkit.fluxcd.io/')) return true;
  if (kind === 'HelmRelease') return readReleases(part).length === 0;
  if (!apiVersion.startsWith('argoproj.io/')) return false;
  const spec = jsonAt(json, kind === 'ApplicationSet' ? ['spec', 'template', 'spec'] : ['spec']);
  const sources = [jsonAt(spec, ['source']), ...list(jsonAt(spec, ['sources']))];
  // Of a repository of charts; a path is one in a repository of manifests, most often this one.
  return sources.some((source) => isJsonObject(source) && text(source['chart']) !== '');
}
