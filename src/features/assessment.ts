import { mergedSpec, rejectedChange, type Change } from '../change/change';
import { jsonEqual } from '../engine/kernel/jsonEqual';
import { withFields } from '../model/copies';
import type { ManifestDocument } from '../manifest/document';
import { jsonAt, type JsonObject } from '../manifest/json';
import { list } from '../manifest/reading';
import { entryAt, pathsOverlap, rangeFor, type Path } from '../manifest/source';
import type { Kustomized } from '../manifest/kustomization';
import { isCertainAt, readWorkload, type Field, type Workload } from '../manifest/workload';
import { computeEnvelope, type RolloutEnvelope } from '../rules/rolloutEnvelope';
import { nodesFor } from '../rules/eligibleNodes';
import { autoscalersOf, autoscalerText, boundName, decidingAutoscaler, heldBy, untilSetRight } from '../rules/autoscalers';
import { allNodes } from '../rules/allNodes';
import { factText, type AutoscalerFact, type ClusterFacts, type Fact } from '../rules/facts';
import { counted, rangeText, visible, withoutMiddle } from '../model/words';
import { RULES } from '../rules/registry';
import { withSources, type Source } from '../rules/sources';
import type { Finding, Rule, RuleContext, ServerComplaint, Severity } from '../rules/rule';
import { complaintsAbout } from './apiServer';
import type { Base } from './base';
import type { MeasuredCluster } from './cluster/inUse';
import { groupsBeside, withGroupNodes } from './nodeGroups';
import type { FeatureSettings } from './settings';

/** What the verdicts rest on besides the file. Keep the same object as long as nothing in it changes: results are kept by it. */
export interface Surroundings {
  readonly settings: FeatureSettings;
  readonly facts: ClusterFacts;
  /** The version of this file that it is compared with, if there is one. */
  readonly base?: Base | undefined;
  /** Of workloads that are built: whether a comment in the files that they are written in silences a rule. */
  readonly isIgnored?: ((workload: Workload, ruleId: string, path: Path) => boolean) | undefined;
  /** Of workloads that are built: what is said of them, milder where that is no mistake of who wrote them. */
  readonly milder?: ((workload: Workload, rule: Rule, finding: Finding) => Finding) | undefined;
  /** Of workloads that are built: the file in which a field is written. */
  readonly fileOf?: ((workload: Workload, path: Path) => string | undefined) | undefined;
  /** A cluster that was measured, if one is in use. */
  readonly cluster?: MeasuredCluster | undefined;
}

/** A rule's finding that survived settings and ignore comments. */
export interface RuledFinding {
  readonly rule: Rule;
  readonly severity: Severity;
  readonly finding: Finding;
  /** The objects around the workload that it rests on. */
  readonly sources: readonly Source[];
}

export const SEVERITY_RANK: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };

/** Sorts the most serious first. */
export function bySeverity(a: RuledFinding, b: RuledFinding): number {
  return SEVERITY_RANK[a.severity] - SEVERITY_RANK[b.severity];
}

/** It rests on the text alone: in other surroundings the server says the same. */
const CREATED = new WeakMap<Workload, readonly ServerComplaint[]>();

/** All that is said about a workload. Rests on its document's text and the surroundings, not on its place in the file. */
export class Assessment {
  /** As read with what kustomizations do to its file. */
  readonly workload: Workload;
  /** What its file is surrounded by. */
  readonly given: Surroundings;
  /** The same, with what is known of the cluster it goes to. */
  readonly surroundings: Surroundings;
  /** How many nodes there are: set by the user, counted from Node manifests, or assumed. */
  readonly nodes: RuleContext['nodes'];
  /** Whose minimum or maximum the numbers rest on, because no replicas are written, or fewer, or more. */
  readonly autoscaler: AutoscalerFact | undefined;
  readonly envelope: RolloutEnvelope | undefined;
  readonly #document: ManifestDocument;
  #findings: readonly RuledFinding[] | undefined;
  #change: Change | 'unknown' | undefined;

  /** `known`: the same workload's in other surroundings. */
  constructor(alone: Workload, document: ManifestDocument, given: Surroundings, known?: Assessment) {
    const workload = asKustomized(alone, given.facts.kustomized, known);
    const measured = given.cluster === undefined ? given : { ...given, ...given.cluster.around(given, workload) };
    const surroundings = withGroupNodes(measured);
    this.workload = workload;
    this.given = given;
    this.surroundings = surroundings;
    this.#document = document;
    this.nodes = nodesOf(workload, surroundings);
    const { kind, replicas } = workload;
    this.autoscaler = decidingAutoscaler(surroundings.facts, workload);
    const wanted =
      this.autoscaler === undefined ? replicas.value : heldBy(this.autoscaler, replicas.written ? replicas.value : 1);
    const total = kind === 'Deployment' ? wanted : this.nodes.count;
    const { assumptions } = surroundings.settings;
    const whole = computeEnvelope(workload, total, assumptions);
    // Until the autoscaler has set right what applying sets, no more is promised.
    const first =
      this.autoscaler === undefined || !replicas.written ? undefined : computeEnvelope(workload, replicas.value, assumptions);
    this.envelope =
      whole && first
        ? { ...whole, floor: Math.min(whole.floor, first.floor), ceiling: Math.max(whole.ceiling, first.ceiling) }
        : whole;
  }

