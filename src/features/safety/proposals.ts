import { sufficientSleep } from '../../model/load';
import { allOf } from '../../model/words';
import { askedBy, knowsText, sleepEdits } from '../../rules/asked';
import { budgetFix } from '../../rules/budgetFix';
import { isIdle } from '../../rules/noReadiness';
import { serving } from '../../rules/pods';
import { tcpReadinessEdits } from '../../rules/probeFixes';
import type { Fix } from '../../rules/rule';
import { budgetsOf } from '../../rules/selecting';
import type { Assessment } from '../assessment';

/** One edit that makes a rollout safer, as far as a manifest can. */
export interface Proposal {
  readonly id: 'readiness' | 'preStop' | 'bounds' | 'budget' | 'deadline';
  readonly title: string;
  /** What it is for, and what only a person knows about it. */
  readonly why: string;
  readonly fix: Pick<Fix, 'edits' | 'append'>;
}

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
function preStopOf({ workload, surroundings: { facts, settings } }: Assessment): Proposal[] {
  const asked = askedBy(workload, facts, settings.traffic);
  const seconds = asked && sufficientSleep(asked.load);
  if (asked === undefined || seconds === undefined) return [];
  const waiting = [asked.container, ...workload.pod.containers.filter(({ ports }) => ports.length > 0)];
  const hasty = [...new Set(waiting)].filter(({ preStop }) => preStop === undefined);
  if (hasty.length === 0) return [];
  const edits = hasty.flatMap((container) => sleepEdits(workload, container, seconds));
  return [
    {
      id: 'preStop',
      title: `preStop hook: wait ${seconds} s before stopping`,
      why: `Requests of Service ${asked.service.name} still arrive for a moment when a pod is deleted (${knowsText(asked.load)}); until then it goes on answering. Needs Kubernetes 1.30.`,
      fix: { edits: edits.filter(({ path }, at) => edits.findIndex((other) => other.path.join('/') === path.join('/')) === at) },
    },
  ];
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
