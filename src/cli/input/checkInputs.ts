import { existsSync, statSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { CheckInput } from '../../check/checkedFiles';
import { isExcluded, readGlob } from '../../features/glob';
import { UsageError } from '../arguments/usageError';
import { isFolder } from './diskFiles';
import { readText, STDIN } from './readText';
import { settingsAt } from './settingsAt';
import { DiskWorkspace, textAlone, workspaceAround } from './workspace';

interface CheckOptions {
  readonly config: string | undefined;
  readonly exclude: readonly string[];
  readonly workspace: string | undefined;
}

/** What is to be checked in one workspace, and what of it could not be read so far. */
interface CheckOf {
  readonly checked: CheckInput;
  readonly unreadable: readonly string[];
}

const GLOB = /[*?{[]/;

/** Files, folders, globs and the standard input, workspace by workspace. */
export function checkInputs(operands: readonly string[], options: CheckOptions): CheckOf[] {
  const inputs: CheckOf[] = [];
  if (operands.includes(STDIN)) {
    const { settings } = settingsAt('.', options.config);
    inputs.push({ checked: { files: textAlone('stdin', readText(STDIN)), wanted: ['stdin'], settings }, unreadable: [] });
  }
  const byRoot = new Map<string, string[]>();
  for (const operand of operands) {
    if (operand === STDIN) continue;
    const root = options.workspace === undefined ? workspaceAround(startOf(operand)) : resolve(options.workspace);
    byRoot.set(root, [...(byRoot.get(root) ?? []), operand]);
  }
  for (const [root, named] of byRoot) inputs.push(inputOf(root, named, options));
  return inputs;
}

/** What is there of a path or a glob. */
function startOf(operand: string): string {
  if (existsSync(operand)) return operand;
  if (!GLOB.test(operand)) throw new UsageError(`there is no file or folder ${operand}`);
  const parts = operand.split('/');
  const start = parts
    .slice(
      0,
      parts.findIndex((part) => GLOB.test(part)),
    )
    .join('/');
  return start === '' ? (operand.startsWith('/') ? '/' : '.') : start;
}

function inputOf(root: string, named: readonly string[], { config, exclude }: CheckOptions): CheckOf {
  const globs = exclude.map(readGlob);
  const ownFiles = named.filter((operand) => existsSync(operand) && !isFolder(operand));
  const files = new DiskWorkspace(root, (path) => isExcluded(path, globs), ownFiles);
  const wanted = new Set<string>();
  for (const operand of named) {
    const found = matching(operand, files);
    if (found.length === 0 && !isFolder(operand)) throw new UsageError(`${operand} names no file that may be a manifest`);
    for (const path of found) wanted.add(path);
  }
  const { settings } = settingsAt(root, config);
  const checked = { files, wanted: files.paths.filter((path) => wanted.has(path)), settings };
  return { checked, unreadable: files.unreadable };
}

function matching(operand: string, files: DiskWorkspace): readonly string[] {
  if (!existsSync(operand)) {
    const matches = readGlob(operand.replace(/^\.\//, ''));
    const asWritten = (path: string): string => {
      const full = resolve(files.root, path);
      return (operand.startsWith('/') ? full : relative('.', full)).split(sep).join('/');
    };
    return files.paths.filter((path) => matches(asWritten(path)));
  }
  const path = files.pathOf(operand);
  if (path === undefined) throw new UsageError(`${operand} lies outside the workspace ${files.root}`);
  if (statSync(operand).isDirectory()) return files.paths.filter((each) => path === '' || each.startsWith(`${path}/`));
  return files.paths.filter((each) => each === path);
}
