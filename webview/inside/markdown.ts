import { h } from '../ui/dom';

/** What a link within the texts does. */
type Follow = (anchor: string) => void;

const INLINE = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])_([^_]+)_(?!\w)|\[([^[\]]+)\]\(([^()[\]]+)\)/g;

/** The little of Markdown that the texts use: paragraphs, lists, code, emphasis, and links to other sections. */
export function markdown(text: string, follow: Follow): HTMLElement[] {
  return text.split(/\n{2,}/).flatMap((block) => (block.trim() === '' || block.startsWith('|') ? [] : [blockOf(block, follow)]));
}

function blockOf(block: string, follow: Follow): HTMLElement {
  const items = block.split(/\n(?=(?:\d+\.|-) )/).map((line) => /^(\d+\.|-) ([\s\S]*)$/.exec(line.trim()));
  const [first] = items;
  if (first === undefined || first === null || items.some((item) => item === null)) return h('p', {}, ...inline(block, follow));
  const list = items.map((item) => h('li', {}, ...inline(item?.[2] ?? '', follow)));
  return h(first[1] === '-' ? 'ul' : 'ol', { class: 'prose-list' }, ...list);
}

function inline(text: string, follow: Follow): (Node | string)[] {
  const nodes: (Node | string)[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, strong, emphasis, words, target = ''] = match;
    nodes.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) nodes.push(h('code', {}, code));
    else if (strong !== undefined) nodes.push(h('b', {}, strong));
    else if (emphasis !== undefined) nodes.push(h('i', {}, emphasis));
    else nodes.push(target.startsWith('#') ? sectionLink(words ?? '', target.slice(1), follow) : (words ?? ''));
  }
  nodes.push(text.slice(end));
  return nodes;
}

function sectionLink(words: string, anchor: string, follow: Follow): HTMLElement {
  const go = (): void => {
    follow(anchor);
  };
  return h('button', { class: 'link', onclick: go }, words);
}
