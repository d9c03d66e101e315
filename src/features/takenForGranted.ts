import type { ClusterSpec } from '../engine/simulation/scenario/scenario';
import { jsonAt } from '../manifest/json';
import { list, text } from '../manifest/reading';
import type { Workload } from '../manifest/workload';
import { cannotExist, resolvePriority } from '../model/priority';
import { OBJECT_COUNTS } from '../model/quotaUsage';
import { describedText, missingCompany, selectedText } from '../rules/company';
import type { ClusterFacts } from '../rules/facts';
import { scarceRequests } from '../rules/maybeOnce';
import type { RuleContext } from '../rules/rule';
import { soleUse } from '../rules/volumeClaims';
import { listed, visible } from '../model/words';

/** What no file tells, and as what it is taken. */
export function takenForGranted(context: Assumed, around: ClusterSpec): string[] {
  const { workload, facts } = context;
  return [
    ...uncounted(around),
    ...unknownCompany(context),
    ...unknownDevices(context),
    ...unknownPlace(workload, facts),
    ...unknownClaims(workload, around),
    ...unknownClass(workload, around),
    ...otherScheduler(workload),
    ...readinessGates(workload),
  ];
}

/** Of what a rollout makes beside pods nobody knows how much there is: old revisions stay. */
function uncounted({ resourceQuotas = [] }: ClusterSpec): string[] {
  return resourceQuotas.flatMap(({ metadata, spec }) =>
    Object.keys(spec?.hard ?? {})
      .filter((name) => MADE_BY_ROLLOUTS.has(name))
      .map(
        (name) =>
          `ResourceQuota ${metadata.name}: ${name} counts one for each ${MADE_BY_ROLLOUTS.get(name) ?? ''} here. What is kept of older versions counts, too, and is not known: a rollout makes one more, and is refused where that is too many.`,
      ),
  );
}
const MADE_BY_ROLLOUTS: ReadonlyMap<string, string> = new Map([
  [OBJECT_COUNTS.ReplicaSet, 'Deployment'],
  [OBJECT_COUNTS.ControllerRevision, 'DaemonSet'],
]);

/** Pods of others are seldom in the same files. */
function unknownCompany(context: Assumed): string[] {
  return missingCompany(context).map(
    (term) =>
      `Pods with ${selectedText(term)}, which the pods have to be near to and ${describedText(term, context)}, are taken to run everywhere, which is not known.`,
  );
}

type Assumed = Pick<RuleContext, 'workload' | 'facts' | 'nodes'>;

/** Where nobody describes nodes nobody knows how many devices are free. */
function unknownDevices(context: Assumed): string[] {
  return scarceRequests(context).map(
    ({ resource }) =>
      `${visible(resource)}: taken to be free on every node, which is not known. Where none is free a pod that asks for it waits.`,
  );
}

/** Which of several nodes a pod gets depends on whatever else runs there. */
function unknownPlace(workload: Workload, facts: ClusterFacts): string[] {
  const claim = workload.pod.claims.find(({ claimName }) => soleUse(facts, workload, claimName) === 'ReadWriteOnce');
  if (claim === undefined || workload.kind === 'DaemonSet') return [];
  return [
    `Where new pods land is not known: they are taken to get another node than the one that has the ReadWriteOnce volume of ${claim.claimName}, wherever there is one. On that node they would not wait for it.`,
  ];
}

/** A claim that no file describes may be one that only one node, or only one pod, can use. */
function unknownClaims({ pod }: Workload, { persistentVolumeClaims = [] }: ClusterSpec): string[] {
  const known = new Set(persistentVolumeClaims.map(({ metadata }) => metadata.name));
  const unknown = [...new Set(pod.claims.map(({ claimName }) => claimName))].filter((name) => !known.has(name));
  return unknown.map(
    (name) => `PersistentVolumeClaim ${name} is in no file: taken as one that all nodes can use at once, which is not known.`,
  );
}

/** A class that no file describes may let the pods preempt others. */
function unknownClass({ pod: { priorityClassName } }: Workload, { priorityClasses = [] }: ClusterSpec): string[] {
  if (resolvePriority(priorityClassName, priorityClasses) !== undefined || cannotExist(priorityClassName)) return [];
  return [`PriorityClass ${priorityClassName} is in no file: taken as no priority, which is not known.`];
}

const DEFAULT_SCHEDULER = 'default-scheduler';

function otherScheduler({ resource: { json }, pod: { path } }: Workload): string[] {
  const name = text(jsonAt(json, [...path, 'spec', 'schedulerName']));
  if (name === '' || name === DEFAULT_SCHEDULER) return [];
  return [
    `Scheduler ${visible(name)} is taken to run and to place pods as the default one does, which is not known: where it does not run they stay Pending.`,
  ];
}

function readinessGates({ resource: { json }, pod: { path } }: Workload): string[] {
  const gates = list(jsonAt(json, [...path, 'spec', 'readinessGates'])).map((gate) =>
    visible(text(jsonAt(gate, ['conditionType']))),
  );
  if (gates.length === 0) return [];
  return [
    `Readiness gate ${listed(gates)}: taken as set at once, which is not known. Where nothing sets it new pods are never ready, and the rollout stalls.`,
  ];
}
