import { isComplete } from '../engine/simulation/isComplete';
import type { Workload as ApiWorkload } from '../engine/simulation/scenario/scenario';
import { spreadOf } from '../engine/simulation/words/likelyText';
import { jsonAt } from '../manifest/json';
import { firstRange } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { decodeTimes } from '../model/time';
import { progressWords } from '../snapshot/progressWords';
import type { RolloutEnvelope } from '../rules/rolloutEnvelope';
import { counted, countedRange, listed, rangeText, visible } from '../model/words';
import type { Analysis, PlacedWorkload } from './analysis';
import { bySeverity, type Assessment, type RuledFinding } from './assessment';
import type { Base } from './base';
import { ConfigChanges, effectText, readersOf, readerText } from './changedConfigs';
import { goneWorkloads, titleOfChange } from './changeInFile';
import { COMMANDS } from './commands';
import type { Estimates } from './estimates';
import { otherKindsIn } from './otherKinds';
import type { CodeLensData } from './said';
import { obstacleTo } from './simulationTarget';
import { snapshotLenses } from './snapshotLens';

/**
 * Lenses on one line for each workload, always some, so that lines do not jump while typing; one for what is not simulated, so
 * that nobody takes silence for a verdict.
 */
export function computeCodeLenses(analysis: Analysis, estimates?: Estimates): CodeLensData[] {
  if (!analysis.surroundings.settings.codeLens) return [];
  return [
    ...snapshotLenses(analysis),
    ...analysis.workloads.filter(({ built }) => built === undefined).flatMap((placed) => lensesFor(placed, analysis, estimates)),
    ...(analysis.builds?.lenses(analysis.uri) ?? []),
    ...goneWorkloads(analysis).map((title): CodeLensData => ({
      start: 0,
      end: 0,
      title: `Δ ${title}`,
      action: { command: COMMANDS.chooseBase, arguments: [] },
    })),
    ...configLenses(analysis),
    ...otherKindsIn(analysis.manifest).map(({ kind, start, range }): CodeLensData => ({
      start,
      end: start,
      title: `ⓘ ${kind}s are not simulated`,
      action: { command: COMMANDS.showWarnings, arguments: [analysis.uri, range.start] },
    })),
  ];
}

const CONFIG_CHANGES = new WeakMap<Base, ConfigChanges>();

function changesSince(base: Base): ConfigChanges {
  const known = CONFIG_CHANGES.get(base) ?? new ConfigChanges(base.manifest);
  CONFIG_CHANGES.set(base, known);
  return known;
}

/** An edit of a ConfigMap or Secret says who goes on with what it was. */
function configLenses({ surroundings: { base, facts }, manifest, uri }: Analysis): CodeLensData[] {
  if (base === undefined) return [];
  return changesSince(base)
    .in(manifest)
    .flatMap(({ resource, placed, isRefused }) => {
      const readers = isRefused ? [] : readersOf(resource, uri, facts);
      if (!isRefused && readers.length === 0) return [];
      const { start, end } = firstRange(resource.source);
      const title = isRefused
        ? 'rejected: its data is immutable, so that it needs a new name'
        : `restarts no pod of ${listed(readers.map((reader) => readerText(reader, uri)))} by itself: ${effectText(readers)}`;
      return [
        {
          start: placed.start + start,
          end: placed.start + end,
          title: visible(`Δ ${title}`),
          action: { command: COMMANDS.chooseBase, arguments: [] },
        },
      ];
    });
}

function lensesFor(found: PlacedWorkload, analysis: Analysis, estimates: Estimates | undefined): CodeLensData[] {
  const { workload, placed, assessment } = found;
  const range = firstRange(workload.resource.source);
  const start = placed.start + range.start;
  const end = placed.start + range.end;
  const args = [analysis.uri, start];
  const change = titleOfChange(found, analysis);
  const warnings = placed.document.problems.length > 0 ? '⚠ the document is not valid YAML' : visible(warningTitle(assessment));
  return [
    { start, end, title: simulateTitle(found), action: { command: COMMANDS.simulate, arguments: args } },
    ...(change === undefined
      ? []
      : [{ start, end, title: visible(`Δ ${change}`), action: { command: COMMANDS.simulate, arguments: args } }]),
    ...fromHereLens(found, analysis, { start, end }),
    {
      start,
      end,
      title: `${summaryOf(assessment)}${likelyText(assessment, estimates)}`,
      action: { command: COMMANDS.simulate, arguments: args },
    },
    { start, end, title: warnings, action: { command: COMMANDS.showWarnings, arguments: args } },
  ];
}

/** Where times were measured, once the editor had a moment to play with them. */
function likelyText(assessment: Assessment, estimates: Estimates | undefined): string {
  const estimate = estimates?.of(assessment);
  if (estimate?.why !== undefined || estimate?.likely === undefined) return '';
  return ` · ${spreadOf(estimate.likely)}`;
}

