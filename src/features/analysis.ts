import type { ManifestDocument, Resource } from '../manifest/document';
import { isKnown, jsonAt, type JsonObject } from '../manifest/json';
import { documentAt, readManifest, type Manifest, type PlacedDocument } from '../manifest/manifest';
import { pathsOverlap, type Path } from '../manifest/source';
import { readWorkload, type Field, type Workload } from '../manifest/workload';
import type { Envelope } from '../rules/envelope';
import { NO_FACTS, nodesFor, type ClusterFacts } from '../rules/facts';
import { RULES } from '../rules/registry';
import type { Rule, RuleContext } from '../rules/rule';
import { complaintsAbout } from './apiServer';
import { computeEnvelope } from './envelope';
import { readIgnores } from './ignores';
import type { RuledFinding } from './ruledFinding';
import { ASSUMED_NODES, type FeatureSettings } from './settings';

/** A file as the features see it. */
export interface Analysis {
  readonly uri: string;
  readonly manifest: Manifest;
  readonly surroundings: Surroundings;
}

/** What the verdicts rest on besides the file. Keep the same object as long as nothing in it changes: results are kept by it. */
export interface Surroundings {
  readonly settings: FeatureSettings;
  readonly facts: ClusterFacts;
  /** The committed version of this file, if there is one. */
  readonly committed?: Manifest | undefined;
}

/** A workload with the place of its document; offsets inside it count from `start`. */
export interface PlacedWorkload {
  readonly workload: Workload;
  readonly placed: PlacedDocument;
}

export function analyze(uri: string, text: string, surroundings: Surroundings, previous?: Analysis): Analysis {
  const manifest = readManifest(text, previous?.manifest);
  return { uri, manifest, surroundings };
}

/** Everything that can be said with no cluster and no settings. */
export function bareSurroundings(settings: FeatureSettings): Surroundings {
  return { settings, facts: NO_FACTS };
}

const workloadsOfDocument = new WeakMap<ManifestDocument, readonly Workload[]>();

function workloadsIn(document: ManifestDocument): readonly Workload[] {
  const known = workloadsOfDocument.get(document);
  if (known !== undefined) return known;
  const workloads = document.resources.flatMap((resource) => readWorkload(resource) ?? []);
  workloadsOfDocument.set(document, workloads);
  return workloads;
}

export function placedWorkloads(analysis: Analysis): PlacedWorkload[] {
  return analysis.manifest.documents.flatMap((placed) => workloadsIn(placed.document).map((workload) => ({ workload, placed })));
}

/** The workload that an offset of the file is in. */
export function workloadAt(analysis: Analysis, offset: number): PlacedWorkload | undefined {
  const placed = documentAt(analysis.manifest, offset);
  if (placed === undefined) return undefined;
  const workloads = workloadsIn(placed.document);
  const inside = offset - placed.start;
  const workload =
    workloads.length === 1
      ? workloads[0]
      : workloads.findLast(({ resource }) => resource.source.start <= inside && inside <= resource.source.end);
  return workload === undefined ? undefined : { workload, placed };
}

/** How many nodes there are: set by the user, counted from Node manifests, or assumed. */
export function nodeCountFor(workload: Workload, { settings, facts }: Surroundings): RuleContext['nodes'] {
  if (settings.nodeCount !== undefined) return { count: settings.nodeCount, known: true };
  const nodes = nodesFor(facts, workload).length;
  return nodes > 0 ? { count: nodes, known: true } : { count: ASSUMED_NODES, known: false };
}

interface Judged {
  readonly surroundings: Surroundings;
  readonly envelope: Envelope | undefined;
  findings: readonly RuledFinding[] | undefined;
}

const judged = new WeakMap<Workload, Judged>();

function judgmentOf(workload: Workload, surroundings: Surroundings): Judged {
  const known = judged.get(workload);
  if (known?.surroundings === surroundings) return known;
  const nodes = nodeCountFor(workload, surroundings);
  const envelope = computeEnvelope(workload, nodes.count, surroundings.settings.assumptions);
  const fresh: Judged = { surroundings, envelope, findings: undefined };
  judged.set(workload, fresh);
  return fresh;
}

export function envelopeOf(workload: Workload, surroundings: Surroundings): Envelope | undefined {
  return judgmentOf(workload, surroundings).envelope;
}

/** All findings about a workload, in the order of the rules. Kept until the workload's text or the surroundings change. */
export function findingsOf({ workload, placed }: PlacedWorkload, analysis: Analysis): readonly RuledFinding[] {
  const judgment = judgmentOf(workload, analysis.surroundings);
  judgment.findings ??= judge(workload, placed, analysis, judgment.envelope);
  return judgment.findings;
}

function judge(
  workload: Workload,
  placed: PlacedDocument,
  analysis: Analysis,
  envelope: Envelope | undefined,
): readonly RuledFinding[] {
  // Half-typed text: what is missing may be about to come.
  if (placed.document.problems.length > 0) return [];
  const { settings, facts, committed } = analysis.surroundings;
  let context: RuleContext = {
    workload,
    envelope,
    facts,
    nodes: nodeCountFor(workload, analysis.surroundings),
    assumptions: settings.assumptions,
    committed: committedVersion(workload, committed),
    complaints: complaintsAbout(workload),
  };
  const found: RuledFinding[] = [];
  const sure = workload.certain && fieldsOf(workload).every(({ known }) => known);
  for (const rule of RULES) {
    const setting = settings.severities[rule.id];
    if (!sure && !isCertain(rule, workload)) continue;
    const findings = rule.check(context);
    // A complaint that a rule words better goes with it, even where the user has silenced the rule.
    if (findings.length > 0 && rule.covers !== undefined) {
      context = { ...context, complaints: context.complaints.filter((complaint) => rule.covers?.(complaint) !== true) };
    }
    if (setting === 'off') continue;
    for (const finding of findings) found.push({ rule, severity: setting ?? finding.severity ?? rule.severity, finding });
  }
  return found.length === 0 ? found : readIgnores(analysis.manifest.text.slice(placed.start, placed.end)).filter(found, workload);
}

/** Whether nothing that a rule rests on is left to a template or of the wrong type. */
function isCertain(rule: Rule, workload: Workload): boolean {
  return rule.reads.every((read) => {
    const path = readPath(read, workload);
    if (fieldsOf(workload).some((field) => !field.known && pathsOverlap(field.path, path))) return false;
    return workload.certain || isKnown(workload.resource.unknowns, workload.resource.json, path);
  });
}

function readPath(read: string, workload: Workload): Path {
  return read === 'strategy' ? workload.strategyPath : read.split('.');
}

function fieldsOf(workload: Workload): readonly Field<unknown>[] {
  const { strategyType, maxSurge, maxUnavailable, minReadySeconds, progressDeadlineSeconds, revisionHistoryLimit, paused } =
    workload;
  const common = [strategyType, maxSurge, maxUnavailable, minReadySeconds, revisionHistoryLimit];
  return workload.kind === 'Deployment' ? [...common, workload.replicas, progressDeadlineSeconds, paused] : common;
}

function committedVersion(workload: Workload, committed: Manifest | undefined): JsonObject | undefined {
  if (committed === undefined || workload.name === '') return undefined;
  const isSame = (resource: Resource): boolean =>
    resource.kind === workload.kind &&
    jsonAt(resource.json, ['metadata', 'name']) === workload.name &&
    (jsonAt(resource.json, ['metadata', 'namespace']) ?? 'default') === workload.namespace;
  return committed.documents.flatMap(({ document }) => document.resources).find(isSame)?.json;
}
