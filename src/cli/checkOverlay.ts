import { relative } from 'node:path';
import type { PlacedWorkload } from '../features/analysis';
import { BuiltAnalysis } from '../features/builds/builtAnalysis';
import { DEFAULT_SETTINGS } from '../features/settings';
import { nearestPlace, type FilePlace, type FileTree } from '../render/builtManifest';
import { renderLocalChart } from '../render/helm/inflatedChart';
import { overlayPlan } from '../render/kustomize/overlayPlan';
import { NO_FACTS } from '../rules/facts';
import { buildPath, diskFiles } from './diskFiles';
import { parseRender } from './renderOverlay';
import type { Terminal } from './terminal';

interface Said {
  readonly place: FilePlace | undefined;
  readonly severity: string;
  readonly message: string;
}

/** `check FOLDER`: what there is to say about what an overlay builds, each at the place where it is written. */
export function checkOverlay(args: readonly string[], terminal: Terminal): number {
  const { folder, keepOrder, unrestricted } = parseRender(args);
  const files = diskFiles(folder);
  const root = buildPath(folder);
  const plan = overlayPlan(root, {
    name: folder,
    home: `${root}/kustomization.yaml`,
    keepOrder,
    unrestricted,
    renderChart: renderLocalChart,
  });
  const built = plan.build(files);
  const uriOf = (file: string): string => `file:///${file}`;
  const outside = { facts: { ...NO_FACTS, home: uriOf(plan.home) }, isPart: () => false };
  const found = new BuiltAnalysis(plan, built, {
    settings: DEFAULT_SETTINGS,
    outside,
    textOf: (file) => files.read(file),
    uriOf,
  });
  const said = [...built.problems, ...found.analysis.workloads.flatMap((placed) => findingsOf(placed, found))];
  for (const { place, severity, message } of said)
    if (place !== undefined) terminal.out(`${lineOf(files, place)}: ${severity}: ${message}\n`);
    else terminal.error(`${severity}: ${message}\n`);
  return said.some(({ severity }) => severity === 'error') ? 1 : 0;
}

function findingsOf({ workload, assessment }: PlacedWorkload, found: BuiltAnalysis): readonly Said[] {
  const object = found.objectOf(workload);
  if (object === undefined) return [];
  return assessment.findings.map(({ rule, severity, finding }) => {
    const place = nearestPlace(object, [...workload.resource.base, ...finding.path]);
    return { place, severity, message: `${finding.message} (${rule.id})` };
  });
}

function lineOf(files: FileTree, { file, start }: FilePlace): string {
  const before = (files.read(file) ?? '').slice(0, start).split('\n');
  const shown = relative('.', `/${file}`) || file;
  return `${shown}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
