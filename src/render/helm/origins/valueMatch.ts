/** Ours: which of the values that took part in a piece of the output is the one that stands there. */
import type { Path } from '../../../manifest/source';
import { formatValue } from '../../goTemplate/format';
import type { Node, NumberNode, StringNode } from '../../goTemplate/nodes';
import { Int, List, type Value } from '../../goTemplate/value';
import type { Looked } from './readPaths';

/** As YAML has it: the text of a scalar, whatever its quotes. */
function isWrittenAs(value: Value, text: string): boolean {
  if (typeof value === 'string') return value === text || value.trim() === text;
  if (typeof value === 'number') return String(value) === text || formatValue(value) === text || Number(text) === value;
  if (typeof value === 'boolean' || value instanceof Int) return formatValue(value) === text;
  if (value === null) return text === 'null';
  return false;
}

/** A value that was looked at, or one within it that lies as the field does: `resources.limits.cpu` in `resources`. */
export function valueBehind(looks: readonly Looked[], text: string, field: Path): Looked | undefined {
  const exact = looks.findLast(({ value }) => isWrittenAs(value, text));
  if (exact !== undefined) return exact;
  for (const look of looks.toReversed()) {
    if (!(look.value instanceof Map || look.value instanceof List)) continue;
    for (let from = 0; from < field.length; from++) {
      const below = field.slice(from);
      const value = within(look.value, below);
      if (value !== undefined && isWrittenAs(value, text)) return { ...look, path: [...look.path, ...below], value };
    }
  }
  return undefined;
}

function within(value: Value, path: Path): Value | undefined {
  let at: Value | undefined = value;
  for (const step of path) {
    if (at instanceof Map) at = at.get(String(step));
    else if (at instanceof List && typeof step === 'number') at = at.items[step];
    else return undefined;
  }
  return at;
}

/** The literal in an expression that stands in the output: `"25%"` in `.Values.surge | default "25%"`. */
export function literalBehind(node: Node, text: string): StringNode | NumberNode | undefined {
  switch (node.type) {
    case 'string':
      return node.text === text ? node : undefined;
    case 'number':
      return node.text === text ? node : undefined;
    case 'action':
    case 'if':
    case 'with':
    case 'range':
      return literalBehind(node.pipe, text);
    case 'pipe':
      return first(node.cmds, text);
    case 'command':
      return first(node.args, text);
    case 'chain':
      return literalBehind(node.node, text);
    default:
      return undefined;
  }
}

function first(nodes: readonly Node[], text: string): StringNode | NumberNode | undefined {
  for (const node of nodes) {
    const found = literalBehind(node, text);
    if (found !== undefined) return found;
  }
  return undefined;
}
