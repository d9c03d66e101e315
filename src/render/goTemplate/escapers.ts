/** Upstream: text/template/funcs.go, net/url (Go 1.26): html, js, urlquery. */
import { characters, stringToBytes } from './bytes';
import { isPrintable } from '../../model/goQuote';

const HTML: Readonly<Record<string, string>> = {
  '\0': '\ufffd',
  '"': '&#34;',
  "'": '&#39;',
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
};

export function escapeHtml(text: string): string {
  return text.replace(/["'&<>\0]/g, (character) => HTML[character] ?? '');
}

const JS: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '"': '\\"',
  '<': '\\u003C',
  '>': '\\u003E',
  '&': '\\u0026',
  '=': '\\u003D',
};

export function escapeJs(text: string): string {
  return characters(text).map(escapeJsCharacter).join('');
}

function escapeJsCharacter(character: string): string {
  const known = JS[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const isPlain = code >= 0x20 && (code < 0x80 || isPrintable(character));
  return isPlain ? character : `\\u${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** `url.QueryEscape`. */
export function escapeQuery(text: string): string {
  let escaped = '';
  for (const byte of stringToBytes(text)) {
    const character = String.fromCharCode(byte);
    if (character === ' ') escaped += '+';
    else if (/^[A-Za-z0-9._~-]$/.test(character)) escaped += character;
    else escaped += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return escaped;
}
