import { plainChange, type Change } from '../change/change';
import { changeTitle } from '../change/changeWords';
import { jsonAt } from '../manifest/json';
import type { Workload } from '../manifest/workload';
import type { Analysis, PlacedWorkload } from './analysis';
import type { Assessment } from './assessment';
import type { Base } from './base';
import { factsOf } from './change';

/** The change of a workload with what only the whole file tells: whether it is new, or renamed. */
export function changeInFile(
  { workload, assessment }: PlacedWorkload,
  { surroundings, workloads }: Analysis,
): Change | undefined {
  const { base } = surroundings;
  if (base === undefined || assessment.before !== undefined) return assessment.change;
  if (!workload.certain || workload.name === '') return undefined;
  const present = workloads.map((placed) => placed.workload);
  return plainChange(renamedFrom(workload, base, present) === undefined ? 'new' : 'renamed');
}

/** `restarts 10 pods: image 1.8 → 1.9`; nothing where nothing changed or nothing is known. */
export function titleOfChange(placed: PlacedWorkload, analysis: Analysis): string | undefined {
  const change = changeInFile(placed, analysis);
  return change === undefined ? undefined : titleOf(change, placed.assessment);
}

export function titleOf(change: Change, assessment: Assessment): string | undefined {
  return changeTitle(change, factsOf(assessment));
}

/** The workload of the base that this one seems to be under another name: it is gone from the file, with the same containers. */
function renamedFrom(workload: Workload, base: Base, present: readonly Workload[]): Workload | undefined {
  const running = containersOf(workload);
  return gone(base, present).find((old) => old.kind === workload.kind && containersOf(old) === running);
}

function containersOf({ resource: { json }, pod }: Workload): string {
  return JSON.stringify(jsonAt(json, [...pod.path, 'spec', 'containers']) ?? null);
}

function gone(base: Base, present: readonly Workload[]): readonly Workload[] {
  return base.workloads.filter((old) => !present.some(({ kind, name }) => kind === old.kind && name === old.name));
}

/** What the base has and the file no longer: nobody deletes it in the cluster for that. */
export function goneWorkloads({ surroundings: { base }, workloads, manifest }: Analysis): string[] {
  if (base === undefined || manifest.documents.some(({ document }) => document.problems.length > 0)) return [];
  const present = workloads.map(({ workload }) => workload);
  const renamed = new Set(
    present.filter((workload) => base.find(workload) === undefined).map((workload) => renamedFrom(workload, base, present)),
  );
  return gone(base, present)
    .filter((old) => !renamed.has(old) && old.name !== '')
    .map(({ kind, name }) => `${kind} ${name} is gone from the file: it runs on until it is deleted in the cluster`);
}
