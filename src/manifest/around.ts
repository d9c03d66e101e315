import { parseText, type ParsedText } from './parse';
import { findObstacles } from './placeholders';
import { maskSpans, maskTemplates, type TemplateMask } from './templateMask';
import { MAX_SPANS } from './templateSpans';

interface Around {
  readonly mask: TemplateMask | undefined;
  readonly parsed: ParsedText;
}

/** Reads around templates; where their branches do not fit each other, around all that is conditional as well. */
export function parseAround(written: string): Around {
  const text = isJsonText(written) ? withoutJsonComments(written) : written;
  const mask = maskTemplates(text);
  const parsed = parseText(mask?.text ?? text, mask?.spans);
  if (mask === undefined)
    return parsed.problems.length > 0 || text.includes('#{') ? parseAroundPlaceholders(text, parsed) : { mask, parsed };
  if (mask.spans.length > MAX_SPANS || parsed.problems.length === 0) return { mask, parsed };
  const skeleton = maskTemplates(text, true) ?? mask;
  return { mask: skeleton, parsed: parseText(skeleton.text, skeleton.spans) };
}

/** `{app: ${APP}}` is YAML once it is filled in. */
function parseAroundPlaceholders(text: string, parsed: ParsedText): Around {
  const mask = maskSpans(text, findObstacles(text));
  const isWorthTrying = mask.spans.length > 0 && mask.spans.length <= MAX_SPANS;
  const around = isWorthTrying ? parseText(mask.text, mask.spans) : parsed;
  return around === parsed || around.problems.length > 0 ? { mask: undefined, parsed } : { mask, parsed: around };
}

/** JSON is YAML, but for its comments, which neither has. */
export function isJsonText(text: string): boolean {
  return /^[\s\uFEFF]*\{\s*(?:"|\/[/*])/.test(text);
}

const JSON_TEXT_OR_COMMENT = /"[^"\\]*(?:\\.[^"\\]*)*"|\/\/[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g;

function withoutJsonComments(text: string): string {
  if (!text.includes('//') && !text.includes('/*')) return text;
  return text.replace(JSON_TEXT_OR_COMMENT, (part) => (part.startsWith('"') ? part : part.replace(/[^\n]/g, ' ')));
}
