import type { ConformanceSuite } from '../suite';
import { deploymentClosedLoopSuite } from './deploymentClosedLoop';
import { deploymentTablesSuite } from './deploymentTables';
import { deploymentTrajectoriesSuite } from './deploymentTrajectories';
import { schedulingSuite } from './scheduling';
import { daemonsetClosedLoop } from './daemonsetClosedLoop';
import { daemonsetTables } from './daemonsetTables';
import { daemonsetTrajectories } from './daemonsetTrajectories';
import { manifestDefaults, manifestReal, manifestValidation } from './manifests';
import { manifestUpdates } from './manifestsUpdates';
import { disruptionSuite } from './disruption';
import { endpointSliceSuite } from './endpointSlices';
import { quotaSuite } from './quota';
import { kustomizeBuilds } from './kustomizeBuilds';
import { realRunsSuite } from './realRuns';
import { rolloutStatusSuite } from './rolloutStatus';
import { helmCharts, helmTemplates } from './helmRendering';
import { helmRealCharts } from './helmRealCharts';
import { helmValues } from './helmValues';

/** Every suite the replayer knows; a record goes to the first that accepts it. */
export const suites: readonly ConformanceSuite[] = [
  deploymentTablesSuite,
  deploymentClosedLoopSuite,
  deploymentTrajectoriesSuite,
  schedulingSuite,
  manifestValidation,
  manifestDefaults,
  manifestUpdates,
  manifestReal,
  rolloutStatusSuite,
  disruptionSuite,
  quotaSuite,
  endpointSliceSuite,
  daemonsetTables,
  daemonsetTrajectories,
  daemonsetClosedLoop,
  kustomizeBuilds,
  realRunsSuite,
  helmTemplates,
  helmValues,
  helmCharts,
  helmRealCharts,
];