  /** The numbers at the autoscaler's maximum, where its minimum is less: the rollout is anywhere in between. */
  get envelopeAtMost(): RolloutEnvelope | undefined {
    const most = this.autoscaler?.maxReplicas;
    if (most === undefined || this.envelope === undefined || most <= this.envelope.desired) return undefined;
    return computeEnvelope(this.workload, most, this.surroundings.settings.assumptions);
  }

  /** What the API server says about the manifest, and about putting it in the place of what runs. */
  get complaints(): readonly ServerComplaint[] {
    const created = this.#created;
    if (created.some(({ kind }) => kind !== 'warning')) return created;
    const refusals = this.change?.refusals ?? [];
    if (refusals.length === 0) return created;
    return refusals.map(({ message, path, field, detail }) => ({ kind: 'invalid', message, path, field, detail }));
  }

  /** What it says where nothing runs yet. */
  get #created(): readonly ServerComplaint[] {
    const known = CREATED.get(this.workload) ?? complaintsAbout(this.workload);
    CREATED.set(this.workload, known);
    return known;
  }

  /** In the order of the rules. */
  get findings(): readonly RuledFinding[] {
    return this.judge();
  }

  /** Finds them, unless they are known. */
  judge(): readonly RuledFinding[] {
    return (this.#findings ??= this.#judge());
  }

  /** The same object in the version that the file is compared with. */
  get before(): Workload | undefined {
    return this.surroundings.base?.find(this.workload);
  }

  /** What applying it does to what runs; undefined where there is nothing to compare with, or not all of it is known. */
  get change(): Change | undefined {
    this.#change ??= this.#compare() ?? 'unknown';
    return this.#change === 'unknown' ? undefined : this.#change;
  }

  /** An edit of what the server does not take at all is rejected, whatever it would change. */
  #compare(): Change | undefined {
    const { before } = this;
    if (before === undefined) return undefined;
    const change = this.surroundings.base?.changeTo(this.workload);
    const refusals = this.#created.filter(({ kind }) => kind !== 'warning');
    if (refusals.length === 0 || jsonEqual(before.resource.json, this.workload.resource.json)) return change;
    return rejectedChange(change, refusals);
  }

  #mergedSpec(): JsonObject | undefined {
    const { kind, resource } = this.workload;
    const merged = this.before?.certain === true ? mergedSpec(kind, this.before.resource.json, resource.json) : undefined;
    return merged as JsonObject | undefined;
  }

  #judge(): readonly RuledFinding[] {
    // Half-typed text: what is missing may be about to come.
    if (this.#document.problems.length > 0) return [];
    const workload = this.workload;
    const { settings } = this.surroundings;
    const heard = new Map<Fact, readonly Fact[]>();
    const facts = withFields(this.surroundings.facts, { heard });
    let context: RuleContext = {
      workload,
      envelope: this.envelope,
      facts,
      nodes: this.nodes,
      autoscaler: this.autoscaler,
      assumptions: settings.assumptions,
      traffic: settings.traffic,
      before: this.before,
      beforeName: this.surroundings.base?.name ?? '',
      mergedSpec: () => this.#mergedSpec(),
      complaints: this.complaints,
    };
    const found: RuledFinding[] = [];
    const sure = workload.certain && fieldsOf(workload).every(({ known }) => known);
    const certainty = new Map<string, boolean>();
    for (const rule of RULES) {
      const setting = settings.severities[rule.id];
      if (!sure && !isCertain(rule, workload, certainty)) continue;
      // Clearing makes a new table, for each rule of each workload.
      if (heard.size > 0) heard.clear();
      const findings = rule.check(context);
      // A complaint that a rule words better goes with it, even where the user has silenced the rule.
      if (findings.length > 0 && rule.covers !== undefined) {
        context = { ...context, complaints: context.complaints.filter((complaint) => rule.covers?.(complaint) !== true) };
      }
      if (setting === 'off') continue;
      for (const each of findings) {
        if (this.#isIgnored(rule, each)) continue;
        const finding = untilSetRight(context, rule, this.surroundings.milder?.(workload, rule, each) ?? each);
        const own = this.surroundings.fileOf?.(workload, finding.path);
        const { message, sources } = withSources(this.#withMinimum(rule, finding, facts), facts, own);
        const severity = setting ?? mildest(finding.severity ?? rule.severity, rule, facts);
        found.push({ rule, severity, finding: { ...finding, message: withoutMiddle(visible(message)) }, sources });
      }
    }
    return found;
  }

  /** Numbers that rest on an autoscaler's bound say so, and its file with them; likewise for counted nodes. */
  #withMinimum(rule: Rule, { message }: Finding, facts: ClusterFacts): string {
    if (this.nodes.known && this.surroundings.settings.nodeCount === undefined) nodesFor(facts, this.workload);
    if (this.autoscaler === undefined || this.envelope === undefined || !rule.reads.includes('spec.replicas')) return message;
    autoscalersOf(facts, this.workload);
    if (message.includes(factText(this.autoscaler))) return message;
    const computed = `Computed with ${counted(this.envelope.desired, 'replica')}, the ${boundName(this.autoscaler, this.workload.replicas.value)} of ${autoscalerText(this.autoscaler)}`;
    return `${message} ${computed}${rangesText(this.envelope, this.envelopeAtMost)}.`;
  }

  /** By a comment where the finding is shown, or at one of the keys above it. */
  #isIgnored(rule: Rule, { path }: Finding): boolean {
    if (this.surroundings.isIgnored?.(this.workload, rule.id, path) === true) return true;
    const ignores = this.#document.ignores.filter(({ rules }) => rules.length === 0 || rules.includes(rule.id));
    if (ignores.length === 0) return false;
    const { source } = this.workload.resource;
    const parents = path.map((_, index) => entryAt(source, path.slice(0, index + 1))?.keyRange.start);
    const places = [rangeFor(source, path).start, ...parents].filter((offset) => offset !== undefined);
    return ignores.some(({ start, end }) => places.some((offset) => start <= offset && offset <= end));
  }
}

