import { beginning, cutTo, visible } from '../../model/words';
import type { CommandLink } from '../commands';

/** Text from a manifest, made harmless for Markdown: nothing in it is formatting, a link or HTML, and it stays on one line. */
export function escaped(text: string): string {
  const flat = visible(beginning(text).replace(/\s+/g, ' ').trim());
  const cut = cutTo(200, flat);
  return cut.replace(/[\\`*_{}[\]()#+\-.!|<>~&$:@/]/g, (char) => (/[<>&]/.test(char) ? `&#${char.charCodeAt(0)};` : `\\${char}`));
}

/** A link that runs a command. Only for Markdown that is trusted for exactly these commands. */
export function commandLink(title: string, { command, arguments: args }: CommandLink): string {
  return `[${escaped(title)}](command:${command}?${encodeURIComponent(JSON.stringify(args)).replace(/[()']/g, percentCode)})`;
}

/** A link to a line of a file, counted from 0. */
export function fileLink(title: string, uri: string, line: number | undefined): string {
  const place = line === undefined ? '' : `#L${line + 1}`;
  return `[${escaped(title)}](${uri.replace(/[()'\s<>]/g, percentCode)}${place})`;
}

function percentCode(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** Numbers, aligned to the right; the hover's own tables have no space between columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head.map((cell) => `&nbsp;&nbsp;${cell}`)), line(head.map(() => '---:')), ...rows.map(line)].join('\n');
}
