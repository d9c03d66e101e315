/** Upstream: kyaml/yaml/{match,fns}.go, PathMatcher and PathGetter (kustomize v5.8.1). */
import { KustomizeError } from './error';
import { matchesGoOrNot } from './goRegExp';
import { NULL_TAG, RNode, getField, newScalar, setField, type NodeKind } from './rnode';

/** Upstream: Lookup: one node, by names and indices; undefined when there is none. Throws where it leads through scalars. */
export function lookupPath(node: RNode, path: readonly string[]): RNode | undefined {
  let found: RNode | undefined = node;
  for (const step of path.map((part) => part.trim()).filter((part) => part !== '')) {
    if (found === undefined || found.tag === NULL_TAG) return undefined;
    found = lookupStep(found, step);
  }
  return found;
}

function lookupStep(node: RNode, step: string): RNode | undefined {
  if (step === '*') throw new KustomizeError('replacement', 'wildcard is not supported in PathGetter');
  if (/^[+-]?\d+$/.test(step) || step === '-') {
    if (node.kind !== 'sequence') throw wrongKind('sequence', node);
    if (step.startsWith('-') && step !== '-') throw new KustomizeError('replacement', `array index ${step} cannot be negative`);
    return step === '-' ? node.content.at(-1) : node.content[Number(step)];
  }
  if (!isListIndex(step)) {
    if (node.kind !== 'map') throw wrongKind('map', node);
    return getField(node, step);
  }
  if (node.kind !== 'sequence') throw wrongKind('sequence', node);
  const [name, value] = splitIndex(step);
  if (name === '') return node.content.find((item) => item.value === value);
  return node.content.find((item) => item.kind === 'map' && getField(item, name)?.value === value);
}

function wrongKind(expected: string, node: RNode): KustomizeError {
  return new KustomizeError('replacement', `wrong node kind: expected ${expected} but got ${node.kind}`);
}

function isListIndex(step: string): boolean {
  return step.startsWith('[') && step.endsWith(']');
}

function splitIndex(step: string): readonly [name: string, value: string] {
  const text = step.slice(1, -1);
  const equals = text.indexOf('=');
  if (equals < 0)
    throw new KustomizeError('replacement', 'list path element must contain fieldName=fieldValue for element to match');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** All nodes that a path leads to; `create` is the kind of what is made at its end. */
export function matchPath(node: RNode, path: readonly string[], create: NodeKind | undefined): readonly RNode[] {
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  if (node.tag === NULL_TAG && !(create !== undefined && node.kind === 'scalar')) return [];
  if (/^\+?\d+$/.test(step)) return matchIndex(node, Number(step), rest, create);
  if (isListIndex(step)) return matchElements(node, step, rest, create);
  if (step === '*') {
    if (node.kind !== 'sequence') throw wrongKind('sequence', node);
    return node.content.flatMap((item) => matchPath(item, rest, create));
  }
  return matchField(node, step, rest, create);
}

function kindOfNext(next: string | undefined, create: NodeKind): NodeKind {
  if (next === undefined) return create;
  return isListIndex(next) || /^\+?\d+$/.test(next) ? 'sequence' : 'map';
}

function matchField(node: RNode, name: string, rest: readonly string[], create: NodeKind | undefined): readonly RNode[] {
  if (node.tag === NULL_TAG) return [];
  if (node.kind !== 'map') throw wrongKind('map', node);
  let field = getField(node, name);
  if (field === undefined) {
    if (create === undefined) return [];
    field = new RNode(kindOfNext(rest[0], create));
    setField(node, name, field);
  }
  // A text with structure in it: what is found there is no part of the object.
  if (field.kind === 'scalar' && rest.length > 0) return [];
  return matchPath(field, rest, create);
}

function matchIndex(node: RNode, index: number, rest: readonly string[], create: NodeKind | undefined): readonly RNode[] {
  if (node.kind !== 'sequence') throw wrongKind('sequence', node);
  if (node.content.length === index && create !== undefined) node.parts.push(new RNode(kindOfNext(rest[0], create)));
  const item = node.content[index];
  if (item === undefined)
    throw new KustomizeError('replacement', `index ${index} specified but only ${node.content.length} elements found`);
  return matchPath(item, rest, create);
}

function matchElements(node: RNode, step: string, rest: readonly string[], create: NodeKind | undefined): readonly RNode[] {
  if (node.kind !== 'sequence') throw wrongKind('sequence', node);
  const [name, pattern] = splitIndex(step);
  const find = (): readonly RNode[] =>
    node.content.flatMap((item) => {
      const value = name === '' ? item : getField(item, name);
      if (value === undefined || !matchesGoOrNot(pattern, value.value.trim())) return [];
      return name === '' ? [item] : matchPath(item, rest, create);
    });
  const found = find();
  if (found.length > 0 || create === undefined) return found;
  const value = newScalar(pattern);
  const element = name === '' ? value : new RNode('map');
  if (name !== '') element.parts.push(newScalar(name), value);
  node.parts.push(element);
  return find();
}