/** A rollout of this workload that the snapshot in use, or this file itself, has caught in the middle. */
function fromHereLens(
  { workload, assessment }: PlacedWorkload,
  { uri, manifest }: Analysis,
  range: { readonly start: number; readonly end: number },
): CodeLensData[] {
  const seen = assessment.surroundings.cluster?.rolloutOf(workload);
  const words = seen?.words ?? wordsOfLive(workload, manifest.text);
  if (words === undefined) return [];
  const { kind, namespace, name } = seen ?? workload;
  const where = seen === undefined ? [uri] : [];
  const action = { command: COMMANDS.simulateFromHere, arguments: [kind, namespace, name, ...where] };
  return [{ ...range, title: visible(`▷ from here: ${words}`), action }];
}

/** What kubectl printed together with what the workload owns. */
function wordsOfLive({ resource: { json } }: Workload, text: string): string | undefined {
  if (jsonAt(json, ['metadata', 'uid']) === undefined || jsonAt(json, ['status']) === undefined || !OWNED.test(text))
    return undefined;
  const workload = decodeTimes<ApiWorkload>(json);
  return isComplete(workload) ? undefined : progressWords({ workload });
}

const OWNED = /"?kind"?: ?"?(?:ReplicaSet|ControllerRevision)"?/;

/** What cannot be simulated says so before it is clicked; the click says what to do. */
export function simulateTitle(found: PlacedWorkload): string {
  const obstacle = obstacleTo(found);
  return obstacle === undefined ? '▷ Simulate rollout' : `▷ no simulation: ${obstacle.short}`;
}

/** The rollout in one short line: `surge 3 · unavailable 2 · 8–13 pods`; under an autoscaler from its minimum to its maximum. */
export function summaryOf(assessment: Assessment): string {
  const { workload, envelope, nodes, autoscaler, envelopeAtMost: most = envelope } = assessment;
  if (envelope === undefined && workload.fragment) return 'part of a manifest';
  if (envelope === undefined || most === undefined)
    return workload.certain ? 'numbers cannot be computed' : 'numbers depend on a template';
  const { strategy, kind, desired: total, bounds, floor } = envelope;
  const of = kind === 'DaemonSet' ? ` on ${counted(total, 'node')}${nodes.known ? '' : ' (assumed)'}` : '';
  const scaled = autoscaler === undefined ? '' : ` (autoscaled ${autoscaler.minReplicas}–${autoscaler.maxReplicas ?? '?'})`;
  if (strategy === 'OnDelete') return `OnDelete · ${counted(total, 'pod')}${of}`;
  if (strategy === 'Recreate') return `Recreate · ${countedRange(0, most.desired, 'pod')}${scaled}`;
  if (envelope.refused) return `surge ${bounds.maxSurge.rounded} · unavailable ${bounds.maxUnavailable.rounded} · rejected`;
  const surge = rangeText(envelope.surge, most.surge);
  const unavailable = rangeText(envelope.unavailable, most.unavailable);
  return `surge ${surge} · unavailable ${unavailable} · ${countedRange(floor, most.ceiling, 'pod')}${of}${scaled}`;
}

/** Errors and warnings count; the worst one is named. Where there is none, but less than all is well, that is named. */
export function warningTitle({ workload, envelope, findings }: Assessment): string {
  const serious = findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
  const [worst] = serious.toSorted(bySeverity);
  if (worst === undefined && workload.fragment) return 'judged when it is built';
  const [note] = findings.filter((ruled) => isNoteworthy(ruled, envelope)).toSorted(bySeverity);
  if (worst === undefined && note !== undefined) return `ⓘ ${note.finding.short}`;
  if (worst === undefined && isOutage(envelope)) return 'ⓘ no pod is available for a while';
  if (worst === undefined)
    return workload.certain ? '✓ no rollout warnings' : '✓ no rollout warnings (templated values left out)';
  const errors = serious.filter(({ severity }) => severity === 'error').length;
  const warnings = serious.length - errors;
  const parts = [errors > 0 ? counted(errors, 'error') : '', warnings > 0 ? counted(warnings, 'warning') : ''].filter(
    (part) => part !== '',
  );
  return `⚠ ${parts.join(', ')}: ${worst.finding.short}`;
}

/** The numbers promise nothing, whatever the rules find in that. */
function isOutage(envelope: RolloutEnvelope | undefined): boolean {
  return (
    envelope !== undefined &&
    !envelope.refused &&
    envelope.strategy !== 'OnDelete' &&
    envelope.desired > 0 &&
    envelope.floor === 0
  );
}

/** What a hint says is worth the lens where it is about a hang, or about an outage that the numbers show. */
function isNoteworthy({ rule, severity }: RuledFinding, envelope: RolloutEnvelope | undefined): boolean {
  return severity === 'information' || rule.group === 'stalls' || (rule.group === 'takes down' && envelope?.floor === 0);
}
