import { difference, editDocument, type TextEdit } from '../manifest/edits';
import { jsonAt } from '../manifest/json';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { listed } from '../model/words';
import type { TunableManifestValues } from '../shared/protocol';
import type { Analysis, PlacedWorkload } from './analysis';
import type { EditElsewhere } from './said';
import { findAgain, missing, type SimulationTarget } from './simulation';

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
  for (const [path, value] of changesOf(workload, values)) {
    const edited = editDocument(text, [{ op: 'set', path: [...workload.resource.base, ...path], value: String(value) }]);
    if (edited === undefined)
      return { problem: `${path.join('.')} cannot be written here without changing more than it; edit it by hand.` };
    text = edited;
  }
  const edit = difference(original, text);
  return { edits: edit === undefined ? [] : [{ ...edit, start: placed.start + edit.start, end: placed.start + edit.end }] };
}

/** Of what is built: where its values are written. */
function builtEdits({ builds }: Analysis, placed: PlacedWorkload, values: TunableManifestValues): TuningEdits {
  const changes = changesOf(placed.workload, values)
    .filter(([path, value]) => jsonAt(placed.workload.resource.json, path) !== value)
    .map(([path, value]) => ({ op: 'set', path, value: String(value) }) as const);
  if (changes.length === 0) return { edits: [] };
  const edits = builds?.editsFor(placed, changes);
  if (edits !== undefined) return edits;
  const fields = listed(changes.map(({ path }) => path.join('.')));
  return { problem: `${fields} cannot be written where it comes from without changing more than it; edit it by hand.` };
}

function changesOf({ kind, strategyPath, strategyType }: Workload, values: TunableManifestValues): [Path, string | number][] {
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
  return changes.filter((change): change is [Path, string | number] => change[1] !== undefined);
}
