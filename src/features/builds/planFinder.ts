import type { BuildPlan } from '../../render/builtManifest';

/** Finds what can be built in a workspace: one for overlays, one for charts. */
export interface PlanFinder {
  /** Tells of a file of the workspace; undefined: it is gone. True: other things can be built now, or of other files. */
  update(path: string, text: string | undefined): boolean;
  /** The plans that a file takes part in, as far as files tell without building. The same plan is the same object. */
  plansFor(path: string): readonly BuildPlan[];
  /** Whether a file is there only where a build chooses it: one of a component. */
  isChoice?(path: string): boolean;
}
