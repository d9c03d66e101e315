/** Tables and lists of Markdown. */

/** @param {readonly string[]} head @param {readonly (readonly (string | number)[])[]} rows */
export function table(head, rows) {
  const line = (/** @type {readonly (string | number)[]} */ cells) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {readonly string[]} items */
export function list(items) {
  return items.map((item, index) => `${index + 1}. ${item}`).join('\n');
}
