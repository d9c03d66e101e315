import type { SourceEntry, SourceNode, TextRange } from './source';
import { beforeOnLine } from './templateLines';
import type { TemplateHole, TemplateMask } from './templateMask';

/** Marks what a template may change: entries that may be absent or different, maps and sequences that may have more in them. */
export function markTemplates(root: SourceNode, mask: TemplateMask): void {
  for (const region of mask.conditionals) {
    // A condition around the whole document says nothing about what is in it.
    if (region.start <= firstOffset(root) && region.end >= lastOffset(root)) continue;
    markConditional(root, region);
  }
  for (const hole of mask.holes) markHole(root, hole, mask.text);
}

function markConditional(node: SourceNode, region: TextRange): void {
  if (node.kind === 'scalar' || node.end < region.start || node.start > region.end) return;
  if (node.kind === 'sequence') {
    if (node.items.some((item) => isIn(item, region))) node.open = true;
    for (const item of node.items) markConditional(item, region);
    return;
  }
  for (const entry of node.entries) {
    const { value } = entry;
    if (isIn(entry.keyRange, region)) {
      entry.templated = true;
      node.open = true;
    } else if (isIn(value, region) && value.end <= region.end && (value.kind === 'scalar' || value.flow)) entry.templated = true;
    else markConditional(value, region);
  }
}

function isIn({ start }: TextRange, region: TextRange): boolean {
  return start >= region.start && start < region.end;
}

function firstOffset(node: SourceNode): number {
  return node.kind === 'map' ? (node.entries[0]?.keyRange.start ?? node.start) : node.start;
}

function lastOffset(node: SourceNode): number {
  if (node.kind === 'scalar') return node.start;
  const last = node.kind === 'map' ? node.entries.at(-1)?.value : node.items.at(-1);
  return last === undefined ? node.start : lastOffset(last);
}

function markHole(root: SourceNode, hole: TemplateHole, text: string): void {
  let node = root;
  let owner: SourceEntry | undefined;
  for (;;) {
    if (node.kind === 'scalar') {
      // Only an empty value can be filled by a hole below or behind its key or dash.
      if (node.end > node.start && node.value !== null) return;
      if (owner === undefined) node.templated = true;
      else owner.templated = true;
      return;
    }
    if (beforeOnLine(text, firstOffset(node)).length >= hole.column || node.flow) {
      node.open = true;
      return;
    }
    const next: SourceEntry | SourceNode | undefined =
      node.kind === 'map'
        ? node.entries.findLast((entry) => entry.keyRange.start < hole.offset)
        : node.items.findLast((item) => item.start < hole.offset);
    if (next === undefined) {
      node.open = true;
      return;
    }
    if ('keyRange' in next) {
      owner = next;
      node = next.value;
    } else {
      owner = undefined;
      node = next;
    }
  }
}

export function overlapsSpan(spans: readonly TextRange[], start: number, end: number): boolean {
  // They are in order and apart: the first that ends behind the start decides.
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (spans[low]?.start ?? end) < end;
}
