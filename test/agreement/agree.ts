import { simulate } from '../../src/engine/simulation/simulate';
import type { Blocker, Timeline } from '../../src/engine/simulation/timeline/timeline';
import { Analysis } from '../../src/features/analysis';
import { Base, COMMITTED_VERSION } from '../../src/features/base';
import type { Assessment, RuledFinding } from '../../src/features/assessment';
import { computeCodeLenses } from '../../src/features/codeLens';
import { DEFAULT_SETTINGS } from '../../src/features/settings';
import { simulationOf } from '../../src/features/simulation';
import { simulationTargets } from '../../src/features/simulationTarget';
import { WorkspaceIndex } from '../../src/features/workspaceIndex';
import { readManifest } from '../../src/manifest/manifest';
import { workspaceOf, type Workspace } from './workspace';

/** How the simulation shows what a rule claims: the blockers that are the same matter. Every rule that claims a stall is here. */
export const MATTERS: Readonly<Record<string, RegExp>> = {
  'stall-anti-affinity': /^unschedulable .*anti-affinity/,
  'stall-host-port': /^unschedulable .*free ports/,
  'stall-capacity': /^unschedulable .*(?:Insufficient|Too many pods)/,
  'stall-others': /^unschedulable .*(?:free ports|anti-affinity|near to|pod affinity)/,
  'stall-placement': /^unschedulable .*(?:untolerated taint|unschedulable|affinity|selector|topology spread)/,
  'stall-volume': /^volume|^unschedulable .*ReadWriteOncePod/,
  'shared-claim': /^volume|^unschedulable .*ReadWriteOncePod/,
  'stall-quota': /^quota .*exceeded quota/,
  'pods-refused': /^(?:quota|admission) /,
  'webhook-asks-itself': /^admission /,
  'runs-as-root': /^missingObject .*non-root policy/,
  'stall-daemon-nodes': /^unavailableNodes|^unschedulable/,
  'daemonset-surge-host-port': /^unschedulable .*free ports/,
  'daemonset-surge-min-ready': /^strategy/,
  'liveness-kills-start': /^crashLoop .*(?:liveness|startup) probe/,
  'probe-port': /^(?:neverReady|crashLoop)/,
  paused: /^paused/,
  'on-delete': /^onDelete/,
};

/** What the product says about a workspace, in its two ways. */
interface Said {
  readonly assessment: Assessment;
  readonly lens: string;
  /** Findings that claim a stall or an outage. */
  readonly claims: readonly RuledFinding[];
  readonly timeline: Timeline;
}

/** What contradicts what in the workspace of a seed; nothing: all agrees. */
function contradictionsIn(workspace: Workspace): string[] {
  const analysis = analysisOf(workspace);
  return analysis.workloads.flatMap(({ assessment, placed }, index) => {
    const target = simulationTargets(analysis)[index];
    const simulation = target === undefined ? undefined : simulationOf(analysis, target);
    if (simulation === undefined) return ['there is nothing to simulate'];
    const { findings } = assessment;
    if (simulation.problem !== undefined)
      return findings.some(({ severity }) => severity === 'error')
        ? []
        : [`refused without an error: ${simulation.problem.message}`];
    const next = analysis.workloads[index + 1]?.placed.start ?? Infinity;
    const lens = computeCodeLenses(analysis).findLast(({ start }) => start >= placed.start && start < next)?.title ?? '';
    const said = {
      assessment,
      lens,
      claims: findings.filter(({ rule }) => rule.claims === 'stall' || rule.claims === 'outage'),
      timeline: simulate(simulation.scenario),
    };
    return [...stallsThatDoNotShow(said), ...stallsUnsaid(said), ...waitsThatDoNotShow(said), ...outages(said), ...numbers(said)];
  });
}

export function analysisOf({ files, committed, nodeGroups }: Workspace): Analysis {
  const index = new WorkspaceIndex();
  for (const { uri, text } of files) index.updateText(uri, text);
  const { uri = '', text = '' } = files[0] ?? {};
  const base = committed === undefined ? undefined : new Base(readManifest(committed), COMMITTED_VERSION);
  return new Analysis(uri, text, { settings: { ...DEFAULT_SETTINGS, nodeGroups }, facts: index.factsFor(uri), base });
}

/** Seed, contradictions and files: enough to play it again. */
export function playAgreement(seed: number): string | undefined {
  const workspace = workspaceOf(seed);
  const contradictions = contradictionsIn(workspace);
  if (contradictions.length === 0) return undefined;
  const files = workspace.files.map(({ uri, text }) => `# ${uri}\n${text}`);
  const committed = workspace.committed === undefined ? [] : [`# committed\n${workspace.committed}`];
  const groups = workspace.nodeGroups.length === 0 ? [] : [`# groups\n${JSON.stringify(workspace.nodeGroups)}`];
  return [`seed ${seed}: ${contradictions.join('; ')}`, ...files, ...committed, ...groups].join('\n');
}

function completes({ outcome }: Timeline): boolean {
  return outcome.kind === 'complete' || outcome.kind === 'nothingToDo';
}

/** `unschedulable` and the reasons of all nodes, `quota` and the message. */
function matterOf({ rule, sentence, message = '', nodes = [] }: Blocker): string {
  return [rule, sentence, message, ...nodes.flatMap(({ reasons }) => reasons)].join(' ').replaceAll('\n', ' ');
}

const PLACEMENT = new Set(['stall-anti-affinity', 'stall-host-port', 'stall-capacity', 'stall-others', 'stall-placement']);

