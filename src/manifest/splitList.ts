/** Shorter Lists are read as a whole, which costs nothing that could be noticed. */
const LONG = 20_000;

const LIST_KIND = /(?:^|\n)kind:[ \t]+List[ \t\r]*(?:\n|$)/;
const ITEMS = /(?:^|\n)items:[ \t\r]*\n/;
/** What ties items to each other: an alias may point into another item, a template may span several. */
const TIES = /(?:^|[\s[{,])\*[^\s*]|\{\{|\{%|<%|#@/;
const FIRST_DASH = /^(?:[ \t\r]*(?:#[^\n]*)?\n)*( *)- /;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly item: boolean;
}

/**
 * Cuts a long `kind: List` in block style at its items, so that an edit costs its own item only: `kubectl get -o yaml` gives a
 * whole cluster in one document. Everything inside an item is indented further than its dash, so a dash in that column begins the
 * next one. Undefined where this is not such a List, or where its items are tied to each other.
 */
export function splitList(text: string, start: number, end: number): readonly Part[] | undefined {
  if (end - start < LONG) return undefined;
  const list = text.slice(start, end);
  if (!LIST_KIND.test(list) || TIES.test(list)) return undefined;
  const items = ITEMS.exec(list);
  if (items === null) return undefined;
  const body = items.index + items[0].length;
  const indent = FIRST_DASH.exec(list.slice(body, body + 10_000))?.[1];
  if (indent === undefined) return undefined;
  return cutAtDashes(list, body, indent).map((part) => ({ start: start + part.start, end: start + part.end, item: part.item }));
}

function cutAtDashes(list: string, body: number, indent: string): Part[] {
  const parts: Part[] = [];
  const dash = `\n${indent}- `;
  const last = endOfItems(list, body, indent);
  let from = 0;
  for (let at = list.indexOf(dash, body - 1); at >= 0 && at < last; at = list.indexOf(dash, at + 1)) {
    parts.push({ start: from, end: at + 1, item: from > 0 });
    from = at + 1;
  }
  parts.push({ start: from, end: last, item: from > 0 });
  if (last < list.length) parts.push({ start: last, end: list.length, item: false });
  return parts;
}

/** Where the key after `items` begins, if there is one: the first line that is neither blank, a comment, indented nor an item. */
function endOfItems(list: string, body: number, indent: string): number {
  const other = indent === '' ? /\n(?![\s#]|- |-\r?\n)/g : /\n(?![\s#])/g;
  other.lastIndex = body - 1;
  for (let match = other.exec(list); match !== null; match = other.exec(list)) {
    if (match.index + 1 < list.length && match.index + 1 >= body) return match.index + 1;
  }
  return list.length;
}