/** What hurts nobody, or is not corrected where it is written, is information. */
function mildest(own: Severity, { needsUsers }: Rule, { isUnused, isSample, isGenerated }: ClusterFacts): Severity {
  const isHarmless = isUnused || (needsUsers === true && (isSample || isGenerated));
  return isHarmless && SEVERITY_RANK[own] < SEVERITY_RANK.information ? 'information' : own;
}

/** What the numbers become on the way to the maximum. */
function rangesText({ strategy, surge, unavailable }: RolloutEnvelope, most: RolloutEnvelope | undefined): string {
  if (most === undefined || strategy !== 'RollingUpdate') return '';
  if (surge === most.surge && unavailable === most.unavailable) return '';
  const ranges = `surge ${rangeText(surge, most.surge)}, unavailable ${rangeText(unavailable, most.unavailable)}`;
  return `; up to its maximum: ${ranges}`;
}

function nodesOf(workload: Workload, { settings, facts, cluster }: Surroundings): RuleContext['nodes'] {
  const manifests = settings.nodeCount === undefined ? allNodes(facts) : [];
  const grows = settings.nodeGroups.length === 0 ? {} : { groups: groupsBeside(settings, manifests, cluster) };
  if (settings.nodeCount !== undefined) return { count: settings.nodeCount, known: true, manifests, ...grows };
  if (manifests.length === 0) return { count: settings.assumptions.nodes, known: false, manifests, ...grows };
  return { count: nodesFor(facts, workload).length, known: true, manifests, ...grows };
}

/** Whether nothing that a rule rests on is left to a template or of the wrong type. `known`: what others rest on, too. */
function isCertain(rule: Rule, workload: Workload, known: Map<string, boolean>): boolean {
  return rule.reads.every((read) => {
    let certain = known.get(read);
    if (certain === undefined) known.set(read, (certain = isReadCertain(read, workload)));
    return certain;
  });
}

function isReadCertain(read: string, workload: Workload): boolean {
  return readPaths(read, workload).every((path) => {
    if (fieldsOf(workload).some((field) => !field.known && pathsOverlap(field.path, path))) return false;
    return isCertainAt(workload, path);
  });
}

function readPaths(read: string, workload: Workload): readonly Path[] {
  if (read === 'strategy') return [workload.strategyPath];
  const path = read.split('.');
  const at = path.indexOf('*');
  if (at < 0) return [path];
  const holder = path.slice(0, at);
  // And one more: a template may add to the list.
  const entries = list(jsonAt(workload.resource.json, holder)).length + 1;
  return Array.from({ length: entries }, (_, index) => [...holder, index, ...path.slice(at + 1)]);
}

function fieldsOf(workload: Workload): readonly Field<unknown>[] {
  const { strategyType, maxSurge, maxUnavailable, minReadySeconds, progressDeadlineSeconds, revisionHistoryLimit, paused } =
    workload;
  const common = [strategyType, maxSurge, maxUnavailable, minReadySeconds, revisionHistoryLimit];
  return workload.kind === 'Deployment' ? [...common, workload.replicas, progressDeadlineSeconds, paused] : common;
}

/** The workload as its file's kustomizations leave it; `known` has read it already where they do the same. */
function asKustomized(alone: Workload, by: Kustomized, known: Assessment | undefined): Workload {
  if (!by.isPatch && !by.isBase && !by.isAmongPatches && Object.keys(by.labels).length === 0) return alone;
  const before = known?.surroundings.facts.kustomized;
  const isSame =
    before?.isPatch === by.isPatch &&
    before.isBase === by.isBase &&
    before.isAmongPatches === by.isAmongPatches &&
    jsonEqual(before.labels, by.labels);
  if (known !== undefined && isSame) return known.workload;
  return readWorkload(alone.resource, by) ?? alone;
}
