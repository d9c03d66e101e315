import { mergedSpec } from '../change/change';
import { scenarioFor } from '../engine/simulation/scenario/scenarioFor';
import type { PodFailure, Scenario, Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import { jsonAt, type JsonObject } from '../manifest/json';
import { object } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import type { Assumptions } from '../model/assumptions';
import { lastApplied } from '../model/liveObject';
import { decodeTimes } from '../model/time';
import { withOtherTemplate } from '../model/otherTemplate';
import { counted, grouped } from '../model/words';
import {
  AUTOSCALER_SECONDS,
  autoscalersOf,
  autoscalerText,
  boundName,
  heldBy,
  isOffAtZero,
  replicasThatRan,
  rivalAutoscalers,
  rivalsText,
} from '../rules/autoscalers';
import { taintOfAll, taintText, windowsAmong } from '../rules/eligibleNodes';
import { missingCompany } from '../rules/company';
import { factText } from '../rules/facts';
import { podSecurityRefusal } from '../rules/podSecurity';
import { maybeRoot, maybeRootText, rootAmong } from '../rules/runsAsRoot';
import { wronglyTaken } from '../rules/serviceTakesOthers';
import { ownWebhook, unanswered } from '../rules/webhookAsksItself';
import type { SourceProblem } from '../shared/protocol';
import type { Assessment } from './assessment';
import { timesTexts } from './measuredText';
import { clusterOf } from './simulatedCluster';
import type { Analysis } from './analysis';
import { findAgain, missing, obstacleTo, type SimulationTarget } from './simulationTarget';

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
  const version = runningVersion(workload, assessment);
  const held = version === undefined ? ranHeld(workload, assessment) : undefined;
  const before = version ?? held;
  const { cluster, others, notes } = clusterOf(workload, assessment, analysis.uri);
  const company = missingCompany({ workload, facts: assessment.surroundings.facts, nodes: assessment.nodes });
  const ran = before === undefined || held !== undefined ? undefined : assessment.before;
  const made = scenarioFor(withMinimum(decodeTimes(applied(workload, ran)), assessment), {
    ...(before === undefined ? {} : { before }),
    cluster,
    others,
    assumptions: assessment.surroundings.settings.assumptions,
    ...((cluster.services ?? []).length === 0 ? {} : { traffic: assessment.surroundings.settings.traffic }),
  });
  const selectors = company.map(({ path }) => object(jsonAt(workload.resource.json, [...path, 'labelSelector'])));
  const scaling = setRight(made.workload.after, assessment);
  const scenario = {
    ...made,
    ...refusing(made, assessment),
    actions: scaling,
    ...(selectors.length === 0 ? {} : { companyAssumed: selectors }),
  };
  const waves = assessment.envelope?.duration.waves ?? 1;
  const rest = [
    whatRuns(before, assessment, held !== undefined),
    ...minimumOf(assessment),
    ...removedReplicas(workload, assessment),
    ...setRightAgain(made.workload.after, assessment),
    ...switchedOff(workload, assessment),
    ...keptAway(workload, assessment),
    ...userAssumed(assessment),
    ...sentToOthers(workload, assessment),
    ...notes,
  ];
  const assumed = assumedTimes(assessment.surroundings.settings.assumptions, waves);
  // A second per pod is a minute in sixty waves: there it is what matters most.
  return { target: found.target, scenario, notes: waves >= MANY_WAVES ? [assumed, ...rest] : [...rest, assumed] };
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
  const named = { ...before, metadata: { ...before.metadata, namespace: workload.namespace } };
  if (before.kind === 'DaemonSet' || assessment.autoscaler === undefined) return named;
  return { ...named, spec: { ...before.spec, replicas: replicasThatRan(ran, workload, assessment.autoscaler) } };
}

