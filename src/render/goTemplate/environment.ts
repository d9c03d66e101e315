/** Ours: what the executions of one rendering share; in Go, parts of the template itself. */
import type { Tree } from './nodes';
import type { Trace } from './trace';
import { LimitError, type FuncMap } from './value';

/** What all executions of one rendering share. */
export interface Environment {
  /** All templates by name; `include` and `template` find them here. */
  readonly templates: ReadonlyMap<string, Tree>;
  readonly funcs: FuncMap;
  readonly budget: Budget;
  /** Another one for each file. */
  trace?: Trace | undefined;
}

/** Counts down what a rendering may still do. */
export interface Budget {
  steps: number;
  /** So many of them are for later. */
  kept: number;
  /** Characters of output, those of included templates counted as often as they are handed on. */
  output: number;
}

export function takeSteps(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < budget.kept) throw new LimitError('rendering takes too many steps');
}
