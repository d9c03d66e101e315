import { finished, type Slices } from '../model/slices';
import { goYamlJoints } from './goYaml/parser';
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

/**
 * YAML asks of flow collections and quoted texts that their lines be indented; kubectl's library does not. Where it has no
 * objection they are read as if they stood on one line.
 */
export function parseAsGo(text: string, spans: readonly TextRange[] = []): ParsedText {
  return finished(parseAsGoInSlices(text, spans));
}

/** The same for whoever must not be held up for long. */
export function* parseAsGoInSlices(text: string, spans: readonly TextRange[] = []): Slices<ParsedText> {
  const parsed = yield* parseTextInSlices(text, spans);
  if (parsed.problems.length === 0 || text.length > MAX_TWICE) return parsed;
  const joints = goYamlJoints(text);
  if (joints === undefined || joints.length === 0) return parsed;
  let joined = '';
  for (const { start, end } of joints) joined += text.slice(joined.length, start) + ' '.repeat(end - start);
  const again = yield* parseTextInSlices(joined + text.slice(joined.length), spans);
  if (again.problems.length > 0 || again.root === undefined) return parsed;
  readQuoted(again.root, text);
  return again;
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
  const isWorthTrying = mask.spans.length > 0 && mask.spans.length <= MAX_SPANS;
  const around = isWorthTrying ? parseAsGo(mask.text, mask.spans) : parsed;
  return around === parsed || around.problems.length > 0 ? { mask: undefined, parsed } : { mask, parsed: around };
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
