import type { Assumptions, Severity } from '../rules/rule';

/** What the user can set, as the features need it. */
export interface FeatureSettings {
  /** How many nodes a DaemonSet is computed for; undefined: take Node manifests if there are any, else assume. */
  readonly nodeCount: number | undefined;
  readonly assumptions: Assumptions;
  /** By rule id; what is not named keeps the rule's own severity. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
}

/** Nodes when nothing is known about them. */
export const ASSUMED_NODES = 10;

/** A pod is up within 5 s (the SLO of Kubernetes without image pull) and gone within 2 s of being asked. */
export const DEFAULT_SETTINGS: FeatureSettings = {
  nodeCount: undefined,
  assumptions: { podStartSeconds: 5, podStopSeconds: 2 },
  severities: {},
  codeLens: true,
  inlayHints: true,
};
