import { readFileSync } from 'node:fs';
import { scenarioFor } from '../engine/simulation/scenario/scenarioFor';
import { checkScenario, checkWorkload, type Scenario, type Workload } from '../engine/simulation/scenario/scenario';
import { surroundingsOf } from '../features/surroundings';
import { readManifest } from '../manifest/manifest';
import type { Resource } from '../manifest/kinds';
import type { Node } from '../model/apiTypes';
import { decodeTimes } from '../model/time';
import { UsageError, type CliOptions } from './options';

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function resourcesOf(file: string, text = readText(file)): readonly Resource[] {
  const manifest = readManifest(text);
  for (const { document } of manifest.documents) {
    const [problem] = document.problems;
    if (problem !== undefined) throw new UsageError(`${file} is not valid YAML: ${document.yamlError ?? problem.message}`);
    if (document.notAnalyzed !== undefined) throw new UsageError(`${file} cannot be used: ${document.notAnalyzed}`);
  }
  return manifest.documents.flatMap(({ document }) => document.resources);
}

function workloadOf(resources: readonly Resource[], file: string, name: string | undefined): Workload {
  const found = resources.filter(({ kind }) => kind === 'Deployment' || kind === 'DaemonSet');
  for (const { unknowns } of found) {
    const [place] = [...unknowns.values, ...unknowns.open];
    if (place !== undefined)
      throw new UsageError(`${file} has a template at ${place.join('.')}: render it first, for instance with helm template`);
  }
  const workloads = found.map(({ json, kind }) => checkWorkload(decodeTimes(json), `${file}: ${kind}`));
  const chosen = name === undefined ? workloads : workloads.filter(({ metadata }) => metadata.name === name);
  const names = workloads.map(({ metadata }) => metadata.name).join(', ');
  if (workloads.length === 0) throw new UsageError(`${file} holds no Deployment or DaemonSet`);
  if (chosen.length === 0) throw new UsageError(`${file} holds no workload ${name ?? ''}; known are ${names}`);
  if (chosen.length > 1) throw new UsageError(`${file} holds several workloads (${names}): choose one with --name`);
  return chosen[0] as Workload;
}

function nodesOf(resources: readonly Resource[]): readonly Node[] {
  return resources.filter(({ kind }) => kind === 'Node').map(({ json }) => decodeTimes<Node>(json));
}

/** The scenario that the command line asks for. */
export function readScenario(options: CliOptions): Scenario {
  const text = readText(options.file);
  const isScenario = options.file.endsWith('.json') && text.includes('"version"');
  return checkScenario(isScenario ? parsed(options.file, text) : scenarioOf(options, text));
}

function scenarioOf(options: CliOptions, text: string): Scenario {
  const resources = resourcesOf(options.file, text);
  const workload = workloadOf(resources, options.file, options.name);
  const before = options.from === undefined ? undefined : workloadOf(resourcesOf(options.from), options.from, options.name);
  const count = options.nodes === undefined || !/^\d+$/.test(options.nodes) ? undefined : Number(options.nodes);
  const nodes = options.nodes !== undefined && count === undefined ? nodesOf(resourcesOf(options.nodes)) : nodesOf(resources);
  if (options.nodes !== undefined && count === undefined && nodes.length === 0)
    throw new UsageError(`${options.nodes} holds no Node manifests`);
  return scenarioFor(workload, {
    ...(before === undefined ? {} : { before }),
    ...(count === undefined ? { nodes } : { nodeCount: count }),
    ...(options.horizonSeconds === undefined ? {} : { horizonSeconds: options.horizonSeconds }),
    surroundings: surroundingsOf(resources),
    seed: options.seed,
  });
}

function parsed(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${file} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
