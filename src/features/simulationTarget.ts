import type { Workload } from '../manifest/workload';
import type { AppliedFrom } from '../model/appliedFrom';
import { withoutMiddle } from '../model/words';
import type { SourceProblem } from '../shared/protocol';
import type { Analysis, PlacedWorkload } from './analysis';

/** A workload of a file that can be simulated, as something to choose from. */
export interface SimulationTarget {
  readonly kind: Workload['kind'];
  readonly namespace: string;
  readonly name: string;
  /** Which of the file's workloads it is: finds it again when it was renamed. */
  readonly index: number;
  /** Where it begins in the file. */
  readonly start: number;
  /** The build that it is from: another one may be in force by now. */
  readonly build?: string;
  /** What a tool is given to apply it, where that is not the file itself. */
  readonly from?: AppliedFrom;
}

export function simulationTargets(analysis: Analysis, build?: string): SimulationTarget[] {
  return workloadsFor(analysis, build).map(({ workload, placed, built }, index) => ({
    kind: workload.kind,
    namespace: workload.namespace,
    name: workload.name,
    index,
    start: placed.start + workload.resource.source.start,
    ...(built === undefined ? {} : { build: built.id, from: built.from }),
  }));
}

function workloadsFor(analysis: Analysis, build: string | undefined): readonly PlacedWorkload[] {
  const made = build === undefined ? [] : (analysis.builds?.workloadsOf(build) ?? []);
  return made.length > 0 ? made : analysis.workloads;
}

/** Why there can be no simulation of a workload: in full, and in two or three words. */
export function obstacleTo({
  workload,
  placed,
  assessment,
  unbuilt,
}: PlacedWorkload): Readonly<Record<'message' | 'short', string>> | undefined {
  const [problem] = placed.document.problems;
  if (problem !== undefined) return { short: 'not valid YAML', message: `The document is not valid YAML: ${problem.message}.` };
  if (!workload.certain && unbuilt !== undefined)
    return {
      short: 'cannot be built',
      message: `This cannot be built, and so not be simulated. ${withoutMiddle(unbuilt).replace(/\.?$/, '.')}`,
    };
  if (!workload.certain && workload.fragment) {
    const message =
      'This is a part of a manifest: what it lacks is added elsewhere. It can be simulated once it is built, for instance with kubectl kustomize.';
    return { short: 'part of a manifest', message };
  }
  if (!workload.certain) {
    const message =
      'Templates or a kustomization decide parts of this workload; it can be simulated once they are rendered, for instance with helm template.';
    return { short: 'needs rendering', message };
  }
  const [refusal] = assessment.complaints.filter(({ kind }) => kind !== 'warning');
  if (refusal === undefined) return undefined;
  return { short: 'rejected', message: `The API server would refuse this manifest: ${withoutMiddle(refusal.message)}.` };
}

interface Found {
  readonly target: SimulationTarget;
  readonly placed: PlacedWorkload;
}

/** By name; when the name is gone, the workload of the same kind in the same place is taken for a renamed one. */
export function findAgain(analysis: Analysis, wanted: SimulationTarget): Found | undefined {
  const targets = simulationTargets(analysis, wanted.build);
  const isSame = ({ kind, namespace, name }: SimulationTarget): boolean =>
    kind === wanted.kind && namespace === wanted.namespace && name === wanted.name;
  const inPlace = targets[wanted.index];
  const target =
    inPlace !== undefined && isSame(inPlace)
      ? inPlace
      : (targets.find(isSame) ?? (inPlace?.kind === wanted.kind ? inPlace : undefined));
  const placed = target === undefined ? undefined : workloadsFor(analysis, wanted.build)[target.index];
  return target === undefined || placed === undefined ? undefined : { target, placed };
}

export function missing({ manifest }: Analysis, { kind, name }: SimulationTarget): SourceProblem {
  const broken = manifest.documents.flatMap(({ document }) => document.problems)[0];
  return broken === undefined
    ? { kind: 'gone', message: `${kind} ${name} is no longer in the file.` }
    : { kind: 'invalid', message: `The file is not valid YAML: ${broken.message}.` };
}
