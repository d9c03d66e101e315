import type { ContainerFacts } from '../../manifest/podFacts';
import { allOf } from '../../model/words';
import { budgetFix } from '../../rules/budgetFix';
import { isForMetrics, isIdle } from '../../rules/noReadiness';
import { serving } from '../../rules/pods';
import { tcpReadinessEdits } from '../../rules/probeFixes';
import type { Fix } from '../../rules/rule';
import { budgetsOf, servicesOf } from '../../rules/selecting';
import type { Assessment } from '../assessment';

/** One edit that makes a rollout safer, as far as a manifest can. */
export interface Proposal {
  readonly id: 'readiness' | 'preStop' | 'bounds' | 'budget' | 'deadline';
  readonly title: string;
  /** What it is for, and what only a person knows about it. */
  readonly why: string;
  readonly fix: Pick<Fix, 'edits' | 'append'>;
}

/** Long enough for a Service to take a pod out everywhere. */
const PRE_STOP_SECONDS = 5;
const DEADLINE_SECONDS = 600;

/** Everything that could be proposed; what each comes to is for the simulation to say. */
export function proposalsFor(assessment: Assessment): Proposal[] {
  const bounds = boundsOf(assessment);
  return [
    ...readinessOf(assessment),
    ...preStopOf(assessment),
    ...bounds,
    ...budgetOf(assessment, bounds.length > 0),
    ...deadlineOf(assessment),
  ];
}

function readinessOf({ workload }: Assessment): Proposal[] {
  if (
    isIdle(workload) ||
    serving(workload.pod).some(({ readiness, startup }) => readiness !== undefined || startup !== undefined)
  )
    return [];
  const found = tcpReadinessEdits(workload);
  if (found === undefined) return [];
  return [
    {
      id: 'readiness',
      title: `Readiness probe on port ${found.port}`,
      why: 'Without one a pod counts as ready as soon as it runs. A path over HTTP would tell more; which one, only you know.',
      fix: { edits: found.edits },
    },
  ];
}

/** A pod that is deleted still gets requests until everybody has heard of it. */
function preStopOf({ workload, surroundings: { facts } }: Assessment): Proposal[] {
  const { pod } = workload;
  const service = servicesOf(facts, workload).find((other) => !isForMetrics(other, workload));
  const asked = pod.containers.filter((container) => isAsked(container) && container.preStop === undefined);
  if (service === undefined || asked.length === 0) return [];
  const sleeps = asked.map(({ path }) => ({
    op: 'set' as const,
    path: [...path, 'lifecycle', 'preStop', 'sleep', 'seconds'],
    value: String(PRE_STOP_SECONDS),
  }));
  const grace = pod.graceWritten
    ? [{ op: 'set' as const, path: gracePath(pod.path), value: String(pod.graceSeconds + PRE_STOP_SECONDS) }]
    : [];
  return [
    {
      id: 'preStop',
      title: `preStop hook: wait ${PRE_STOP_SECONDS} s before stopping`,
      why: `Requests of Service ${service.name} still arrive for a moment when a pod is deleted; until then it goes on answering. Needs Kubernetes 1.30.`,
      fix: { edits: [...sleeps, ...grace] },
    },
  ];
}

function gracePath(pod: readonly (string | number)[]): readonly (string | number)[] {
  return [...pod, 'spec', 'terminationGracePeriodSeconds'];
}

function isAsked({ ports }: ContainerFacts): boolean {
  return ports.length > 0;
}

/** The new pods first. What the simulation shows to stall is not proposed in the end. */
function boundsOf({ workload, envelope }: Assessment): Proposal[] {
  if (envelope?.kind !== 'Deployment' || envelope.refused || envelope.desired === 0) return [];
  if (envelope.strategy === 'RollingUpdate' && envelope.unavailable === 0) return [];
  // Whoever lets the old pod go first because of a volume knows what no manifest tells.
  if (workload.pod.claims.length > 0 && envelope.surge === 0) return [];
  const set = (path: readonly (string | number)[], value: string): Fix['edits'][number] => ({ op: 'set', path, value });
  const type = envelope.strategy === 'Recreate' ? [set([...workload.strategyPath, 'type'], 'RollingUpdate')] : [];
  const surge =
    envelope.surge === 0 || envelope.strategy === 'Recreate'
      ? [set(workload.maxSurge.path, envelope.desired > 4 ? '25%' : '1')]
      : [];
  return [
    {
      id: 'bounds',
      title: 'Start new pods before old ones go (maxUnavailable 0)',
      why: 'No pod is missing during a rollout; for a while there is room for more of them instead.',
      fix: { edits: [...type, ...surge, set(workload.maxUnavailable.path, '0')] },
    },
  ];
}

function budgetOf({ workload, envelope, surroundings: { facts } }: Assessment, keepsAll: boolean): Proposal[] {
  if (envelope?.kind !== 'Deployment' || envelope.desired < 2 || budgetsOf(facts, workload).length > 0) return [];
  const fix = budgetFix(workload, keepsAll ? { ...envelope, unavailable: 0 } : envelope);
  if (fix === undefined) return [];
  return [
    {
      id: 'budget',
      title: fix.title,
      why: `A drain may otherwise take ${allOf(envelope.desired, 'replica')} at once.`,
      fix,
    },
  ];
}

/** Where one pod alone may take longer than the deadline allows. */
function deadlineOf({ workload, envelope }: Assessment): Proposal[] {
  const { progressDeadlineSeconds, kind } = workload;
  if (kind !== 'Deployment' || envelope === undefined || !progressDeadlineSeconds.written) return [];
  const needed = 2 * envelope.duration.secondsPerWave;
  if (progressDeadlineSeconds.value >= needed) return [];
  const seconds = Math.max(DEADLINE_SECONDS, Math.ceil(needed / 60) * 60);
  return [
    {
      id: 'deadline',
      title: `Progress deadline of ${seconds} s`,
      why: `A pod needs about ${Math.round(needed / 2)} s; after ${progressDeadlineSeconds.value} s without progress the rollout is reported as failed.`,
      fix: { edits: [{ op: 'set', path: progressDeadlineSeconds.path, value: String(seconds) }] },
    },
  ];
}
