import { counted, cutTo, visible } from '../../model/words';
import { LineStarts } from '../../manifest/lineStarts';
import type { TextRange } from '../../manifest/source';
import type { Expression, TakenValue } from '../../render/builtManifest';
import type { ExpressionResult } from '../builtFile';
import { escaped, fileLink } from '../hover/markdown';
import type { BuiltAnalysis } from './builtAnalysis';
import type { FileParts } from './fileParts';

type Described = TextRange & { readonly markdown: string };

const MAX_RESULTS = 3;
const MAX_TAKEN = 8;
const MAX_USES = 10;
const MAX_TEXT = 300;
/** A hint is short, or it hides what it stands behind. */
const MAX_HINT = 40;

/** The expression under the cursor: what it came to, and what it was made of. */
export function describeExpression(file: FileParts, offset: number): Described | undefined {
  const [first] = file.fresh;
  const here = first === undefined ? undefined : expressionAt(first, file, offset);
  if (first === undefined || here === undefined) return undefined;
  const results = file.fresh.slice(0, MAX_TAKEN).flatMap((build) => resultText(build, file, here) ?? []);
  const same = new Set(results.map(({ text }) => text)).size === 1;
  const [result] = results;
  const shown = same && result !== undefined ? [result.text] : results.map(({ name, text }) => `**${escaped(name)}**: ${text}`);
  const taken = here.taken.slice(0, MAX_TAKEN).map((value) => `- ${takenText(value, first, file)}`);
  const more = here.taken.length - taken.length;
  const chance = here.isRandom ? ['By chance, or by the time of day: Helm gives something else each time.'] : [];
  const rest = more > 0 ? [`- and ${counted(more, 'more value')}`] : [];
  const lists =
    taken.length === 0
      ? []
      : [`Values taken${file.builds.length > 1 ? ` in ${escaped(first.plan.name)}` : ''}:`, '', ...taken, ...rest];
  const lines = [...shown.map((each) => `${each}  `), ...chance, ...(lists.length === 0 ? [] : ['', ...lists])];
  return { start: here.start, end: here.end, markdown: lines.join('\n') };
}

function expressionAt({ built }: BuiltAnalysis, { file }: FileParts, offset: number): Expression | undefined {
  if (built.templates?.files.has(file) !== true) return undefined;
  return built.templates.expressionAt(file, offset);
}

function resultText(build: BuiltAnalysis, file: FileParts, here: Expression): { name: string; text: string } | undefined {
  const { name } = build.plan;
  const same = expressionAt(build, file, here.start);
  if (same === undefined) return { name, text: 'not rendered with these values' };
  if (!same.isPrinted) return same.taken.length === 0 ? undefined : { name, text: 'prints nothing itself' };
  const distinct = [...new Set(same.results)];
  const texts = distinct.slice(0, MAX_RESULTS).map(codeText);
  const rest = distinct.length - texts.length;
  return { name, text: `→ ${texts.join(' · ')}${rest > 0 ? ` and ${counted(rest, 'more result')}` : ''}` };
}

/** On one line in backticks; several lines as a block. */
function codeText(text: string): string {
  const short = visible(cutTo(MAX_TEXT, text)).replaceAll('`', 'ˋ');
  if (text === '') return 'nothing';
  return short.trim().includes('\n') ? `\n\`\`\`yaml\n${short.replace(/^\n/, '').trimEnd()}\n\`\`\`\n` : `\`${short.trim()}\``;
}

/** `.Values.maxSurge` = 25%, values.yaml:2. */
function takenText({ name, value, places }: TakenValue, build: BuiltAnalysis, file: FileParts): string {
  const [inForce, ...lower] = places;
  const where = inForce === undefined ? '' : `, ${placeText(inForce, build, file)}`;
  const instead =
    lower.length === 0
      ? ''
      : ` (over ${lower
          .slice(0, 2)
          .map((place) => placeText(place, build, file))
          .join(', ')})`;
  return `\`${name.replaceAll('`', 'ˋ')}\` = ${codeText(value)}${where}${instead}`;
}

