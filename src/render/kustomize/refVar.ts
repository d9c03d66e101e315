/** Upstream: api/filters/refvar/{refvar,expand}.go, api/internal/accumulator/refvartransformer.go (kustomize v5.8.1). */
import { KustomizeError } from './error';
import { applyFieldSpec, splitFieldPath, type FieldSpec } from './fieldSpec';
import type { ResMap } from './resMap';
import type { Resource } from './resource';
import { NULL_TAG, RNode, STRING_TAG, isString, overwrite, placeOf, placed, type Place } from './rnode';
import { lookupPath } from './pathMatcher';

export interface Variable {
  readonly value: string | number | bigint | boolean | object;
  readonly place: Place | undefined;
}

/** Replaces `$(NAME)`; gives the names that were never found. */
export function refVarTransform(
  map: ResMap,
  variables: ReadonlyMap<string, Variable>,
  specs: readonly FieldSpec[],
): readonly string[] {
  const used = new Set<string>();
  for (const { node, gvk } of map.resources) {
    if (node === undefined) continue;
    for (const spec of specs)
      applyFieldSpec(node, gvk, spec, (field) => {
        setField(field, variables, used);
      });
  }
  return [...variables.keys()].filter((name) => !used.has(name));
}

function setField(node: RNode, variables: ReadonlyMap<string, Variable>, used: Set<string>): void {
  if (node.tag === NULL_TAG) return;
  if (node.kind === 'scalar') {
    if (isString(node)) update(node, variables, used);
    return;
  }
  for (const [index, item] of node.content.entries()) {
    if (node.kind === 'map' && index % 2 === 0) continue;
    if (isString(item)) update(item, variables, used);
    else if (node.kind === 'sequence') throw new KustomizeError('vars', 'invalid value type expect a string');
  }
}

function update(node: RNode, variables: ReadonlyMap<string, Variable>, used: Set<string>): void {
  const { value, place } = replaceVariables(node.value, variables, used);
  const next = placed(new RNode('scalar', textOf(value), tagOf(value)), place ?? placeOf(node));
  next.quoted = node.quoted && typeof value === 'string' ? value.includes('\n') : false;
  overwrite(node, next);
}

function textOf(value: Variable['value']): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function tagOf(value: Variable['value']): string {
  if (typeof value === 'boolean') return '!!bool';
  if (typeof value === 'bigint') return '!!int';
  if (typeof value === 'number') return Number.isInteger(value) ? '!!int' : '!!float';
  return STRING_TAG;
}

interface Replaced {
  readonly value: Variable['value'];
  readonly place: Place | undefined;
}

/** `$$` stands for a dollar; a text that is one variable takes its type. */
function replaceVariables(text: string, variables: ReadonlyMap<string, Variable>, used: Set<string>): Replaced {
  let result = '';
  let place: Place | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at] ?? '';
    const next = text[at + 1];
    if (char !== '$' || next === undefined) {
      result += char;
      continue;
    }
    const close = next === '(' ? text.indexOf(')', at + 2) : -1;
    if (close < 0) {
      result += next === '$' ? '$' : `$${next}`;
      at += 1;
      continue;
    }
    const name = text.slice(at + 2, close);
    const variable = variables.get(name);
    if (variable !== undefined && typeof variable.value !== 'object') {
      used.add(name);
      place = variable.place;
      if (at === 0 && close === text.length - 1) return { value: variable.value, place };
      result += String(variable.value);
    } else result += `$(${name})`;
    at = close;
  }
  return { value: result, place };
}

/** Upstream: RNode.GetFieldValue. Undefined: there is no such field. */
export function fieldValueOf({ node }: Resource, path: string): Variable | undefined {
  const steps = splitFieldPath(path).flatMap((step) => {
    const match = /^(.*)\[(\d+)\]$/.exec(step);
    return match === null ? [step] : [match[1] ?? '', match[2] ?? ''].filter((part) => part !== '');
  });
  const found = node === undefined ? undefined : lookupPath(node, steps);
  if (found === undefined) return undefined;
  const place = placeOf(found);
  if (found.kind !== 'scalar') return { value: found, place };
  switch (found.tag) {
    case '!!int':
      return { value: BigInt(Number(found.value)), place };
    case '!!float':
      return { value: Number(found.value), place };
    case '!!bool':
      return { value: found.value.toLowerCase() === 'true', place };
    default:
      return { value: found.value, place };
  }
}
