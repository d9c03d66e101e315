/** Upstream: plugin/pkg/admission/priority/admission.go, pkg/apis/scheduling/v1/helpers.go (v1.36.4). */
import type { PriorityClass } from './apiTypes';

/** What a pod gets of its PriorityClass. */
export interface Priority {
  readonly className: string;
  readonly value: number;
  readonly preemptionPolicy: string;
}

const PREEMPTS = 'PreemptLowerPriority';

/** Those that every cluster has. */
const SYSTEM_CLASSES: readonly PriorityClass[] = [
  { metadata: { name: 'system-node-critical' }, value: 2_000_001_000 },
  { metadata: { name: 'system-cluster-critical' }, value: 2_000_000_000 },
];

/** Of a pod that names no class when there is no default either. */
const NO_PRIORITY: Priority = { className: '', value: 0, preemptionPolicy: PREEMPTS };

/** The priority of pods that name this class, or none; undefined: there is no such class. */
export function resolvePriority(className: string | undefined, classes: Iterable<PriorityClass>): Priority | undefined {
  const known = [...SYSTEM_CLASSES, ...classes];
  const named = className === undefined || className === '' ? undefined : className;
  if (named === undefined) return defaultPriority(known);
  const found = known.find(({ metadata }) => metadata.name === named);
  return found === undefined ? undefined : priorityOf(found);
}

/** Names that begin so are for the two that Kubernetes brings along: nobody can make another one. */
export function cannotExist(className: string): boolean {
  return className.startsWith('system-') && resolvePriority(className, []) === undefined;
}

/** Of several defaults the lowest counts. */
function defaultPriority(classes: readonly PriorityClass[]): Priority {
  const defaults = classes.filter(({ globalDefault }) => globalDefault === true);
  const lowest = defaults.reduce<PriorityClass | undefined>(
    (least, own) => (least === undefined || valueOf(own) < valueOf(least) ? own : least),
    undefined,
  );
  return lowest === undefined ? NO_PRIORITY : priorityOf(lowest);
}

function priorityOf(found: PriorityClass): Priority {
  return { className: found.metadata.name, value: valueOf(found), preemptionPolicy: found.preemptionPolicy ?? PREEMPTS };
}

/** What is no number comes from a file that the API server would not take. */
function valueOf({ value }: PriorityClass): number {
  return Number.isInteger(value) ? value : 0;
}
