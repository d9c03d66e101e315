import type { Scenario } from '../engine/simulation/scenario/scenario';
import type { IntOrString } from '../model/intOrPercent';
import { fields, isFiniteNumber, isIntOrPercent, isRecord, isShortText, isText, oneOf, optional, wholeNumber } from './validate';
import { readScenario } from './scenarioFile';

/**
 * What the extension and the simulator's page tell each other. The page opens with `ready`; the extension answers with the
 * complete picture (`open`) and from then on sends what changes. Both sides run every message through the reader of its
 * direction before they believe it.
 */

/** Which workload a panel is about, and what can be done with it. */
export interface Session {
  readonly title: string;
  readonly kind: 'Deployment' | 'DaemonSet';
  readonly name: string;
  readonly namespace: string;
  readonly origin: 'manifest' | 'file' | 'trap';
  /** The document that holds the workload or the scenario. */
  readonly uri: string | undefined;
  /** Can tuned values be written into the manifest? */
  readonly canApply: boolean;
}

/** The values of a what-if that have a place in the manifest. */
export interface TunableManifestValues {
  readonly replicas?: number;
  readonly maxSurge?: IntOrString;
  readonly maxUnavailable?: IntOrString;
  readonly minReadySeconds?: number;
  readonly progressDeadlineSeconds?: number;
  readonly terminationGracePeriodSeconds?: number;
}

/** Why the picture can no longer follow its source. `null` in a message: it can again. */
export interface SourceProblem {
  readonly kind: 'invalid' | 'gone' | 'closed';
  readonly message: string;
}

export const EXPORT_FORMATS = ['svg', 'png', 'markdown', 'table', 'scenario'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type HostMessage =
  | {
      readonly type: 'open';
      readonly session: Session;
      readonly scenario: Scenario;
      /** Assumptions made on the way from the manifest to the scenario, in words. */
      readonly notes: readonly string[];
      /** True when the panel comes back after a reload: the page then keeps its own edits and its time. */
      readonly restored: boolean;
    }
  | { readonly type: 'scenario'; readonly session: Session; readonly scenario: Scenario; readonly notes: readonly string[] }
  | { readonly type: 'problem'; readonly problem: SourceProblem | null }
  | { readonly type: 'applied'; readonly ok: boolean; readonly message: string }
  | { readonly type: 'exported'; readonly ok: boolean; readonly message: string };

export type PageMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'apply'; readonly values: TunableManifestValues }
  | {
      readonly type: 'export';
      readonly format: ExportFormat;
      readonly fileName: string;
      readonly encoding: 'utf8' | 'base64';
      readonly data: string;
    }
  /** A scenario opened as a file was edited in the page. */
  | { readonly type: 'edited'; readonly scenario: Scenario }
  | { readonly type: 'reveal' }
  | { readonly type: 'report'; readonly level: 'info' | 'error'; readonly message: string };

/** More than a picture of a very large rollout needs; less than would hurt the extension host. */
const MAX_EXPORT_CHARACTERS = 32_000_000;

/** The message, or undefined when it is none of ours. */
export function readHostMessage(value: unknown): HostMessage | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'open':
    case 'scenario':
      return readScenarioMessage(value, value['type']);
    case 'problem':
      return value['problem'] === null || isSourceProblem(value['problem'])
        ? { type: 'problem', problem: value['problem'] }
        : undefined;
    case 'applied':
    case 'exported': {
      const { ok, message } = value;
      return typeof ok === 'boolean' && isShortText(message) ? { type: value['type'], ok, message } : undefined;
    }
    default:
      return undefined;
  }
}

function readScenarioMessage(value: Record<string, unknown>, type: 'open' | 'scenario'): HostMessage | undefined {
  const { session, notes } = value;
  const scenario = readScenario(value['scenario']).scenario;
  if (!isSession(session) || scenario === undefined || !Array.isArray(notes) || !notes.every(isShortText)) return undefined;
  return type === 'open'
    ? { type, session, scenario, notes, restored: value['restored'] === true }
    : { type, session, scenario, notes };
}

const isSourceProblem = fields<SourceProblem>({ kind: oneOf(['invalid', 'gone', 'closed']), message: isShortText });

const isSession = fields<Session>({
  title: isShortText,
  kind: oneOf(['Deployment', 'DaemonSet']),
  name: isShortText,
  namespace: isShortText,
  origin: oneOf(['manifest', 'file', 'trap']),
  uri: optional(isText),
  canApply: (value): value is boolean => typeof value === 'boolean',
});

const SECONDS_LIMIT = 2_147_483_647;
const isTunableManifestValues = fields<TunableManifestValues>({
  replicas: optional(wholeNumber(0, SECONDS_LIMIT)),
  maxSurge: optional(isIntOrPercent),
  maxUnavailable: optional(isIntOrPercent),
  minReadySeconds: optional(wholeNumber(0, SECONDS_LIMIT)),
  progressDeadlineSeconds: optional(wholeNumber(0, SECONDS_LIMIT)),
  terminationGracePeriodSeconds: optional(wholeNumber(0, SECONDS_LIMIT)),
});

/** The message, or undefined when it is none of ours. */
export function readPageMessage(value: unknown): PageMessage | undefined {
  if (!isRecord(value)) return undefined;
  switch (value['type']) {
    case 'ready':
    case 'reveal':
      return { type: value['type'] };
    case 'apply': {
      const { values } = value;
      return isTunableManifestValues(values) ? { type: 'apply', values } : undefined;
    }
    case 'export':
      return isExport(value) ? value : undefined;
    case 'edited': {
      const { scenario } = readScenario(value['scenario']);
      return scenario === undefined ? undefined : { type: 'edited', scenario };
    }
    case 'report': {
      const { level, message } = value;
      return (level === 'info' || level === 'error') && isShortText(message) ? { type: 'report', level, message } : undefined;
    }
    default:
      return undefined;
  }
}

const isExport = fields<Extract<PageMessage, { type: 'export' }>>({
  type: oneOf(['export']),
  format: oneOf(EXPORT_FORMATS),
  fileName: (value): value is string => isShortText(value) && /^[\w.-]+$/.test(value),
  encoding: oneOf(['utf8', 'base64']),
  data: (value): value is string => isText(value) && value.length <= MAX_EXPORT_CHARACTERS,
});

/** What the page keeps across a reload; the extension reads `session` from it to find the workload again. */
export interface SavedView {
  readonly version: 1;
  readonly session: Session;
  readonly scenario: Scenario;
  /** The page's own: edits, panel, speed. */
  readonly page: Readonly<Record<string, unknown>>;
  readonly time: number;
}

export function readSavedView(value: unknown): SavedView | undefined {
  if (!isRecord(value) || value['version'] !== 1 || !isSession(value['session'])) return undefined;
  const { page, time, session } = value;
  const { scenario } = readScenario(value['scenario']);
  if (scenario === undefined || !isFiniteNumber(time) || !isRecord(page)) return undefined;
  return { version: 1, session, scenario, page, time };
}
