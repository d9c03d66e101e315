import type { Scenario } from '../../engine/simulation/scenario/scenario';
import { readManifest } from '../../manifest/manifest';
import { encodeTimes } from '../../model/time';
import { goOnFrom, rolloutUnderWay, type RolloutUnderWay, type WorkloadName } from '../../snapshot/rolloutUnderWay';
import { absence, missingPods, whatLacks } from '../../snapshot/whatLacks';
import { Analysis } from '../analysis';
import type { FeatureSettings } from '../settings';
import { simulationOf } from '../simulation';
import { simulationTargets } from '../simulationTarget';
import { WorkspaceIndex } from '../workspaceIndex';
import type { MeasuredCluster } from './inUse';

/** A rollout that a snapshot has caught in the middle, as a scenario that goes on from there. */
export type FromHere =
  | { readonly underWay: RolloutUnderWay; readonly scenario: Scenario; readonly notes: readonly string[] }
  | { readonly problem: string };

const HOME = 'file:///.live';

/** What surrounds the workload is found in the same way as for its manifest: it is read as one. */
export function simulateFromHere(cluster: MeasuredCluster, wanted: WorkloadName, settings: FeatureSettings): FromHere {
  const underWay = rolloutUnderWay(cluster.snapshot, wanted);
  if (underWay === undefined) return { problem: absence(cluster.snapshot, wanted, cluster.title) };
  const lack = whatLacks(cluster.snapshot, underWay);
  if (lack !== undefined) return { problem: lack };
  const { metadata, spec } = underWay.workload;
  const { name, namespace, labels, annotations } = metadata;
  const live = { apiVersion: 'apps/v1', kind: wanted.kind, metadata: { name, namespace, labels, annotations }, spec };
  const text = JSON.stringify(encodeTimes(live));
  const index = new WorkspaceIndex();
  index.updateManifest(HOME, readManifest(text));
  const analysis = new Analysis(HOME, text, { settings, facts: index.factsFor(HOME), cluster });
  const [target] = simulationTargets(analysis);
  if (target === undefined) return { problem: `What ${cluster.title} says of ${wanted.kind} ${name} cannot be read.` };
  const simulation = simulationOf(analysis, target);
  if (simulation.problem !== undefined) return { problem: simulation.problem.message };
  const { scenario, notes } = goOnFrom(simulation.scenario, underWay);
  const missing = missingPods(underWay);
  const all = missing === undefined ? notes : [missing, ...notes];
  return { underWay, scenario, notes: [...all, ...simulation.notes.filter((note) => !ABOUT_BEFORE.test(note))] };
}

/** Nothing is assumed to run: it does. */
const ABOUT_BEFORE = /^(?:Assumed to run now|Runs now|Nothing changed in this workload)/;
