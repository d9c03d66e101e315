import { mergedSpec } from '../change/change';
import { scenarioFor } from '../engine/simulation/scenario/scenarioFor';
import type { Scenario, Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import { jsonAt, type JsonObject } from '../manifest/json';
import { object } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import type { AppliedFrom } from '../model/appliedFrom';
import type { Assumptions } from '../model/assumptions';
import { lastApplied } from '../model/liveObject';
import { decodeTimes } from '../model/time';
import { withOtherTemplate } from '../model/otherTemplate';
import { counted, grouped, withoutMiddle } from '../model/words';
import { autoscalersOf, autoscalerText } from '../rules/autoscalers';
import { missingCompany } from '../rules/company';
import type { AutoscalerFact } from '../rules/facts';
import type { SourceProblem } from '../shared/protocol';
import type { Assessment } from './assessment';
import { timesTexts } from './measuredText';
import { clusterOf } from './simulatedCluster';
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

/** The scenario of a target and what was assumed for it, or why there is none. */
export type Simulation =
  | {
      readonly target: SimulationTarget;
      readonly scenario: Scenario;
      readonly notes: readonly string[];
      readonly problem?: undefined;
    }
  | { readonly problem: SourceProblem };

/** The question "what will happen when this is applied?" about a workload of the file. */
export function simulationOf(analysis: Analysis, target: SimulationTarget): Simulation {
  const found = findAgain(analysis, target);
  if (found === undefined) return { problem: missing(analysis, target) };
  const { workload, assessment } = found.placed;
  const obstacle = obstacleTo(found.placed);
  if (obstacle !== undefined) return { problem: { kind: 'invalid', message: obstacle.message } };
  const raised = raisedBy(workload, assessment);
  const before = runningVersion(workload, assessment) ?? (raised === undefined ? undefined : ranRaised(workload, raised));
  const { cluster, others, notes } = clusterOf(workload, assessment, analysis.uri);
  const company = missingCompany({ workload, facts: assessment.surroundings.facts, nodes: assessment.nodes });
  const ran = before === undefined || raised !== undefined ? undefined : assessment.before;
  const made = scenarioFor(withMinimum(decodeTimes(applied(workload, ran)), assessment), {
    ...(before === undefined ? {} : { before }),
    cluster,
    others,
    assumptions: assessment.surroundings.settings.assumptions,
    ...((cluster.services ?? []).length === 0 ? {} : { traffic: assessment.surroundings.settings.traffic }),
  });
  const selectors = company.map(({ path }) => object(jsonAt(workload.resource.json, [...path, 'labelSelector'])));
  const scenario = selectors.length === 0 ? made : { ...made, companyAssumed: selectors };
  const waves = assessment.envelope?.duration.waves ?? 1;
  const rest = [
    whatRuns(before, assessment, raised),
    ...minimumOf(assessment),
    ...removedReplicas(workload, assessment),
    ...notes,
  ];
  const assumed = assumedTimes(assessment.surroundings.settings.assumptions, waves);
  // A second per pod is a minute in sixty waves: there it is what matters most.
  return { target: found.target, scenario, notes: waves >= MANY_WAVES ? [assumed, ...rest] : [...rest, assumed] };
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

const MANY_WAVES = 10;

/** Which times nobody knows, and how often it counts that they may be others. */
function assumedTimes(assumptions: Assumptions, waves: number): string {
  const { clientLimits } = assumptions;
  const times = timesTexts(assumptions).join('. ');
  const each = waves === 1 ? '' : `, in each of about ${grouped(waves)} waves`;
  const { qps, burst } = clientLimits;
  const requests =
    qps === 0 ? 'as many requests as they like' : `${grouped(qps)} requests per second after ${grouped(burst)} at once`;
  return `${times}; what takes longer comes on top${each}. Controllers send ${requests}. The settings rolloutLens.assumptions change this.`;
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

/** What kubectl apply makes of what runs, where that is not what the file says by itself. */
function applied({ kind, resource: { json } }: Workload, ran: Workload | undefined): JsonObject {
  const spec = ran === undefined ? undefined : mergedSpec(kind, ran.resource.json, json);
  return spec === undefined ? json : { ...json, spec: spec as JsonObject };
}

/** What is said to run; else what version control holds, when anything in its spec differs from the manifest's. */
function runningVersion(workload: Workload, assessment: Assessment): ApiWorkload | undefined {
  const {
    before: ran,
    surroundings: { base },
  } = assessment;
  if (ran?.certain !== true || assessment.change?.wasRefused === true) return undefined;
  const spec = ({ resource }: Workload): string => JSON.stringify(jsonAt(resource.json, ['spec']));
  const isSame = assessment.change?.kind === 'same' || spec(ran) === spec(workload);
  if (base?.runs === false && isSame) return undefined;
  const before = decodeTimes<ApiWorkload>(ran.resource.json);
  return withMinimum({ ...before, metadata: { ...before.metadata, namespace: workload.namespace } }, assessment);
}

/** The autoscaler that keeps more pods running than the manifest says, where nobody knows what runs. */
function raisedBy(workload: Workload, { before, surroundings: { facts, base } }: Assessment): AutoscalerFact | undefined {
  const { kind, replicas } = workload;
  if (kind === 'DaemonSet' || before?.certain === true || base?.runs === true || !replicas.written || replicas.value === 0)
    return undefined;
  const [autoscaler] = autoscalersOf(facts, workload);
  return autoscaler !== undefined && autoscaler.minReplicas > replicas.value ? autoscaler : undefined;
}

function ranRaised({ resource }: Workload, { minReplicas }: AutoscalerFact): ApiWorkload {
  const workload = withOtherTemplate(decodeTimes<ApiWorkload>(resource.json));
  return { ...workload, spec: { ...workload.spec, replicas: minReplicas } };
}

/** Nobody may take for the effect of an edit what only an assumed template does. */
function whatRuns(
  before: ApiWorkload | undefined,
  { before: ran, surroundings: { base } }: Assessment,
  raised: AutoscalerFact | undefined,
): string {
  if (raised !== undefined)
    return `Assumed to run now: the same workload with another template and ${counted(raised.minReplicas, 'replica')}, the minimum of ${autoscalerText(raised)}.`;
  if (base?.runs === true) return `Runs now: what ${base.name} describes.`;
  if (before !== undefined) return `Assumed to run now: ${base?.name ?? 'another version'}.`;
  if (ran?.certain !== true) return 'Assumed to run now: the same workload with another template.';
  return `Nothing changed in this workload since ${base?.name ?? 'the version before'}: applying it rolls nothing out, and no change of a ConfigMap or Secret under the same name does. What is simulated is an assumed new template.`;
}

/** Replicas that an autoscaler owns are its minimum at least, unless applying this takes written ones away. */
function withMinimum(applied: ApiWorkload, { before, autoscaler, envelope }: Assessment): ApiWorkload {
  if (applied.kind === 'DaemonSet' || autoscaler === undefined || envelope === undefined) return applied;
  if (before?.replicas.written === true) return applied;
  return { ...applied, spec: { ...applied.spec, replicas: envelope.desired } };
}

function minimumOf({ before, autoscaler, envelope }: Assessment): string[] {
  if (autoscaler === undefined || envelope === undefined || before?.replicas.written === true) return [];
  return [`Replicas: ${envelope.desired}, the minimum of ${autoscalerText(autoscaler)}.`];
}

/** A field that `kubectl apply` finds removed gets its default. */
function removedReplicas(workload: Workload, { before, surroundings: { facts } }: Assessment): string[] {
  const ran = before?.replicas;
  if (ran?.written !== true || !ran.known || workload.replicas.written || ran.value === workload.replicas.value) return [];
  const applied = lastApplied(before?.resource.json ?? {}, workload.resource.json) as JsonObject;
  // Whoever scales what runs is asked for nothing.
  if (jsonAt(applied, ['spec', 'replicas']) === undefined) return [];
  const [autoscaler] = autoscalersOf(facts, workload);
  const until = autoscaler === undefined ? '' : `, until the autoscaler ${autoscaler.name} raises it again`;
  return [
    `replicas was removed from the manifest: kubectl apply sets it to ${workload.replicas.value}, from ${ran.value}${until}.`,
  ];
}
