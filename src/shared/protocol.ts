import { EngineError } from '../engine/kernel/engineError';
import {
  anyObject,
  either,
  flag,
  list,
  number,
  object,
  oneOf,
  optional,
  readAs,
  text,
  variant,
  type Check,
  type Of,
} from '../engine/kernel/schema';
import { checkForm } from '../engine/simulation/scenario/checkForm';
import type { AppliedFrom } from '../model/appliedFrom';
import type { Scenario } from '../engine/simulation/scenario/scenario';
import { TOURS } from './tours';

/**
 * What the extension and the simulator's page tell each other. The page opens with `ready`; the extension answers with the
 * complete picture (`open`) and from then on sends what changes. Both sides run every message through the reader of its
 * direction before they believe it.
 */

const words = text(10_000);
/** Its form only: the extension has checked what it sends, and the engine checks what it plays. */
const scenario: Check<Scenario> = (value) => checkForm(value);

const appliedFrom: Check<AppliedFrom> = variant(
  'tool',
  { path: words },
  {
    file: {},
    kustomize: {},
    helm: { release: words, namespace: words, values: list(words), options: list(words) },
  },
);

/** Which workload a panel is about, and what can be done with it. */
export type Session = Of<typeof session>;
const session = object({
  title: words,
  kind: oneOf('Deployment', 'DaemonSet'),
  name: words,
  namespace: words,
  origin: oneOf('manifest', 'file', 'trap'),
  /** The document that holds the workload or the scenario. */
  uri: optional(text()),
  /** The build that it is from. */
  build: optional(words),
  /** What is applied, with paths as they are found from the folder that is open: for commands to be typed there. */
  from: optional(appliedFrom),
  /** Can tuned values be written into the manifest? */
  canApply: flag,
});

const amount = number({ min: 0, max: 2 ** 31 - 1, integer: true });
const percentage = text(10, /^\d{1,9}%$/, 'percentage');
const bound = either((value) => (typeof value === 'string' ? percentage : amount));

/** The values of a what-if that have a place in the manifest. */
export type TunableManifestValues = Of<typeof tunableManifestValues>;
const tunableManifestValues = object({
  replicas: optional(amount),
  maxSurge: optional(bound),
  maxUnavailable: optional(bound),
  minReadySeconds: optional(amount),
  progressDeadlineSeconds: optional(amount),
  terminationGracePeriodSeconds: optional(amount),
  preStopSleepSeconds: optional(amount),
  /** A readiness probe that asks whether the port takes connections. */
  readiness: optional(oneOf('tcp')),
});

/** Why the picture can no longer follow its source. `null` in a message: it can again. */
export type SourceProblem = Of<typeof sourceProblem>;
const sourceProblem = object({ kind: oneOf('invalid', 'gone', 'closed'), message: words });
const noProblem: Check<null> = () => null;

const result = { ok: flag, message: words };
const picture = {
  session,
  scenario,
  /** Assumptions made on the way from the manifest to the scenario, in words. */
  notes: list(words),
};

/** What a panel shows. */
export type Picture = Pick<Extract<HostMessage, { type: 'open' }>, keyof typeof picture>;

/** What can be asked of the page from outside it. */
export const PAGE_COMMANDS = [
  'playOrPause',
  'stepForward',
  'stepBack',
  'undo',
  'redo',
  'nextPanel',
  'previousPanel',
  'copyCard',
  'toggleCard',
] as const;
export type PageCommand = (typeof PAGE_COMMANDS)[number];

export type HostMessage = Of<typeof hostMessage>;
const hostMessage = variant(
  'type',
  {},
  {
    /** `restored` when the panel comes back after a reload: the page then keeps its own edits and its time. */
    open: { ...picture, restored: flag },
    scenario: picture,
    problem: { problem: either((value) => (value === null ? noProblem : sourceProblem)) },
    applied: result,
    exported: result,
    /** A key or the palette asks for it. */
    command: { command: oneOf(...PAGE_COMMANDS) },
  },
);

/** More than a picture of a very large rollout needs; less than would hurt the extension host. */
const MAX_EXPORT_CHARACTERS = 32_000_000;
export type ExportFormat = Extract<PageMessage, { type: 'export' }>['format'];

export type PageMessage = Of<typeof pageMessage>;
const pageMessage = variant(
  'type',
  {},
  {
    ready: {},
    /** What the page is about now: a trap may be on show instead of what it was opened for. */
    showing: { title: words },
    apply: { values: tunableManifestValues },
    export: {
      format: oneOf('svg', 'png', 'markdown', 'table', 'scenario'),
      fileName: text(10_000, /^[\w.-]+$/, 'file name'),
      encoding: oneOf('utf8', 'base64'),
      data: text(MAX_EXPORT_CHARACTERS),
    },
    /** A scenario opened as a file was edited in the page. */
    edited: { scenario },
    reveal: {},
    /** Somebody wants to see what happens inside the controllers. */
    tour: { tour: oneOf(...TOURS) },
    /** Into the clipboard, which a page cannot always reach. */
    copy: { what: words, text: text(100_000) },
    /** The keys are the page's; those of a field that is typed into are its own. */
    focus: { inPage: flag, inField: flag },
    report: { level: oneOf('info', 'error'), message: words },
  },
);

/** What the page keeps across a reload: from it the extension finds the workload again, or shows it as it was. */
export type SavedView = Of<typeof savedView>;
const savedView = object({
  version: oneOf(1),
  session,
  scenario,
  /** What the scenario rests on: of what follows no file nobody else could say it. */
  notes: optional(list(words)),
  /** The page's own: edits, panel, speed. */
  page: anyObject,
  time: number(),
});

/** The message, or undefined when it is none of ours. A scenario that is none comes out as a problem of the source. */
export function readHostMessage(value: unknown): HostMessage | undefined {
  try {
    return hostMessage(value, 'message');
  } catch (error) {
    if (!(error instanceof EngineError) || !error.subject.startsWith('scenario')) return undefined;
    return { type: 'problem', problem: { kind: 'invalid', message: error.message } };
  }
}

/** The message, or undefined when it is none of ours. */
export function readPageMessage(value: unknown): PageMessage | undefined {
  return readAs(pageMessage, value);
}

export function readSavedView(value: unknown): SavedView | undefined {
  return readAs(savedView, value);
}
