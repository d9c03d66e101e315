import { parsePercent, type IntOrString } from '../../model/intOrPercent';
import type { DaemonSet, Deployment } from '../../model/apiTypes';
import { updatedDesiredNodeCounts } from '../controllers/daemon/rollingUpdate';
import {
  getScaledValueFromIntOrPercent,
  IntOrStringError,
  maxSurge,
  maxUnavailable,
} from '../controllers/deployment/deploymentUtil/fenceposts';

/** A bound of a rolling update with the parts of its formula: `25% of 10 = 2.5, rounded up 3`. */
export interface EnvelopeBound {
  readonly value: IntOrString;
  /** 25 for `25%`; undefined for a count. */
  readonly percent: number | undefined;
  /** Before rounding. */
  readonly exact: number;
  readonly rounding: 'up' | 'down';
  readonly rounded: number;
  /** What the controller works with, after the both-zero rule and the cap at the number of pods. */
  readonly effective: number;
}

/** The numbers between which a rolling update moves, by the controllers' own arithmetic. */
export interface StrategyEnvelope {
  /** Replicas, or nodes that should run the daemon. */
  readonly desired: number;
  readonly surge: EnvelopeBound;
  readonly unavailable: EnvelopeBound;
  readonly minAvailable: number;
  readonly maxTotal: number;
  /** Both came to 0, so the controller goes on with 1 unavailable. */
  readonly bothZero: boolean;
}

/** Why there is no envelope: what Kubernetes says of the value that it cannot read. */
export interface EnvelopeProblem {
  readonly problem: string;
}

interface Bounds {
  readonly maxSurge: IntOrString;
  readonly maxUnavailable: IntOrString;
}

/** Of a Deployment: surge rounds up, unavailable down. 10 replicas with 25 % / 25 % stay between 8 and 13. */
export function deploymentEnvelope(input: Bounds & { readonly replicas: number }): StrategyEnvelope | EnvelopeProblem {
  const { replicas } = input;
  const rollingUpdate = { maxSurge: input.maxSurge, maxUnavailable: input.maxUnavailable };
  const deployment: Deployment = {
    metadata: { name: '' },
    spec: { replicas, template: { spec: { containers: [] } }, strategy: { type: 'RollingUpdate', rollingUpdate } },
  };
  return envelope(replicas, input, 'down', () => ({
    surge: maxSurge(deployment),
    unavailable: maxUnavailable(deployment),
  }));
}

/** Of a DaemonSet: both round up. 10 nodes with 25 % unavailable keep 7 available. */
export function daemonSetEnvelope(input: Bounds & { readonly nodes: number }): StrategyEnvelope | EnvelopeProblem {
  const { nodes } = input;
  const rollingUpdate = { maxSurge: input.maxSurge, maxUnavailable: input.maxUnavailable };
  const daemonSet: DaemonSet = {
    metadata: { name: '' },
    spec: { template: { spec: { containers: [] } }, updateStrategy: { type: 'RollingUpdate', rollingUpdate } },
  };
  return envelope(nodes, input, 'up', () => {
    const counts = updatedDesiredNodeCounts(daemonSet, nodes);
    // A node has one old pod and at most one new one.
    return { surge: Math.min(counts.maxSurge, nodes), unavailable: Math.min(counts.maxUnavailable, nodes) };
  });
}

function envelope(
  desired: number,
  bounds: Bounds,
  unavailableRounding: 'up' | 'down',
  resolve: () => { readonly surge: number; readonly unavailable: number },
): StrategyEnvelope | EnvelopeProblem {
  try {
    const surge = bound(bounds.maxSurge, desired, 'up');
    const unavailable = bound(bounds.maxUnavailable, desired, unavailableRounding);
    const used = resolve();
    return {
      desired,
      surge: { ...surge, effective: used.surge },
      unavailable: { ...unavailable, effective: used.unavailable },
      minAvailable: desired - used.unavailable,
      maxTotal: desired + used.surge,
      bothZero: surge.rounded === 0 && unavailable.rounded === 0,
    };
  } catch (error) {
    if (error instanceof IntOrStringError) return { problem: error.message };
    throw error;
  }
}

function bound(value: IntOrString, total: number, rounding: 'up' | 'down'): EnvelopeBound {
  const rounded = getScaledValueFromIntOrPercent(value, total, rounding === 'up');
  const percent = typeof value === 'string' ? parsePercent(value) : undefined;
  return {
    value,
    percent,
    exact: percent === undefined ? rounded : (percent * total) / 100,
    rounding,
    rounded,
    effective: rounded,
  };
}
