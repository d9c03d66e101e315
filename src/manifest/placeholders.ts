import type { TextRange } from './source';

/**
 * Placeholders for other tools: `$(V)`, `${V}`, `$!{V}`, `$$V`, `$V`, `$[V]`, `((v))`, `@V@`, `#{V}#`, `__V__`, `%V%`, `%{V}%`,
 * `<V>`, `<<V>>`, `~V~`, `replace_V`, `YOUR_V`, `your v`, and what SOPS has encrypted.
 */
const PLACEHOLDER =
  /\$\{(?:[^$}\n]|\$(?!\{))*\}|\$!\{\w[\w.]{0,99}\}|\$\([A-Za-z_][\w.[\]-]*\)|\$[A-Z][A-Z0-9_]*|\$\$[A-Za-z_]|\$\[\[?[\w .-]{1,99}\]|\(\([\w. -]{1,99}\)\)|^@[\w.-]+@$|#\{[\w.-]+\}#|^__[A-Za-z][A-Za-z0-9_]*__|^%[A-Za-z_]\w*%$|%[A-Z][A-Z0-9_]{1,99}%|^%\{\w+\}%$|^<[A-Za-z_][\w .-]*>|<<[ .\w-]{1,99}>>|^\$[A-Za-z_]\w*$|^~\w{1,99}~|^(?:replace|REPLACE|CHANGE|INSERT|YOUR)_[A-Za-z]\w{0,99}|^your [a-z][a-z ]{0,99}$|^ENC\[AES256_GCM,/;

export function hasPlaceholder(text: string): boolean {
  return /[$(@#_%<~]|^your /.test(text) && PLACEHOLDER.test(text);
}

/** Those that are no YAML where they stand, or another one: in flow maps, at the beginning of a value, as a comment. */
const OBSTACLE =
  /\$\{(?:[^${}\n]|\$(?!\{))*\}|%[A-Z][A-Z0-9_]{1,99}%|(?<=[:-][ \t])(?:%%?[A-Za-z_]\w{0,99}%%?|%\{\w{1,99}\}%|@@?[\w.-]{1,99}@@?|@[A-Za-z_][\w.]{0,99}(?=\s)|\|[A-Za-z_]\w{0,99}\||\{\w{1,99}\}(?=[\w./-])|\[[A-Za-z][\w ]{0,99}\](?=[\w./-])|\{\[[\w .-]{1,99}\]\}|\[\[[\w .-]{1,99}\]\]|\[%[^%\n]{1,99}%\]|<\?=[^?\n]{1,99}\?>|< ?[A-Za-z][^<>\n]{0,99}>|#\{[\w.-]{1,99}\}#?|#[A-Za-z_]\w{0,99}#)/g;

/** Placeholders that YAML takes for comments: without a problem, another object is read. */
export function hidesPlaceholders(text: string): boolean {
  return text.includes('#{') || /[:-][ \t]#[A-Za-z_]\w{0,99}#/.test(text);
}

/** The places of placeholders that a reader of YAML trips over. */
export function findObstacles(text: string): readonly TextRange[] {
  return [...text.matchAll(OBSTACLE)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/**
 * How a line of other templates' languages begins: FreeMarker, Velocity, Terraform, Mako, Template Toolkit, PHP, Blade,
 * StringTemplate, Go's with brackets of one's own, or `A_PORT|-value: "80"-|`, a word with what is there otherwise.
 */
const DIRECTIVE =
  /^(?:<\/?[#@]\w|\[\/?[#@%]|<\?(?:php|=)|%\{|% ?(?:if|for|while|else|elif|end(?:if|for|while|block|def)?|include|def|block)\b|[@$#](?:if|for|foreach|unless|else|elseif|end(?:if|for|foreach|unless)?)\b|<<[ .]?\w|\{\[|\[\[|<(?:if|else|elseif|endif|end)\b|[A-Z][A-Z0-9]*_[A-Z0-9_-]*\|-)/;

/** A line with nothing but a word for what comes there. */
const STAND_IN =
  /^(?:__\w+|@@?[\w.]+@{0,2}|%%?\w+%{0,2}|\$\w+|\$\{[^{}]+\}|<[A-Za-z][^<>]*>|[A-Z][A-Z0-9]*_[A-Z0-9_-]*|(?:REPLACE|CHANGE|INSERT)[A-Z]+|\.\.\.|…)$/;

/** Longer lines stand for nothing. */
const MAX_SIGN = 100;

/** What tells that a text which is no YAML is a template of a language that is not read here. */
export function signOfTemplate(text: string): string | undefined {
  for (const line of text.split('\n')) {
    // At the first column three dots end a document.
    const said = line.startsWith('...') ? '' : line.slice(0, MAX_SIGN).trim().replace(/^- /, '');
    if (DIRECTIVE.test(said) || (line.length < MAX_SIGN && STAND_IN.test(said))) return said;
  }
  return undefined;
}
