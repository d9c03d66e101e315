import { difference, editDocument, type ObjectEdit, type TextEdit } from '../manifest/edits';
import { jsonAt } from '../manifest/json';
import type { ContainerFacts } from '../manifest/podFacts';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { listeningContainers } from '../model/ports';
import { listed } from '../model/words';
import { tcpReadinessEdits } from '../rules/probeFixes';
import type { TunableManifestValues } from '../shared/protocol';
import type { Analysis, PlacedWorkload } from './analysis';
import type { EditElsewhere } from './said';
import { findAgain, missing, type SimulationTarget } from './simulationTarget';

/** The edits that write tuned values into the manifest, with offsets in the file; or why they cannot be written. */
export type TuningEdits =
  | { readonly edits: readonly TextEdit[]; readonly others?: readonly EditElsewhere[]; readonly problem?: undefined }
  | { readonly problem: string };

export function tuningEdits(analysis: Analysis, target: SimulationTarget, values: TunableManifestValues): TuningEdits {
  const found = findAgain(analysis, target);
  if (found === undefined) return { problem: missing(analysis, target).message };
  const { workload, placed, built } = found.placed;
  if (built !== undefined) return builtEdits(analysis, found.placed, values);
  const original = analysis.manifest.text.slice(placed.start, placed.end);
  let text = original;
  if (placed.document.problems.length > 0) return { problem: 'The document is not valid YAML.' };
  const obstacle = stopObstacle(workload, values);
  if (obstacle !== undefined) return { problem: obstacle };
  for (const change of changesOf(workload, values)) {
    const edited = editDocument(text, [{ ...change, path: [...workload.resource.base, ...change.path] }]);
    if (edited === undefined)
      return { problem: `${change.path.join('.')} cannot be written here without changing more than it; edit it by hand.` };
    text = edited;
  }
  const edit = difference(original, text);
  return { edits: edit === undefined ? [] : [{ ...edit, start: placed.start + edit.start, end: placed.start + edit.end }] };
}

/** Of what is built: where its values are written. */
function builtEdits({ builds }: Analysis, placed: PlacedWorkload, values: TunableManifestValues): TuningEdits {
  const obstacle = stopObstacle(placed.workload, values);
  if (obstacle !== undefined) return { problem: obstacle };
  const changes = changesOf(placed.workload, values).filter(
    (change) => change.op !== 'set' || !isThere(placed.workload, change.path, change.value),
  );
  if (changes.length === 0) return { edits: [] };
  const edits = builds?.editsFor(placed, changes);
  if (edits !== undefined) return edits;
  const fields = listed(changes.map(({ path }) => path.join('.')));
  return { problem: `${fields} cannot be written where it comes from without changing more than it; edit it by hand.` };
}

function changesOf(workload: Workload, values: TunableManifestValues): ObjectEdit[] {
  const { kind, strategyPath, strategyType } = workload;
  const isDeployment = kind === 'Deployment';
  const rolling: Path = [...strategyPath, 'rollingUpdate'];
  const touchesStrategy = values.maxSurge !== undefined || values.maxUnavailable !== undefined;
  const changes: [Path, string | number | undefined][] = [
    [['spec', 'replicas'], isDeployment ? values.replicas : undefined],
    [[...strategyPath, 'type'], touchesStrategy && strategyType.value !== 'RollingUpdate' ? 'RollingUpdate' : undefined],
    [[...rolling, 'maxSurge'], values.maxSurge],
    [[...rolling, 'maxUnavailable'], values.maxUnavailable],
    [['spec', 'minReadySeconds'], values.minReadySeconds],
    [['spec', 'progressDeadlineSeconds'], isDeployment ? values.progressDeadlineSeconds : undefined],
    [['spec', 'template', 'spec', 'terminationGracePeriodSeconds'], values.terminationGracePeriodSeconds],
  ];
  const set = changes.flatMap(([path, value]): ObjectEdit[] =>
    value === undefined ? [] : [{ op: 'set', path, value: String(value) }],
  );
  return [...set, ...stopChanges(workload, values)];
}

const isThere = ({ resource }: Workload, path: Path, value: string): boolean =>
  [value, Number(value)].some((same) => jsonAt(resource.json, path) === same);

/** Those that wait before they stop. */
const waiting = ({ pod }: Workload): readonly ContainerFacts[] =>
  listeningContainers(pod.containers.filter(({ sidecar }) => !sidecar));

/** A hook that does something is not thrown away, and a probe needs a port to ask. */
function stopObstacle(workload: Workload, { preStopSleepSeconds, readiness }: TunableManifestValues): string | undefined {
  const isOther = ({ preStop }: ContainerFacts): boolean =>
    preStop !== undefined && jsonAt(workload.resource.json, [...preStop.path, 'sleep']) === undefined;
  if (preStopSleepSeconds !== undefined && waiting(workload).some(isOther))
    return 'There is a preStop hook that does something else than to sleep; edit it by hand.';
  if (readiness !== undefined && tcpReadinessEdits(workload) === undefined)
    return 'No container declares a port that a readiness probe could ask; edit it by hand.';
  return undefined;
}

function stopChanges(workload: Workload, { preStopSleepSeconds, readiness }: TunableManifestValues): ObjectEdit[] {
  const sleeps = waiting(workload).flatMap(({ path, preStop }): ObjectEdit[] => {
    if (preStopSleepSeconds === undefined) return [];
    if (preStopSleepSeconds === 0) return preStop === undefined ? [] : [{ op: 'remove', path: preStop.path }];
    return [{ op: 'set', path: [...path, 'lifecycle', 'preStop', 'sleep', 'seconds'], value: String(preStopSleepSeconds) }];
  });
  const probes = readiness === undefined ? [] : (tcpReadinessEdits(workload)?.edits ?? []);
  return [...sleeps, ...probes];
}
