import type * as vscode from 'vscode';
import type { Analyses } from '../analyses';
import type { Bases } from '../bases/bases';
import { Disposables } from '../disposables';
import type { Guard } from '../guard';
import { BuiltCursor, type FindBuild } from './builtCursor';
import { FadedBranches } from './fadedBranches';
import { OlderFiles } from './olderFiles';

/** What is only there once something is built: nothing of it is loaded before. */
export function showTemplates(builds: FindBuild, analyses: Analyses, guard: Guard): vscode.Disposable {
  const disposables = new Disposables();
  disposables.add(new BuiltCursor(builds, guard));
  disposables.add(new FadedBranches(analyses, guard));
  return disposables;
}

export function readOlder(bases: Bases): OlderFiles {
  return new OlderFiles(bases);
}