/** Nobody knows what runs, but for the autoscaler that keeps more pods running than the manifest says, or fewer. */
function ranHeld({ replicas, resource }: Workload, assessment: Assessment): ApiWorkload | undefined {
  const { before, autoscaler, surroundings } = assessment;
  if (autoscaler === undefined || before?.certain === true || surroundings.base?.runs === true || !replicas.written)
    return undefined;
  const workload = withOtherTemplate(decodeTimes<ApiWorkload>(resource.json));
  return { ...workload, spec: { ...workload.spec, replicas: heldBy(autoscaler, replicas.value) } };
}

/** Fewer replicas than its minimum, or more than its maximum, are set right at once when the autoscaler sees them. */
function setRight(applied: ApiWorkload, { autoscaler, envelope }: Assessment): Scenario['actions'] {
  const replicas = replicasOf(applied);
  const held = autoscaler === undefined ? replicas : heldBy(autoscaler, replicas);
  return envelope === undefined || held === replicas ? [] : [{ at: AUTOSCALER_SECONDS, action: 'scale', replicas: held }];
}

/** What runs was let in when it was made: a namespace and web hooks decide about new pods, of any version. */
function refusing({ behavior = {}, workload: { after } }: Scenario, assessment: Assessment): Pick<Scenario, 'behavior'> {
  const failure = failureOf(after.metadata.name, assessment);
  const own = ownWebhook(assessment.surroundings.facts, assessment.workload);
  const unasked: PodFailure | undefined = own && { kind: 'refused', message: unanswered(own.hook), whileNoneReady: true };
  return {
    behavior: {
      ...behavior,
      ...(unasked === undefined ? {} : { default: { ...behavior.default, failure: unasked } }),
      ...(failure === undefined ? {} : { revisions: { ...behavior.revisions, after: { failure } } }),
    },
  };
}

/** By the API server, or by the kubelets. */
function failureOf(name: string, { workload, surroundings: { facts } }: Assessment): PodFailure | undefined {
  const refusal = podSecurityRefusal(facts, workload);
  if (refusal !== undefined) return { kind: 'refused', message: `pods "${name}-" is forbidden: ${refusal.message}` };
  const root = rootAmong(workload);
  if (root === undefined) return undefined;
  return { kind: 'missingObject', says: `container's runAsUser breaks non-root policy (container: ${root.name})` };
}

/** Only the image says who its processes are. */
function userAssumed({ workload, before }: Assessment): string[] {
  const maybe = maybeRoot(workload, before);
  return maybe === undefined ? [] : [`Assumed not to be so: ${maybeRootText(maybe)}, the kubelet never creates it.`];
}

function replicasOf({ spec }: ApiWorkload): number {
  return 'replicas' in spec ? (spec.replicas ?? 1) : 1;
}

function setRightAgain(applied: ApiWorkload, assessment: Assessment): string[] {
  const { autoscaler } = assessment;
  if (autoscaler === undefined || setRight(applied, assessment).length === 0) return [];
  const replicas = replicasOf(applied);
  const bound = boundName(autoscaler, replicas);
  const verb = bound === 'maximum' ? 'sets the replicas back' : 'raises the replicas';
  return [
    `${autoscalerText(autoscaler)} ${verb} to ${heldBy(autoscaler, replicas)}, its ${bound}, when it looks next: every ${AUTOSCALER_SECONDS} s, so here after ${AUTOSCALER_SECONDS} s.`,
  ];
}

/** That no pod is meant for any node looks like success, and what pods do on other systems is not simulated. */
function keptAway(workload: Workload, { surroundings: { facts } }: Assessment): string[] {
  const found = taintOfAll(facts, workload);
  const windows = windowsAmong(facts, workload).map(({ name }) => name);
  if (windows.length > 0)
    return [
      `Assumed to run on Windows nodes as on others: ${windows[0] ?? ''}${windows.length === 1 ? '' : ` and ${windows.length - 1} more`}.`,
    ];
  if (found === undefined) return [];
  return [`None of the nodes that the pods ask for takes them: they do not tolerate the taint ${taintText(found.taint)}.`];
}

