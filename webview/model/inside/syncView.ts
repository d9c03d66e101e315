import type { SyncStep } from '../../../src/engine/simulation/inside/insideRows';
import { currentStep, syncShown } from './position';
import type { SyncSpan } from './recording';
import type { Look } from './stationViews';
import { depthOf, stepRows } from './stepRows';

type Decided = SyncSpan['decided'][number];

export interface StepView {
  readonly name: string;
  readonly depth: number;
  readonly state: SyncStep['state'];
  /** Why it was skipped, or why nobody knows; absent where the step before it says the same. */
  readonly why: string | undefined;
  /** Where the place is: behind it, at it, or before it. */
  readonly phase: 'done' | 'current' | 'coming';
  readonly decided: readonly Decided[];
}

export interface SyncView {
  readonly span: SyncSpan;
  /** Seconds since it ended; 0 while it is looked at. */
  readonly ago: number;
  readonly steps: readonly StepView[];
  readonly current: number | undefined;
}

/** Decisions that are noted inside of a step of another name. */
const NOTED_IN: Readonly<Record<string, string>> = {
  syncDeployment: 'syncStatusOnly',
  getNewReplicaSet: 'isScalingEvent',
  rollbackToTemplate: 'rollback',
  scale: 'sync',
  expectations: 'SatisfiedExpectations',
  nextAvailabilityCheck: 'updateReplicaSetStatus',
};

/** What a step of a sync has decided, with its formula. */
function decidedIn({ decided }: SyncSpan, step: string): readonly Decided[] {
  return decided.filter((each) => (NOTED_IN[each.step] ?? each.step) === step);
}

/** The sync of a machine: the one under way at this place, else the last one. */
export function syncAt({ recorded, state, position, machine }: Look): SyncView | undefined {
  const span = syncShown(recorded, position, machine);
  if (span === undefined) return undefined;
  const isInside = position.row >= span.begin && position.row < span.end;
  const current = isInside ? currentStep(recorded, span, position) : undefined;
  const ended = recorded.rows[span.end]?.t ?? state.t;
  const steps = span.steps.map(({ step, state: outcome, why }, index): StepView => {
    const isRepeated = why !== undefined && span.steps[index - 1]?.why === why && depthOf(step) > 0;
    const phase = !isInside || (current !== undefined && index < current) ? 'done' : index === current ? 'current' : 'coming';
    return {
      name: step,
      depth: depthOf(step),
      state: outcome,
      why: isRepeated ? undefined : why,
      phase,
      decided: decidedIn(span, step),
    };
  });
  return { span, ago: isInside ? 0 : Math.max(0, state.t - ended), steps, current };
}

/** A step that nothing is heard of outside: the last row is of a step before it. */
export function isSilent({ recorded, position }: Look): boolean {
  const span = recorded.syncs[recorded.syncOf[position.row] ?? -1];
  if (span === undefined || position.step === undefined) return false;
  const ends = stepRows(recorded, span);
  return position.row === (position.step === 0 ? span.begin : ends[position.step - 1]);
}
