import { basename } from 'node:path';
import { EngineError } from '../../engine/kernel/engineError';
import { checkScenario } from '../../engine/simulation/scenario/checkScenario';
import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { Analysis } from '../../features/analysis';
import { Base } from '../../features/base';
import { assumptionsFrom, type FeatureSettings } from '../../features/settings';
import { simulationOf } from '../../features/simulation';
import { simulationTargets, type SimulationTarget } from '../../features/simulationTarget';
import { WorkspaceIndex } from '../../features/workspaceIndex';
import { readManifest, type Manifest } from '../../manifest/manifest';
import { allNodes } from '../../rules/allNodes';
import { readCluster } from './readCluster';
import { UsageError } from '../arguments/usageError';
import type { SimulationOptions } from './simulationOptions';
import { readText } from './readText';
import { parseNodeGroups } from './parseNodeGroups';
import { parseTraffic } from './parseTraffic';
import { settingsAt } from './settingsAt';
import { inTerminal } from '../terminalWords';

function manifestOf(file: string, text = readText(file)): Manifest {
  const manifest = readManifest(text);
  for (const { document } of manifest.documents) {
    const [problem] = document.problems;
    if (problem !== undefined) throw new UsageError(`${file} is not valid YAML: ${document.yamlError ?? problem.message}`);
    if (document.notAnalyzed !== undefined) throw new UsageError(`${file} cannot be used: ${document.notAnalyzed}`);
  }
  return manifest;
}

function targetOf(analysis: Analysis, { file, name }: SimulationOptions): SimulationTarget {
  const targets = simulationTargets(analysis);
  const [chosen, ...more] = name === undefined ? targets : targets.filter((target) => target.name === name);
  const names = targets.map((target) => target.name).join(', ');
  if (targets.length === 0) throw new UsageError(`${file} holds no Deployment or DaemonSet`);
  if (chosen === undefined) throw new UsageError(`${file} holds no workload ${name ?? ''}; known are ${names}`);
  if (more.length > 0) throw new UsageError(`${file} holds several workloads (${names}): choose one with --name`);
  return chosen;
}

/** What the command line asks for, and what of it is known or only assumed. */
interface Question {
  readonly scenario: Scenario;
  readonly notes: readonly string[];
  /** A scenario says itself between which times pods start; of a manifest such ranges are assumed. */
  readonly areRangesWritten: boolean;
}

export function readInput(options: SimulationOptions): Question {
  const text = readText(options.file);
  const isScenario = options.file.endsWith('.json') && text.includes('"version"');
  if (isScenario && Object.keys(options.assume).length > 0)
    throw new UsageError('--assume is for manifests: a scenario says itself how pods behave');
  if (isScenario && options.config !== undefined)
    throw new UsageError('--config is for manifests: a scenario says all that it rests on');
  if (isScenario && options.nodeGroups.length > 0)
    throw new UsageError('--node-group is for manifests: a scenario says itself, in cluster.groups, which nodes are added');
  if (isScenario)
    return { scenario: checkScenario(withTraffic(parsed(options.file, text), options)), notes: [], areRangesWritten: true };
  const { settings, file } = settingsAt(options.file === '-' ? '.' : options.file, options.config);
  const analysis = analysisOf(options, text, settings);
  const target = targetOf(analysis, options);
  if (options.from !== undefined) checkRunning(analysis, target, options.from);
  const simulation = simulationOf(analysis, target);
  if (simulation.problem !== undefined) throw new EngineError('InvalidInput', options.file, simulation.problem.message);
  const { seed, horizonSeconds = simulation.scenario.horizonSeconds } = options;
  const asked = withTraffic({ ...simulation.scenario, seed, horizonSeconds }, options);
  return { scenario: checkScenario(asked), notes: inTerminal(simulation.notes, file), areRangesWritten: false };
}

function withTraffic(scenario: unknown, { traffic }: SimulationOptions): unknown {
  return traffic === undefined ? scenario : { ...(scenario as object), traffic: parseTraffic(traffic) };
}

/** The file as the editor would see it, alone in its workspace, with what runs now to compare with. */
function analysisOf(options: SimulationOptions, text: string, usual: FeatureSettings): Analysis {
  const { file, from, nodes, cluster, assume } = options;
  const home = 'file:///.manifest';
  const index = new WorkspaceIndex();
  index.updateManifest(home, manifestOf(file, text));
  const nodeCount = nodes === undefined ? usual.nodeCount : /^\d+$/.test(nodes) ? Number(nodes) : undefined;
  if (nodes !== undefined && nodeCount === undefined) {
    const source = `file:///${encodeURIComponent(basename(nodes))}`;
    index.updateManifest(source, manifestOf(nodes));
    index.preferNodesOf(source);
    if (allNodes(index.factsFor(home)).length === 0) throw new UsageError(`${nodes} holds no Node manifests`);
  }
  const known = from === undefined ? {} : { base: new Base(manifestOf(from), basename(from), true) };
  const measured = cluster === undefined ? {} : { cluster: readCluster(cluster) };
  const assumptions = assumptionsFrom((name) => assume[name], usual.assumptions);
  const nodeGroups = options.nodeGroups.length === 0 ? usual.nodeGroups : parseNodeGroups(options.nodeGroups);
  const settings = { ...usual, nodeCount, nodeGroups, assumptions };
  return new Analysis(home, text, { settings, facts: index.factsFor(home), ...known, ...measured });
}

/** What is said to run now must be the same object, and whole. */
function checkRunning(analysis: Analysis, { kind, name, index }: SimulationTarget, from: string): void {
  const before = analysis.workloads[index]?.assessment.before;
  if (before === undefined) throw new UsageError(`${from} holds no ${kind} ${name}`);
  if (!before.certain)
    throw new UsageError(`${from} has templates, or is a part of a manifest: render it first, for instance with helm template`);
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
