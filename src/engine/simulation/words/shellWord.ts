/** What begins with a dash would be taken for an option. */
export const shellWord = (text: string): string => quoted(text.startsWith('-') ? `./${text}` : text);

/** In quotes where a shell would take it for more than a word. */
export function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
