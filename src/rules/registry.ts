import { allUnavailable } from './allUnavailable';
import { autoscalerOwnsReplicas } from './autoscalerOwnsReplicas';
import { bothRoundToZero } from './bothRoundToZero';
import { bothZero } from './bothZero';
import { budgetBlocksDrain } from './budgetBlocksDrain';
import { budgetViolated } from './budgetViolated';
import { daemonSetSurge } from './daemonSetSurge';
import { daemonSetSurgeHostPort } from './daemonSetSurgeHostPort';
import { deadlineBelowMinReady } from './deadlineBelowMinReady';
import { deadlineTooShort } from './deadlineTooShort';
import { graceTooShort } from './graceTooShort';
import { mutableTag } from './mutableTag';
import { noHistory } from './noHistory';
import { noReadiness } from './noReadiness';
import { onDelete } from './onDelete';
import { paused } from './paused';
import { percentRoundsToAll } from './percentRoundsToAll';
import { percentRoundsToZero } from './percentRoundsToZero';
import { recreateBehindService } from './recreateBehindService';
import { rejected } from './rejected';
import { rollingUpdateUnderRecreate } from './rollingUpdateUnderRecreate';
import type { Rule } from './rule';
import { selectorChanged } from './selectorChanged';
import { selectorMismatch } from './selectorMismatch';
import { serverWarning } from './serverWarning';
import { singleReplicaDown } from './singleReplicaDown';
import { slowDaemonSet } from './slowDaemonSet';
import { stallAntiAffinity } from './stallAntiAffinity';
import { stallCapacity } from './stallCapacity';
import { stallHostPort } from './stallHostPort';
import { stallQuota } from './stallQuota';
import { stallVolume } from './stallVolume';
import { unknownField } from './unknownField';

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
  stallQuota,
  stallCapacity,
  daemonSetSurgeHostPort,
  deadlineTooShort,
  paused,
  singleReplicaDown,
  allUnavailable,
  recreateBehindService,
  noReadiness,
  graceTooShort,
  percentRoundsToZero,
  percentRoundsToAll,
  bothRoundToZero,
  autoscalerOwnsReplicas,
  budgetViolated,
  budgetBlocksDrain,
  noHistory,
  onDelete,
  slowDaemonSet,
  mutableTag,
  serverWarning,
];

/** What a diagnostic about broken YAML carries instead of a rule's id. */
export const SYNTAX_ID = 'yaml-syntax';
