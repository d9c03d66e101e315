import { plainMarkdown } from '../../model/words';
import { locate, pathsOverlap, type Located } from '../../manifest/source';
import { documentAt } from '../../manifest/manifest';
import type { Analysis, PlacedWorkload } from '../analysis';
import { describeChangeAt } from '../change';
import { COMMANDS, type CommandId } from '../commands';
import { otherKindsIn } from '../otherKinds';
import type { Estimates } from '../estimates';
import { obstacleTo } from '../simulationTarget';
import { describeEnvelope, describeNodeCounts } from './envelopeText';
import type { KnownDuration } from './durationText';
import { describeField, topicOf, type Topic } from './fields';
import { commandLink, escaped } from './markdown';
import { computeObjectHover } from './objectHover';

/** What a hover shows. The Markdown may be trusted for the named commands and nothing else. */
export interface HoverData {
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
  readonly commands: readonly CommandId[];
}

/**
 * The hover for an offset: the field's own explanation first, the envelope of the rollout after it. `estimates`: what has been
 * simulated so far; without them durations are told by their formula.
 */
export function computeHover(analysis: Analysis, offset: number, estimates?: Estimates): HoverData | undefined {
  const found = hoverAt(analysis, offset, estimates);
  // What was built before the last edit may lead beyond the end.
  const own = found !== undefined && found.end <= analysis.manifest.text.length ? found : undefined;
  const expression = analysis.builds?.describeExpression(offset);
  if (expression === undefined) return own;
  return own === undefined
    ? { ...expression, commands: [] }
    : { ...own, markdown: `${expression.markdown}\n\n---\n\n${own.markdown}` };
}

function hoverAt(analysis: Analysis, offset: number, estimates: Estimates | undefined): HoverData | undefined {
  const found = analysis.workloadAt(offset);
  const entry = analysis.builds?.describeEntry(offset);
  if (entry !== undefined) return { ...entry, commands: [] };
  if (found === undefined)
    return objectHover(analysis, offset) ?? otherKindHover(analysis, offset) ?? notAnalyzedHover(analysis, offset);
  const { workload, placed, built } = found;
  const at = locate(built?.written ?? workload.resource.source, offset - placed.start);
  if (at === undefined) return objectHover(analysis, offset);
  const topic = topicOf(workload, at.path);
  const change = describeChangeAt(found.assessment, at.path);
  const builds = analysis.builds?.describeField(found, at.path) ?? '';
  if (topic === undefined && change === undefined && builds === '') return undefined;
  const own =
    topic === undefined
      ? ''
      : isTemplated(found, at)
        ? templatedText(at)
        : hoverText(found, topic, durationOf(found, estimates), analysis);
  const parts = [builds, change === undefined ? '' : `Δ ${plainMarkdown(change)}`, own];
  const markdown = parts.filter((part) => part !== '').join('\n\n');
  return { start: placed.start + at.range.start, end: placed.start + at.range.end, markdown, commands: Object.values(COMMANDS) };
}

/** Beside the workloads: nothing in it can be clicked but files. */
function objectHover(analysis: Analysis, offset: number): HoverData | undefined {
  const found = computeObjectHover(analysis, offset);
  return found === undefined ? undefined : { ...found, commands: [] };
}

function durationOf(found: PlacedWorkload, estimates: Estimates | undefined): KnownDuration {
  if (estimates === undefined || obstacleTo(found) !== undefined) return 'by formula';
  return estimates.of(found.assessment) ?? 'pending';
}

function hoverText(found: PlacedWorkload, topic: Topic, duration: KnownDuration, analysis: Analysis): string {
  const { workload, placed, assessment } = found;
  const { findings } = assessment;
  const here = [analysis.uri, placed.start + (found.built?.written ?? workload.resource.source).start];
  const links = [commandLink('▷ Simulate this rollout', { command: COMMANDS.simulate, arguments: here })];
  links.push(commandLink('Make it safe', { command: COMMANDS.makeSafe, arguments: here }));
  if (workload.kind === 'DaemonSet') {
    links.push(commandLink('Change the number of nodes', { command: COMMANDS.setNodeCount, arguments: [] }));
  }
  const error = findings.find(({ severity, rule }) => severity === 'error' && rule.group === 'rejected');
  const parts = [
    describeField(topic, assessment),
    error === undefined ? '' : `⛔ ${escaped(error.finding.message)}`,
    describeEnvelope(topic, assessment, duration),
    links.join(' · '),
    describeNodeCounts(topic, assessment, duration),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The field under the cursor itself, not one beside it. */
function isTemplated({ workload }: PlacedWorkload, at: Located): boolean {
  const { values } = workload.resource.unknowns;
  return values.some((path) => path.length <= at.path.length && pathsOverlap(path, at.path));
}

function templatedText(at: Located): string {
  return `**${escaped(String(at.path.at(-1)))}** is filled in by a template. Its value is not known here, so no number is derived from it.`;
}

/** At the kind of what runs pods and is not simulated. */
function otherKindHover({ manifest }: Analysis, offset: number): HoverData | undefined {
  const found = otherKindsIn(manifest).find(({ range }) => range.start <= offset && offset <= range.end);
  return found === undefined ? undefined : { ...found.range, markdown: found.text, commands: [] };
}

const KIND_LINE = /^[ \t]*"?kind"?[ \t]*:.*$/m;

/** Documents that are left alone say so at their kind. */
function notAnalyzedHover({ manifest }: Analysis, offset: number): HoverData | undefined {
  const placed = documentAt(manifest, offset);
  const reason = placed?.document.notAnalyzed;
  if (placed === undefined || reason === undefined) return undefined;
  const match = KIND_LINE.exec(manifest.text.slice(placed.start, Math.min(placed.end, placed.start + 10_000)));
  if (match === null) return undefined;
  const start = placed.start + match.index;
  const end = start + match[0].length;
  if (offset < start || offset > end) return undefined;
  return { start, end, markdown: `Not analyzed: ${escaped(reason)}.`, commands: [] };
}
