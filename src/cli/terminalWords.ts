import { relative } from 'node:path';
import { SETTINGS_FILE } from '../features/settingsFile/settingsSchema';

/** The options that say for one run what a setting says for all. */
const OPTIONS: ReadonlyMap<string, string> = new Map([
  ['assumptions', '--assume'],
  ['nodeGroups', '--node-group'],
]);

/** `The settings rolloutLens.assumptions change this`: whoever is at a terminal has an option for it, or a file. */
const OF_EDITOR = /The settings? rolloutLens\.(\w{1,40}) (change|tell|say)s?\b/g;

export function withoutEditor(text: string): string {
  return text.replace(
    OF_EDITOR,
    (_, name: string, verb: string) => `${OPTIONS.get(name) ?? `“${name}” in ${SETTINGS_FILE}`} ${verb}s`,
  );
}

/** What a simulation rests on, as it is said where there is no editor; with the file of the settings that were read. */
export function inTerminal(notes: readonly string[], settingsFile: string | undefined): readonly string[] {
  const all = notes.map(withoutEditor);
  if (settingsFile === undefined) return all;
  const near = relative('.', settingsFile);
  return [...all, `Settings: those of ${near.startsWith('..') ? settingsFile : near}.`];
}