/** Requests are followed to the pods of the workload only. */
function sentToOthers(workload: Workload, { surroundings: { facts } }: Assessment): string[] {
  return wronglyTaken(facts, workload).map(
    ({ service, other }) =>
      `${factText(service)} sends requests to the pods of ${factText(other)} as well, which declare none of its ports: what becomes of those is not shown.`,
  );
}

/** Without replicas nothing is scaled, whatever the minimum is. */
function switchedOff(workload: Workload, { surroundings: { facts } }: Assessment): string[] {
  const { kind, replicas } = workload;
  const rivals = kind === 'Deployment' ? rivalAutoscalers(facts, workload) : [];
  if (rivals.length > 0) return [`${rivalsText(rivals)} have the same target: neither follows its metrics.`];
  if (!replicas.written || replicas.value !== 0) return [];
  const off = autoscalersOf(facts, workload).filter(isOffAtZero);
  return off.map(
    (autoscaler) => `${autoscalerText(autoscaler)} is switched off by 0 replicas: nothing runs until somebody sets more.`,
  );
}

/** Nobody may take for the effect of an edit what only an assumed template does. */
function whatRuns(
  before: ApiWorkload | undefined,
  { workload, before: ran, autoscaler, surroundings: { base } }: Assessment,
  isHeld: boolean,
): string {
  const heldTo = (written: number): string => {
    if (autoscaler === undefined) return '';
    const replicas = counted(heldBy(autoscaler, written), 'replica');
    return `${replicas}, the ${boundName(autoscaler, written)} of ${autoscalerText(autoscaler)}`;
  };
  if (isHeld) return `Assumed to run now: the same workload with another template and ${heldTo(workload.replicas.value)}.`;
  const wasBeyond = before !== undefined && ran?.replicas.written === true && replicasOf(before) !== ran.replicas.value;
  const held = wasBeyond ? `, with ${heldTo(ran.replicas.value)}` : '';
  if (base?.runs === true) return `Runs now: what ${base.name} describes${held}.`;
  if (before !== undefined) return `Assumed to run now: ${base?.name ?? 'another version'}${held}.`;
  if (ran?.certain !== true) return 'Assumed to run now: the same workload with another template.';
  return `Nothing changed in this workload since ${base?.name ?? 'the version before'}: applying it rolls nothing out, and no change of a ConfigMap or Secret under the same name does. What is simulated is an assumed new template.`;
}

/** Replicas that an autoscaler owns are its minimum at least, unless applying this takes written ones away. */
function withMinimum(applied: ApiWorkload, { workload, before, autoscaler, envelope }: Assessment): ApiWorkload {
  if (applied.kind === 'DaemonSet' || autoscaler === undefined || envelope === undefined) return applied;
  if (workload.replicas.written || before?.replicas.written === true) return applied;
  return { ...applied, spec: { ...applied.spec, replicas: envelope.desired } };
}

function minimumOf({ workload, before, autoscaler, envelope }: Assessment): string[] {
  if (autoscaler === undefined || envelope === undefined) return [];
  if (workload.replicas.written || before?.replicas.written === true) return [];
  return [`Replicas: ${envelope.desired}, the minimum of ${autoscalerText(autoscaler)}.`];
}

/** A field that `kubectl apply` finds removed gets its default. */
function removedReplicas(workload: Workload, { before, autoscaler }: Assessment): string[] {
  const ran = before?.replicas;
  if (ran?.written !== true || !ran.known || workload.replicas.written || ran.value === workload.replicas.value) return [];
  const applied = lastApplied(before?.resource.json ?? {}, workload.resource.json) as JsonObject;
  // Whoever scales what runs is asked for nothing.
  if (jsonAt(applied, ['spec', 'replicas']) === undefined) return [];
  const until = autoscaler === undefined ? '' : `, until the autoscaler ${autoscaler.name} raises it again`;
  return [
    `replicas was removed from the manifest: kubectl apply sets it to ${workload.replicas.value}, from ${ran.value}${until}.`,
  ];
}
