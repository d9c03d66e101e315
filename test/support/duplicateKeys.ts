import { parseText } from '../../src/manifest/parse';
import type { SourceEntry, SourceMap, SourceNode } from '../../src/manifest/source';

/** What the server's strict YAML decoder says about keys that are set twice, as one error; nothing if there are none. */
export function duplicateKeyErrors(text: string): string[] {
  const { root } = parseText(text);
  if (root === undefined) return [];
  const lines: string[] = [];
  visit(root, text, lines);
  return lines.length === 0 ? [] : [`yaml: unmarshal errors:\n${lines.join('\n')}`];
}

function visit(node: SourceNode, text: string, lines: string[]): void {
  if (node.kind === 'sequence') for (const item of node.items) visit(item, text, lines);
  if (node.kind === 'map') visitEntries(node, text, lines, new Set());
}

function visitEntries(map: SourceMap, text: string, lines: string[], seen: Set<string>): void {
  for (const entry of map.entries) {
    if (entry.merge) visitMerged(entry, text, lines, seen);
    else {
      visit(entry.value, text, lines);
      if (seen.has(entry.key)) lines.push(`  line ${lineOf(text, entry)}: key ${JSON.stringify(entry.key)} already set in map`);
      seen.add(entry.key);
    }
  }
}

function visitMerged({ value }: SourceEntry, text: string, lines: string[], seen: Set<string>): void {
  if (value.kind === 'map') visitEntries(value, text, lines, seen);
}

/** The line of the value; of the key where there is none. */
function lineOf(text: string, { keyRange, value }: SourceEntry): number {
  const at = value.end > value.start ? value.start : keyRange.start;
  return text.slice(0, at).split('\n').length;
}