function placeText({ file: path, start }: TakenValue['places'][number], build: BuiltAnalysis, file: FileParts): string {
  if (path === undefined) return 'given inline';
  const line = lineOf(file, path, start);
  return fileLink(`${relativeTo(path, build.plan.home)}:${line + 1}`, build.uriOf(path), line);
}

export function lineOf({ files }: FileParts, path: string, offset: number): number {
  return (files.read(path) ?? '').slice(0, offset).split('\n').length - 1;
}

/** As seen from the chart. */
export function relativeTo(path: string, home: string): string {
  const folder = home.slice(0, home.lastIndexOf('/') + 1);
  return path.startsWith(folder) ? path.slice(folder.length) : path.slice(path.lastIndexOf('/') + 1);
}

/** A value in a file of values: which expressions take it, and what they make of it. */
export function describeValue(file: FileParts, offset: number): Described | undefined {
  const [build] = file.fresh;
  const templates = build?.built.templates;
  if (build === undefined || templates === undefined || templates.files.has(file.file)) return undefined;
  let first: TextRange | undefined;
  /** The last expression of each line: there may be thousands, and a few are shown. */
  const uses: { readonly template: string; readonly line: number; readonly expression: Expression }[] = [];
  for (const template of templates.files) {
    const byLine = new Map<number, Expression>();
    let lines: LineStarts | undefined;
    for (const expression of templates.expressionsIn(template)) {
      const range = expression.taken.map((taken) => placeHere(taken, file, offset)).find((found) => found !== undefined);
      if (range === undefined) continue;
      first ??= range;
      lines ??= new LineStarts(file.files.read(template) ?? '');
      byLine.set(lines.lineAt(expression.start), expression);
    }
    for (const [line, expression] of byLine) uses.push({ template, line, expression });
  }
  if (first === undefined) return undefined;
  const shown = uses.slice(0, MAX_USES).map(({ template, line, expression }) => {
    const link = fileLink(`${relativeTo(template, build.plan.home)}:${line + 1}`, build.uriOf(template), line);
    const results = [...new Set(expression.results)].slice(0, 2).map(codeText).join(' · ');
    return `- ${link}${expression.isPrinted ? ` → ${results}` : ' (a condition)'}`;
  });
  const rest = uses.length - shown.length;
  const markdown = [`Used in:`, '', ...shown, ...(rest > 0 ? [`- and ${counted(rest, 'more place')}`] : [])].join('\n');
  return { ...first, markdown };
}

/** A value, or the map that one is in, at its place in the file; by its key as well. */
function placeHere({ places }: TakenValue, { file }: FileParts, offset: number): TextRange | undefined {
  for (const { file: path, start, end, key } of places) {
    if (path !== file) continue;
    if (start <= offset && offset <= end) return { start, end };
    if (key !== undefined && key.start <= offset && offset <= key.end) return { start: key.start, end: key.end };
  }
  return undefined;
}

export function expressionResults(file: FileParts, from: number, to: number): readonly ExpressionResult[] {
  const [build] = file.fresh;
  const expressions = build?.built.templates?.expressionsIn(file.file) ?? [];
  return expressions.flatMap(({ start, end, isPrinted, results }): ExpressionResult[] => {
    const distinct = [...new Set(results)];
    const [result = ''] = distinct;
    const isShort = result.trim() !== '' && result.length <= MAX_HINT && !result.includes('\n');
    if (!isPrinted || !isShort || end < from || end > to) return [];
    const text = visible(distinct.length > 1 ? `${result}, …` : result);
    return [{ offset: end, text, tooltip: `Rendered for ${build?.plan.name ?? ''} from ${file.text.slice(start, end)}` }];
  });
}

export function notRendered(file: FileParts): readonly (TextRange & { readonly message: string })[] {
  const [inForce] = file.fresh;
  const ranges = inForce?.built.templates?.notRendered(file.file) ?? [];
  const name = inForce?.plan.name ?? '';
  const message = file.builds.length > 1 ? `Not rendered with the values of ${name}.` : 'Not rendered with these values.';
  return ranges.map((range) => ({ ...range, message }));
}