/** Where several things keep pods from a place, a rule names one and the scheduler the first that it meets on a node. */
function isMatter({ rule, finding }: RuledFinding, blocker: Blocker): boolean {
  if (MATTERS[rule.id]?.test(matterOf(blocker)) === true) return true;
  const reasons = new Set(blocker.nodes?.flatMap((node) => node.reasons));
  const isOneOfSeveral = reasons.size > 1 || /daemon pod|beside the old one|want to be together/.test(finding.message);
  return blocker.rule === 'unschedulable' && PLACEMENT.has(rule.id) && isOneOfSeveral;
}

/** A rollout without pods has nothing to stall. */
function stallsThatDoNotShow({ claims, timeline, assessment }: Said): string[] {
  if (assessment.envelope?.desired === 0) return [];
  const { outcome } = timeline;
  return claims.flatMap((ruled) => {
    const { rule, finding } = ruled;
    if (rule.claims !== 'stall' || finding.isConditional === true) return [];
    if (completes(timeline)) return [`“${finding.message}”, but the simulation: ${outcome.sentence}`];
    // What stands in the way first hides what would come after it.
    if (outcome.blockers.some((blocker) => claims.some((other) => isMatter(other, blocker)))) return [];
    return [`“${finding.message}”, but the simulation stalls for another reason: ${outcome.blockers.map(matterOf).join(' | ')}`];
  });
}

function stallsUnsaid({ claims, timeline, lens }: Said): string[] {
  if (completes(timeline)) return [];
  const { outcome } = timeline;
  if (lens.startsWith('✓')) return [`the lens says “${lens}”, the simulation stalls: ${outcome.sentence}`];
  if (outcome.blockers.some((blocker) => claims.some((ruled) => isMatter(ruled, blocker)))) return [];
  return [`no rule says that the simulation stalls: ${outcome.sentence}`];
}

/** Who waits for nodes gets some, unless something else is in the way. */
function waitsThatDoNotShow({ claims, timeline, assessment }: Said): string[] {
  if (assessment.envelope?.desired === 0 || !completes(timeline)) return [];
  const waits = claims.filter(({ finding }) => /^The rollout waits about .* for/.test(finding.message));
  const isShown = timeline.notes?.some(({ kind }) => kind === 'nodes') === true;
  return isShown ? [] : waits.map(({ finding }) => `“${finding.message}”, but nothing is added: ${timeline.outcome.sentence}`);
}

/** A rollout that scales as well: what is promised is promised of the new number. */
function isScaled({ totals }: Timeline): boolean {
  const column = totals.columns.indexOf('desired');
  const desired = totals.values.filter((_, index) => index % totals.columns.length === column);
  return desired.some((value) => value !== desired[0]);
}

function hasSetupProblem({ notes = [] }: Timeline): boolean {
  return notes.some(({ kind }) => kind === 'setup');
}

function outages({ claims, timeline, lens, assessment }: Said): string[] {
  const { facts } = timeline;
  if (facts.desired === 0 || hasSetupProblem(timeline) || isScaled(timeline) || facts.restarts > 0) return [];
  const isOut = facts.minAvailable === 0;
  const said = claims.filter(({ rule, finding }) => rule.claims === 'outage' && finding.isConditional !== true);
  if (!isOut && !completes(timeline)) return [];
  if (!isOut) return said.map(({ finding }) => `“${finding.message}”, but the simulation never goes below ${facts.minAvailable}`);
  if (lens.startsWith('✓')) return [`the lens says “${lens}” over an outage`];
  const isPromised = assessment.envelope?.floor === 0;
  return said.length > 0 || isPromised || !completes(timeline) ? [] : ['nothing says that no pod is available for a while'];
}

/** A DaemonSet that cannot write down its version does not even look at its nodes: its status stays as it was. */
function isBlind({ outcome }: Timeline): boolean {
  return outcome.blockers.some(({ message = '' }) => message.startsWith('controllerrevisions.apps '));
}

/** What lens and hover promise is kept, as long as all pods get well. */
function numbers({ timeline, assessment: { envelope, nodes } }: Said): string[] {
  if (envelope === undefined || envelope.strategy === 'OnDelete' || isScaled(timeline) || isBlind(timeline)) return [];
  // Nodes that others needed are there, too, and each has a daemon pod.
  if (envelope.kind === 'DaemonSet' && nodes.groups !== undefined && timeline.nodes.length > nodes.count) return [];
  const { facts } = timeline;
  const wrong: string[] = [];
  const simulated = timeline.envelope;
  for (const name of ['desired', 'surge', 'unavailable', 'floor', 'ceiling'] as const)
    if (envelope[name] !== simulated[name])
      wrong.push(`${name} is ${envelope[name]} in the lens, ${simulated[name]} in the simulation`);
  // Pods that are killed are not healthy.
  if (wrong.length > 0 || hasSetupProblem(timeline) || facts.restarts > 0) return wrong;
  if (facts.secondsBelowFloor > 0 || facts.minAvailable < envelope.floor)
    wrong.push(`the lens promises at least ${envelope.floor}, the simulation goes down to ${facts.minAvailable}`);
  // The pods of nodes that are down are not the rollout's.
  const lost = envelope.kind === 'DaemonSet' ? nodes.manifests.filter(({ down }) => down).length : 0;
  if (facts.maxPods > envelope.ceiling + lost)
    wrong.push(`the lens promises at most ${envelope.ceiling}, the simulation goes up to ${facts.maxPods}`);
  return wrong;
}
