import { number, readAs } from '../engine/kernel/schema';
import { ASSUMED, type Assumptions } from '../model/assumptions';
import { LIMITS } from '../model/limits';
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

/** What holds where nobody sets anything. */
export const DEFAULT_SETTINGS: FeatureSettings = {
  nodeCount: undefined,
  assumptions: ASSUMED,
  severities: {},
  codeLens: true,
  inlayHints: true,
};

const SECONDS = { min: 0, max: LIMITS.seconds };
/** What the numbers among the settings may be. package.json has it from here (npm run docs:rules). */
export const NUMBER_SETTINGS = {
  nodeCount: { min: 0, max: LIMITS.nodes, integer: true },
  'assumptions.imagePullSeconds': SECONDS,
  'assumptions.podStartSeconds': SECONDS,
  'assumptions.podWarmUpSeconds': SECONDS,
  'assumptions.podStopSeconds': SECONDS,
  'assumptions.zones': { min: 1, max: LIMITS.zones, integer: true },
  'assumptions.clientQps': { min: 0, max: LIMITS.qps },
  'assumptions.clientBurst': { min: 1, max: LIMITS.qps, integer: true },
} as const;

type NumberSetting = keyof typeof NUMBER_SETTINGS;
export type AssumptionName = NumberSetting extends infer Name ? (Name extends `assumptions.${infer Own}` ? Own : never) : never;
export const ASSUMPTION_NAMES = Object.keys(NUMBER_SETTINGS)
  .filter((name) => name.startsWith('assumptions.'))
  .map((name) => name.slice('assumptions.'.length)) as readonly AssumptionName[];

/** The assumptions by the names of their settings; what is not set, or cannot be, is what the product assumes. */
export function assumptionsFrom(valueOf: (name: AssumptionName) => unknown): Assumptions {
  const read = (name: AssumptionName, otherwise: number): number =>
    numberSetting(`assumptions.${name}`, valueOf(name)) ?? otherwise;
  const { clientLimits } = ASSUMED;
  return {
    imagePullSeconds: read('imagePullSeconds', ASSUMED.imagePullSeconds),
    podStartSeconds: read('podStartSeconds', ASSUMED.podStartSeconds),
    podWarmUpSeconds: read('podWarmUpSeconds', ASSUMED.podWarmUpSeconds),
    podStopSeconds: read('podStopSeconds', ASSUMED.podStopSeconds),
    nodes: ASSUMED.nodes,
    zones: read('zones', ASSUMED.zones),
    clientLimits: { qps: read('clientQps', clientLimits.qps), burst: read('clientBurst', clientLimits.burst) },
  };
}

/** The value of a setting, or undefined when it cannot be one. */
export function numberSetting(setting: NumberSetting, value: unknown): number | undefined {
  return readAs(number(NUMBER_SETTINGS[setting]), value);
}
