import { number, readAs } from '../engine/kernel/schema';
import { trafficForm, type TrafficSpec } from '../engine/simulation/scenario/trafficForm';
import { ASSUMED, type Assumptions } from '../model/assumptions';
import { LIMITS } from '../model/limits';
import { counted } from '../model/words';
import type { Severity } from '../rules/rule';
import { readNodeGroups, type NodeGroupSetting } from './nodeGroupForm';

/** What the user can set, as the features need it. */
export interface FeatureSettings {
  /** How many nodes a DaemonSet is computed for; undefined: take Node manifests if there are any, else assume. */
  readonly nodeCount: number | undefined;
  readonly assumptions: Assumptions;
  /** Groups of nodes that an autoscaler lets grow. */
  readonly nodeGroups: readonly NodeGroupSetting[];
  /** By rule id; what is not named keeps the rule's own severity. */
  readonly severities: Readonly<Record<string, Severity | 'off'>>;
  readonly codeLens: boolean;
  readonly inlayHints: boolean;
  /** What the expressions of templates come to, behind each. */
  readonly templateHints: boolean;
  /** By the chart's folder, as far as it has to be written to tell it from others. */
  readonly charts: Readonly<Record<string, ChartSettings>>;
  /** Who sends requests to the pods behind a Service. */
  readonly traffic: TrafficSpec;
}

/** Values that are given to a chart, as `helm install` takes them. */
export interface ValuesSettings {
  /** Files, seen from the chart's folder; the last one counts. */
  readonly values?: readonly string[];
  readonly set?: readonly string[];
  readonly setString?: readonly string[];
  readonly setJson?: readonly string[];
}

export interface ChartSettings {
  readonly release?: string;
  readonly namespace?: string;
  readonly kubeVersion?: string;
  /** By name; where there are some, no files are looked for. */
  readonly sets?: Readonly<Record<string, ValuesSettings>>;
}

/** What is set for the chart of a folder: by the longest key that its path ends with, or by `*`. */
export function chartSettings(charts: FeatureSettings['charts'], folder: string): ChartSettings {
  const keys = Object.keys(charts).filter((key) => `/${folder}`.endsWith(`/${key.replace(/^\.?\/|\/$/g, '')}`));
  const [best] = keys.sort((a, b) => b.length - a.length);
  const known = best ?? '*';
  return (Object.hasOwn(charts, known) ? charts[known] : undefined) ?? {};
}

/** What somebody has written for charts; what is of the wrong type is left out. */
function readChartSettings(value: unknown): FeatureSettings['charts'] {
  return Object.fromEntries(entriesOf(value).map(([folder, given]) => [folder, readChart(given)]));
}

function readChart(value: unknown): ChartSettings {
  const fields = new Map(entriesOf(value));
  const sets = entriesOf(fields.get('sets')).map(([name, set]): [string, ValuesSettings] => [name, readValues(set)]);
  return {
    ...texts(fields, ['release', 'namespace', 'kubeVersion']),
    ...(sets.length === 0 ? {} : { sets: Object.fromEntries(sets) }),
  };
}

function readValues(value: unknown): ValuesSettings {
  const names: ReadonlySet<string> = new Set(['values', 'set', 'setString', 'setJson']);
  const lists = entriesOf(value).filter(([name]) => names.has(name));
  return Object.fromEntries(
    lists.map(([name, items]) => [name, (Array.isArray(items) ? items : [items]).filter((item) => typeof item === 'string')]),
  );
}

function texts<Name extends string>(fields: ReadonlyMap<string, unknown>, names: readonly Name[]): Partial<Record<Name, string>> {
  const found = names.flatMap((name) => {
    const text = fields.get(name);
    return typeof text === 'string' && text !== '' ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found) as Partial<Record<Name, string>>;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

/** What holds where nobody sets anything. */
export const DEFAULT_SETTINGS: FeatureSettings = {
  nodeCount: undefined,
  assumptions: ASSUMED,
  nodeGroups: [],
  severities: {},
  codeLens: true,
  inlayHints: true,
  templateHints: false,
  charts: {},
  traffic: {},
};

/** What somebody has written for traffic; what cannot be so is left out. */
function readTrafficSettings(value: unknown): TrafficSpec {
  const fields = entriesOf(value).map(([name, given]) => readAs(trafficForm, { [name]: given }) ?? {});
  return Object.assign({}, ...fields) as TrafficSpec;
}

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

/** The assumptions by the names of their settings; what is not set, or cannot be, is what is assumed `otherwise`. */
export function assumptionsFrom(valueOf: (name: AssumptionName) => unknown, otherwise = ASSUMED): Assumptions {
  const read = (name: AssumptionName, unset: number): number => numberSetting(`assumptions.${name}`, valueOf(name)) ?? unset;
  const { clientLimits } = otherwise;
  return {
    imagePullSeconds: read('imagePullSeconds', otherwise.imagePullSeconds),
    podStartSeconds: read('podStartSeconds', otherwise.podStartSeconds),
    podWarmUpSeconds: read('podWarmUpSeconds', otherwise.podWarmUpSeconds),
    podStopSeconds: read('podStopSeconds', otherwise.podStopSeconds),
    nodes: otherwise.nodes,
    zones: read('zones', otherwise.zones),
    clientLimits: { qps: read('clientQps', clientLimits.qps), burst: read('clientBurst', clientLimits.burst) },
  };
}

/** The value of a setting, or undefined when it cannot be one. */
export function numberSetting(setting: NumberSetting, value: unknown): number | undefined {
  return readAs(number(NUMBER_SETTINGS[setting]), value);
}

/** What somebody has set, by the names of the settings; what cannot be so is as if it were not set. */
export function settingsFrom(valueOf: (name: string) => unknown): FeatureSettings {
  return {
    nodeCount: numberSetting('nodeCount', valueOf('nodeCount')),
    traffic: readTrafficSettings(valueOf('traffic')),
    assumptions: assumptionsFrom((name) => valueOf(`assumptions.${name}`)),
    nodeGroups: readNodeGroups(valueOf('nodeGroups')),
    severities: readSeverities(valueOf('rules')),
    codeLens: valueOf('codeLens.enabled') !== false,
    inlayHints: valueOf('inlayHints.enabled') !== false,
    templateHints: valueOf('inlayHints.templates') === true,
    charts: readChartSettings(valueOf('charts')),
  };
}

const SEVERITIES: ReadonlySet<unknown> = new Set(['error', 'warning', 'information', 'hint', 'off']);

/** `info` is what people write for `information`; YAML without quotes makes `off` a false. */
function readSeverities(value: unknown): FeatureSettings['severities'] {
  const entries = entriesOf(value).map(([rule, severity]): [string, unknown] => [rule, asWritten(severity)]);
  return Object.fromEntries(entries.filter(([, severity]) => SEVERITIES.has(severity))) as FeatureSettings['severities'];
}

function asWritten(severity: unknown): unknown {
  if (severity === false) return 'off';
  return severity === 'info' ? 'information' : severity;
}

/** What is assumed where nothing is known, in one line. */
export function assumedText(assumptions: Assumptions): string {
  const { imagePullSeconds, podStartSeconds, podWarmUpSeconds, podStopSeconds, zones, clientLimits } = assumptions;
  const times = `pods pull ${imagePullSeconds} s, start ${podStartSeconds} s, answer after ${podWarmUpSeconds} s, stop ${podStopSeconds} s`;
  const rate = clientLimits.qps === 0 ? 'no limit of requests' : `${clientLimits.qps} requests/s of each controller`;
  return `Assumed: ${times}; ${counted(zones, 'zone')}; ${rate}`;
}
