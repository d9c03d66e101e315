import { nodeAt, type Path } from '../../manifest/source';
import { visible } from '../../model/words';
import type { PlacedWorkload } from '../analysis';
import type { Assessment } from '../assessment';
import { simulateTitle, summaryOf, warningTitle } from '../codeLens';
import { COMMANDS } from '../commands';
import type { CodeLensData } from '../said';
import { placesOfRestart } from './buildMarks';
import type { FileParts } from './fileParts';

/** More at one key say nothing any more. */
const MAX_AT_KEY = 3;
const MAX_LENSES = 40;

/** Above the first key of a file of values that decides the rollout of a workload, or that makes its pods restart. */
export function valuesLenses(file: FileParts, uri: string): readonly CodeLensData[] {
  const [build] = file.builds;
  if (build === undefined) return [];
  const counts = new Map<number, number>();
  const found = file.placedIn(build).flatMap((placed): CodeLensData[] => {
    const at = firstDeciding(placed) ?? placesOfRestart(placed, build, file.file)[0]?.start;
    if (at === undefined) return [];
    const line = file.text.lastIndexOf('\n', at - 1) + 1;
    const count = (counts.get(line) ?? 0) + 1;
    counts.set(line, count);
    if (count > MAX_AT_KEY) return [];
    const { workload, assessment } = placed;
    const title = `${simulateTitle(placed)} · ${workload.kind} ${workload.name}: ${saidOf(assessment, file.titleOfChange(placed))}`;
    return [{ start: line, end: at, title: visible(title), action: { command: COMMANDS.simulate, arguments: [uri, at] } }];
  });
  return found.slice(0, MAX_LENSES);
}

/** All about a workload in one line. */
export function saidOf(assessment: Assessment, change: string | undefined): string {
  const warnings = warningTitle(assessment);
  return `${change === undefined ? '' : `Δ ${change} · `}${summaryOf(assessment)}${warnings.startsWith('⚠') ? ` · ${warnings}` : ''}`;
}

/** Where the first value stands here that the numbers rest on. */
function firstDeciding({ workload }: PlacedWorkload): number | undefined {
  const { strategyPath } = workload;
  const deciding: readonly Path[] = [
    ['spec', 'replicas'],
    [...strategyPath, 'type'],
    [...strategyPath, 'rollingUpdate', 'maxSurge'],
    [...strategyPath, 'rollingUpdate', 'maxUnavailable'],
    ['spec', 'minReadySeconds'],
    ['spec', 'progressDeadlineSeconds'],
  ];
  const starts = deciding.flatMap((path) => {
    const node = nodeAt(workload.resource.source, path);
    return node === undefined || node.start < 0 ? [] : [node.start];
  });
  return starts.length === 0 ? undefined : Math.min(...starts);
}
