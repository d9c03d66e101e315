import { number, readAs } from '../engine/kernel/schema';
import { LIMITS } from '../model/limits';
import type { Assumptions } from '../rules/rolloutEnvelope';
import type { Severity } from '../rules/rule';

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

const SECONDS = { min: 0, max: LIMITS.seconds };
/** What the numbers among the settings may be. package.json has it from here (npm run docs:rules). */
export const NUMBER_SETTINGS = {
  nodeCount: { min: 0, max: LIMITS.nodes, integer: true },
  'assumptions.podStartSeconds': SECONDS,
  'assumptions.podStopSeconds': SECONDS,
} as const;

/** The value of a setting, or undefined when it cannot be one. */
export function numberSetting(setting: keyof typeof NUMBER_SETTINGS, value: unknown): number | undefined {
  return readAs(number(NUMBER_SETTINGS[setting]), value);
}
