import { existsSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { contributes } from '../../../package.json';
import { DEFAULT_SETTINGS, settingsFrom, type FeatureSettings } from '../../features/settings';
import { readSettingsFile } from '../../features/settingsFile/settingsFile';
import { fileSchema, SETTINGS_FILE } from '../../features/settingsFile/settingsSchema';
import { LineStarts } from '../../manifest/lineStarts';
import type { Option } from '../arguments/option';
import { UsageError } from '../arguments/usageError';
import { readText } from './readText';
import { workspaceAround } from './workspace';

export const CONFIG_OPTION: Option = {
  takes: 'FILE',
  says: [`settings; otherwise ${SETTINGS_FILE} at the top of the workspace, with the keys of the editor’s settings`],
};

export interface SettingsAt {
  readonly settings: FeatureSettings;
  /** The file that they are from. */
  readonly file: string | undefined;
}

/** The settings that hold for a file or folder. A file that is wrong is refused: nobody wants half of what he has written. */
export function settingsAt(path: string, given: string | undefined): SettingsAt {
  const usual = join(workspaceAround(path), SETTINGS_FILE);
  const found = existsSync(usual) ? statSync(usual) : undefined;
  const file = given ?? (found === undefined ? undefined : usual);
  if (file === undefined) return { settings: DEFAULT_SETTINGS, file };
  // A repository may hold a link to what never ends. Whoever names a pipe himself means it.
  if (given === undefined && found?.isFile() !== true) throw new UsageError(`${relative('.', usual)} is no file`);
  const text = readText(file);
  const { values, problems } = readSettingsFile(text, fileSchema(contributes.configuration.properties));
  const lines = new LineStarts(text);
  const [first] = problems.map(({ start, message }) => `${relative('.', file)}:${lines.lineAt(start) + 1}: ${message}`);
  if (first !== undefined) throw new UsageError(first);
  return { settings: settingsFrom((name) => values.get(name)), file };
}
