import { allUnavailable } from './allUnavailable';
import { autoscalerOff } from './autoscalerOff';
import { autoscalerOwnsReplicas } from './autoscalerOwnsReplicas';
import { bothRoundToZero } from './bothRoundToZero';
import { bothZero } from './bothZero';
import { budgetBlocksDrain } from './budgetBlocksDrain';
import { budgetViolated } from './budgetViolated';
import { daemonNodesDown } from './daemonNodesDown';
import { daemonSetSurge } from './daemonSetSurge';
import { daemonSetSurgeHostPort } from './daemonSetSurgeHostPort';
import { daemonSetSurgeMinReady } from './daemonSetSurgeMinReady';
import { deadlineBelowMinReady } from './deadlineBelowMinReady';
import { deadlineTooShort } from './deadlineTooShort';
import { dropsRequests } from './dropsRequests';
import { portLost } from './portLost';
import { preStopTooShort } from './preStopTooShort';
import { killCutsRequests } from './killCutsRequests';
import { namedPortChanges } from './namedPortChanges';
import { graceTooShort } from './graceTooShort';
import { livenessKillsStart } from './livenessKillsStart';
import { memoryLimitFalls } from './memoryLimitFalls';
import { missingConfig } from './missingConfig';
import { mutableTag } from './mutableTag';
import { noBudget } from './noBudget';
import { noHistory } from './noHistory';
import { noReadiness } from './noReadiness';
import { onDelete } from './onDelete';
import { paused } from './paused';
import { percentRoundsToAll } from './percentRoundsToAll';
import { percentRoundsToZero } from './percentRoundsToZero';
import { podsRefused } from './podsRefused';
import { probePort } from './probePort';
import { recreateBehindService } from './recreateBehindService';
import { rejected } from './rejected';
import { rollingUpdateUnderRecreate } from './rollingUpdateUnderRecreate';
import { rolloutTooFast } from './rolloutTooFast';
import { runsAsRoot } from './runsAsRoot';
import { servicePort } from './servicePort';
import { serviceMisses } from './serviceMisses';
import { serviceTakesOthers } from './serviceTakesOthers';
import { budgetMisses } from './budgetMisses';
import { selectorsOverlap } from './selectorsOverlap';
import type { Rule } from './rule';
import { scalesOnly } from './scalesOnly';
import { selectorChanged } from './selectorChanged';
import { selectorMismatch } from './selectorMismatch';
import { serverWarning } from './serverWarning';
import { sharedClaim } from './sharedClaim';
import { singleReplicaDown } from './singleReplicaDown';
import { slowDaemonSet } from './slowDaemonSet';
import { spreadSkew } from './spreadSkew';
import { slowQuota } from './slowQuota';
import { stallAntiAffinity } from './stallAntiAffinity';
import { stallCapacity } from './stallCapacity';
import { stallHostPort } from './stallHostPort';
import { stallOthers } from './stallOthers';
import { stallPlacement } from './stallPlacement';
import { stallQuota } from './stallQuota';
import { stallVolume } from './stallVolume';
import { surgeDoubles } from './surgeDoubles';
import { unknownField } from './unknownField';
import { webhookAsksItself } from './webhookAsksItself';

/** All rules, the most serious group first. */
export const RULES: readonly Rule[] = [
  bothZero,
  daemonSetSurge,
  deadlineBelowMinReady,
  rollingUpdateUnderRecreate,
  selectorMismatch,
  selectorChanged,
  unknownField,
  rejected,
  stallAntiAffinity,
  stallHostPort,
  stallVolume,
  sharedClaim,
  stallQuota,
  slowQuota,
  stallCapacity,
  stallOthers,
  stallPlacement,
  podsRefused,
  webhookAsksItself,
  runsAsRoot,
  daemonNodesDown,
  daemonSetSurgeHostPort,
  daemonSetSurgeMinReady,
  probePort,
  missingConfig,
  deadlineTooShort,
  paused,
  singleReplicaDown,
  allUnavailable,
  recreateBehindService,
  servicePort,
  serviceMisses,
  serviceTakesOthers,
  noReadiness,
  graceTooShort,
  killCutsRequests,
  preStopTooShort,
  dropsRequests,
  namedPortChanges,
  percentRoundsToZero,
  percentRoundsToAll,
  surgeDoubles,
  bothRoundToZero,
  autoscalerOwnsReplicas,
  autoscalerOff,
  budgetViolated,
  budgetBlocksDrain,
  budgetMisses,
  noBudget,
  selectorsOverlap,
  rolloutTooFast,
  spreadSkew,
  scalesOnly,
  noHistory,
  onDelete,
  slowDaemonSet,
  mutableTag,
  portLost,
  memoryLimitFalls,
  livenessKillsStart,
  serverWarning,
];

/** What a diagnostic about broken YAML carries instead of a rule's id. */
export const SYNTAX_ID = 'yaml-syntax';
