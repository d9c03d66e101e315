import { finished, type Slices } from '../model/slices';
import { goYamlExtent } from './goYaml/parser';
import { parseText, parseTextInSlices, type ParsedText } from './parse';
import { findObstacles, hidesPlaceholders } from './placeholders';
import type { SourceNode, TextRange } from './source';
import { maskSpans, maskTemplates, type TemplateMask } from './templateMask';
import { findSpans, MAX_SPANS } from './templateSpans';

interface Around {
  readonly mask: TemplateMask | undefined;
  readonly parsed: ParsedText;
}

/** Reads around templates; where their branches do not fit each other, around all that is conditional as well. */
export function parseAround(written: string): Around {
  const text = isJsonText(written) ? withoutJsonComments(written) : written;
  const spans = findSpans(text);
  if (spans.length > MAX_SPANS) return { mask: undefined, parsed: TOO_MANY };
  const mask = maskTemplates(text, spans);
  const parsed = parseAsGo(mask?.text ?? text, mask?.spans);
  if (mask === undefined)
    return parsed.problems.length > 0 || hidesPlaceholders(text) ? parseAroundPlaceholders(text, parsed) : { mask, parsed };
  if (parsed.problems.length === 0) return { mask, parsed };
  const skeleton = maskTemplates(text, spans, true) ?? mask;
  return { mask: skeleton, parsed: parseAsGo(skeleton.text, skeleton.spans) };
}

const TOO_MANY: ParsedText = {
  root: undefined,
  problems: [],
  size: MAX_SPANS,
  refused: 'the document has too many template expressions',
};

/** Beyond this nobody looks twice. */
const MAX_TWICE = 50_000;

/** Line breaks of YAML 1.1 that are none since; lines that may end a document. */
const OLD_BREAK = /\r(?!\n)|[\x85\u2028\u2029]/;
const DOCUMENT_END = /^(?:\.\.\.(?:\s|$)|%)/m;

/**
 * YAML asks of flow collections and quoted texts that their lines be indented; kubectl's library does not, knows more line
 * breaks, and reads no further than its first document. Where it has no objection the text is read as if it were written so.
 */
export function parseAsGo(text: string, spans: readonly TextRange[] = []): ParsedText {
  return finished(parseAsGoInSlices(text, spans));
}

/** The same for whoever must not be held up for long. */
export function* parseAsGoInSlices(text: string, spans: readonly TextRange[] = []): Slices<ParsedText> {
  const parsed = yield* parseTextInSlices(text, spans);
  const { problems, refused, undecodable } = parsed;
  const isSuspect = problems.length > 0 || refused !== undefined || undecodable !== undefined;
  if (text.length > MAX_TWICE || !(isSuspect || OLD_BREAK.test(text) || DOCUMENT_END.test(text))) return parsed;
  const extent = goYamlExtent(text);
  // Around templates nobody knows where the document ends.
  if (extent === undefined || (spans.length > 0 && extent.end < text.length)) return parsed;
  const lines = withNewBreaks(text).slice(0, extent.end);
  let joined = '';
  for (const { start, end } of extent.joints) joined += lines.slice(joined.length, start) + ' '.repeat(end - start);
  joined += lines.slice(joined.length);
  if (joined === text) return parsed;
  const again = yield* parseTextInSlices(joined, spans);
  if (again.problems.length > 0 || again.root === undefined) return parsed;
  readQuoted(again.root, lines);
  return { ...again, unread: unreadFrom(text, extent.end) };
}

function withNewBreaks(text: string): string {
  return OLD_BREAK.test(text) ? text.replace(new RegExp(OLD_BREAK, 'g'), '\n') : text;
}

/** The first line that nobody reads and somebody has written. */
function unreadFrom(text: string, end: number): TextRange | undefined {
  const rest = text.slice(end).replace(/^\.\.\./, '');
  if (rest.split('\n').every((line) => /^\s*(?:#|$)|^%/.test(line))) return undefined;
  const lineEnd = text.indexOf('\n', end);
  return { start: end, end: lineEnd < 0 ? text.length : lineEnd };
}

/** Quoted texts over several lines have kept the blanks of their indentation: they are read once more by themselves. */
function readQuoted(node: SourceNode, text: string): void {
  if (node.kind === 'sequence') for (const item of node.items) readQuoted(item, text);
  else if (node.kind === 'map') for (const { value } of node.entries) readQuoted(value, text);
  else if (typeof node.value === 'string' && !node.templated) {
    const written = text.slice(node.start, node.end);
    if (!/^["'][^]*\n/.test(written)) return;
    const { root } = parseText(written);
    if (root?.kind === 'scalar') node.value = root.value;
  }
}

/** `{app: ${APP}}` is YAML once it is filled in. */
function parseAroundPlaceholders(text: string, parsed: ParsedText): Around {
  const mask = maskSpans(text, findObstacles(text));
  const unfilled = { mask: undefined, parsed };
  if (mask.spans.length === 0 || mask.spans.length > MAX_SPANS) return unfilled;
  const around = parseAsGo(mask.text, mask.spans);
  return around.problems.length > 0 ? unfilled : { mask, parsed: around };
}

/** JSON is YAML, but for its comments, which neither has. */
export function isJsonText(text: string): boolean {
  return /^[\s\uFEFF]*\{\s*(?:"|\/[/*])/.test(text);
}

const JSON_TEXT_OR_COMMENT = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g;

function withoutJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text;
  return text.replace(JSON_TEXT_OR_COMMENT, (part) => (part.startsWith('"') ? part : part.replace(/[^\n]/g, ' ')));
}
