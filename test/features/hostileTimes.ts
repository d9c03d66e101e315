import { Analysis } from '../../src/features/analysis';
import { computeCodeLenses } from '../../src/features/codeLens';
import { computeDiagnostics, computeNotAnalyzed } from '../../src/features/diagnostics';
import { computeHover } from '../../src/features/hover/hover';
import { computeInlayHints } from '../../src/features/inlayHints';
import { computeQuickFixes } from '../../src/features/quickFixes';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { finished } from '../../src/model/slices';
import { readManifest } from '../../src/manifest/manifest';
import type { HostileFile } from '../support/hostileCrowds';
import type { HostileBuild } from '../support/hostileOverlays';
import { threadTime } from '../support/threadTime';
import { OpenWorkspace } from './builds/openWorkspace';
import { spread } from './everything';
import { URI } from './support';

/** Milliseconds of CPU by feature. */
export type Times = Map<string, number>;

export interface Measured {
  readonly times: Times;
  /** Characters that were looked at. */
  readonly size: number;
}

/** What is done at once, between two turns of the editor. */
export const SLICE = 'a slice';
/** All slices of all builds, or workloads, until an open file has nothing left to wait for. */
export const BUILDING = 'all slices';

type Timed = <T>(feature: string, run: () => T) => T;

/** What is done several times counts as long as it took the longest. */
function timer(times: Times): Timed {
  return (feature, run) => {
    const before = threadTime();
    const result = run();
    times.set(feature, Math.max(times.get(feature) ?? 0, threadTime() - before));
    return result;
  };
}

function answers(analysis: Analysis, text: string, timed: Timed): void {
  timed('lenses', () => computeCodeLenses(analysis));
  timed('diagnostics', () => [computeDiagnostics(analysis), computeNotAnalyzed(analysis)]);
  timed('hints', () => computeInlayHints(analysis));
  timed('fixes', () => computeQuickFixes(analysis, 0, text.length));
  for (const offset of spread(text, 5)) timed('a hover', () => computeHover(analysis, offset));
  timed('simulation', () =>
    simulationTargets(analysis)
      .slice(0, 1)
      .map((target) => simulationOf(analysis, target)),
  );
}

/** As in the editor, which has its turn between two workloads. `before`: what was done in slices already. */
function judge(analysis: Analysis, times: Times, timed: Timed, before = 0): void {
  const judging = analysis.judge();
  const started = threadTime();
  while (timed(SLICE, () => judging.next()).done !== true);
  times.set(BUILDING, Math.max(times.get(BUILDING) ?? 0, before + threadTime() - started));
}

function edited(text: string): string {
  const middle = text.length >> 1;
  return `${text.slice(0, middle)}x${text.slice(middle)}`;
}

export function timesOfFile({ text }: HostileFile): Measured {
  const times: Times = new Map();
  const timed = timer(times);
  const manifest = timed('reading', () => readManifest(text));
  const index = new WorkspaceIndex();
  const facts = timed('indexing', () => {
    index.updateManifest(URI, manifest);
    return index.factsFor(URI);
  });
  const surroundings = { settings: DEFAULT_SETTINGS, facts };
  const analysis = new Analysis(URI, text, surroundings);
  judge(analysis, times, timed);
  answers(analysis, text, timed);
  timed('an edit', () => {
    const after = new Analysis(URI, edited(text), surroundings, analysis);
    finished(after.judge());
    return [computeCodeLenses(after), computeDiagnostics(after)];
  });
  return { times, size: text.length };
}

/** As in the editor: what is built is built in slices, between which the editor has its turn. */
export function timesOfBuild({ files, open }: HostileBuild): Measured {
  const times: Times = new Map();
  const timed = timer(times);
  const workspace = new OpenWorkspace(
    files,
    (path, run) => {
      timed(`reading ${path === open ? 'the file' : 'another file'}`, run);
    },
    () => performance.now(),
  );
  const text = workspace.textOf(open);
  const build = (): Analysis => {
    let whole = 0;
    workspace.settle([open], (run) => {
      const before = threadTime();
      const isLeft = timed(SLICE, run);
      whole += threadTime() - before;
      return isLeft;
    });
    const view = timed('the view', () => workspace.look(open));
    judge(view, times, timed, whole);
    return view;
  };
  workspace.type(open, text);
  answers(build(), text, timed);
  workspace.type(open, edited(text));
  const after = build();
  timed('lenses after an edit', () => computeCodeLenses(after));
  timed('diagnostics after an edit', () => computeDiagnostics(after));
  const sizes = [...Object.values(files).map(({ length }) => length), ...workspace.builtSizes(open)];
  return { times, size: sizes.reduce((sum, size) => sum + size, 0) };
}
