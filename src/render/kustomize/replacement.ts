/** Upstream: api/filters/replacement/replacement.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { parseText } from '../../manifest/parse';
import { each } from './effort';
import { KustomizeError } from './error';
import { splitFieldPath } from './fieldSpec';
import type { FieldOptions, ReplacementArgs } from './kustomizationFields';
import { lookupPath, matchPath } from './pathMatcher';
import type { Resource } from './resource';
import { effectiveNamespace, idText, isSelected, type ResId } from './resId';
import {
  RNode,
  copyNode,
  getValue,
  isNilOrEmpty,
  newScalar,
  overwrite,
  placeOf,
  placed,
  type NodeKind,
  type Place,
} from './rnode';
import { matchesGvk, matchesName, parseLabelSelector, type Selector } from './selector';
import { replaceInStructuredText } from './structuredText';

const DEFAULT_PATH = 'metadata.name';

type Target = NonNullable<ReplacementArgs['targets']>[number];

export function* replacementTransform(resources: readonly Resource[], replacement: ReplacementArgs, place: Place): Slices<void> {
  const { source, sourceValue, targets } = replacement;
  if ((sourceValue === undefined && source === undefined) || targets === undefined)
    throw new KustomizeError('replacement', 'replacements must specify a source and at least one target');
  const value = getReplacement(resources, replacement, place);
  for (const target of targets) yield* applyReplacement(resources, value, target);
}

function getReplacement(resources: readonly Resource[], { source, sourceValue }: ReplacementArgs, place: Place): RNode {
  if (sourceValue !== undefined && source !== undefined)
    throw new KustomizeError('replacement', 'value and resource selectors are mutually exclusive');
  if (source === undefined) return newScalar(sourceValue ?? '', '', place);
  const { node } = selectSource(resources, source);
  const path = source.fieldPath || DEFAULT_PATH;
  const found = node === undefined ? undefined : lookupPath(node, splitFieldPath(path));
  if (found === undefined || isNilOrEmpty(found))
    throw new KustomizeError('replacement', `fieldPath \`${path}\` is missing for replacement source`);
  return refine(found, source.options);
}

function idsOf(resource: Resource): readonly ResId[] {
  return [{ ...resource.curId, clusterScoped: false }, ...resource.prevIds];
}

function selectSource(resources: readonly Resource[], source: Selector): Resource {
  const matches = resources.filter((resource) => idsOf(resource).some((id) => isSelectedBy(id, source)));
  const [found, ...more] = matches;
  const { group = '', version = '', kind = '', name = '', namespace = '' } = source;
  const text = idText({ group, version, kind, name, namespace, clusterScoped: false });
  if (found === undefined) throw new KustomizeError('replacement', `nothing selected by ${text}`);
  if (more.length > 0) throw new KustomizeError('replacement', `multiple matches for selector ${text}`);
  return found;
}

function isSelectedBy(id: ResId, { name, namespace, ...gvk }: Selector): boolean {
  if (name && name !== id.name) return false;
  if (namespace && effectiveNamespace({ ...id, namespace, clusterScoped: false }) !== effectiveNamespace(id)) return false;
  return isSelected(id, gvk);
}

function refine(node: RNode, options: FieldOptions | undefined): RNode {
  if (options?.delimiter === undefined || options.delimiter === '') return node;
  if (node.kind !== 'scalar') throw new KustomizeError('replacement', 'delimiter option can only be used with scalar nodes');
  const part = getValue(node).split(options.delimiter)[options.index ?? 0];
  if (part === undefined || (options.index ?? 0) < 0)
    throw new KustomizeError('replacement', `options.index ${options.index ?? 0} is out of bounds for value ${getValue(node)}`);
  const copy = copyNode(node);
  copy.value = part;
  return copy;
}

function* applyReplacement(resources: readonly Resource[], value: RNode, target: Target): Slices<void> {
  const { select, reject = [] } = target;
  if (select === undefined) throw new KustomizeError('replacement', 'target must specify resources to select');
  yield* each(resources, (resource) => {
    if (!matchesSelectors(resource, select) || reject.some((other) => isRejectedByLabels(resource, other))) return;
    const ids = idsOf(resource);
    const isRejected = reject.some((other) => !isEmptyId(other) && ids.some((id) => matchesId(other, id)));
    if (isRejected || !ids.some((id) => matchesId(select, id))) return;
    if (resource.node !== undefined) copyValueToTarget(resource.node, value, target);
  });
}

function matchesId(selector: Selector, id: ResId): boolean {
  return matchesGvk(selector, id) && matchesName(selector.name, id.name) && matchesName(selector.namespace, id.namespace);
}

function isEmptyId({ group, version, kind, name, namespace }: Selector): boolean {
  return !group && !version && !kind && !name && !namespace;
}

function isRejectedByLabels(resource: Resource, selector: Selector): boolean {
  return Boolean(selector.labelSelector || selector.annotationSelector) && matchesSelectors(resource, selector);
}

function matchesSelectors(resource: Resource, { labelSelector, annotationSelector }: Selector): boolean {
  return (
    (!annotationSelector || parseLabelSelector(annotationSelector)(resource.annotations)) &&
    (!labelSelector || parseLabelSelector(labelSelector)(resource.labels))
  );
}

function copyValueToTarget(node: RNode, value: RNode, { fieldPaths, options }: Target): void {
  const paths = fieldPaths === undefined || fieldPaths.length === 0 ? [DEFAULT_PATH] : fieldPaths;
  const create = options?.create === true ? value.kind : undefined;
  for (const path of paths) {
    const steps = splitFieldPath(path);
    if (setInStructuredText(node, value, steps, create)) continue;
    const fields = matchPath(node, steps, create);
    if (fields.length === 0) {
      const what = create === undefined ? 'find' : 'find or create';
      throw new KustomizeError('replacement', `unable to ${what} field "${path}" in replacement target`);
    }
    for (const field of fields) setFieldValue(field, value, options);
  }
}

function setFieldValue(field: RNode, value: RNode, options: FieldOptions | undefined): void {
  const copy = copyNode(value);
  const { delimiter, index = 0 } = options ?? {};
  if (delimiter !== undefined && delimiter !== '') {
    if (field.kind !== 'scalar') throw new KustomizeError('replacement', 'delimiter option can only be used with scalar nodes');
    const parts = field.value.split(delimiter);
    const part = getValue(value);
    if (index < 0) parts.unshift(part);
    else if (index >= parts.length) parts.push(part);
    else parts[index] = part;
    copy.value = parts.join(delimiter);
  }
  if (field.kind === 'scalar') {
    // The text is taken over, tag and quotes of the target stay.
    const next = placed(new RNode('scalar', copy.value, field.tag), placeFrom(copy));
    next.quoted = field.quoted;
    overwrite(field, next);
  } else overwrite(field, copy);
}

/** Upstream: setValueInStructuredData: a text on the way that holds YAML or JSON itself. */
function setInStructuredText(node: RNode, value: RNode, steps: readonly string[], create: NodeKind | undefined): boolean {
  for (let length = 1; length < steps.length; length += 1) {
    const field = lookupOrNot(node, steps.slice(0, length));
    if (field?.kind !== 'scalar') continue;
    const { problems, refused } = parseText(field.value);
    if (problems.length > 0 || refused !== undefined) continue;
    const text = replaceInStructuredText(field.value, steps.slice(length), value, create);
    if (text === undefined) return false;
    const next = placed(new RNode('scalar', text, field.tag), placeFrom(value));
    next.quoted = field.quoted;
    overwrite(field, next);
    return true;
  }
  return false;
}

function lookupOrNot(node: RNode, steps: readonly string[]): RNode | undefined {
  try {
    return lookupPath(node, steps);
  } catch (error) {
    if (error instanceof KustomizeError) return undefined;
    throw error;
  }
}

/** Where the value is written, which is not written for this field. */
function placeFrom(value: RNode): Place | undefined {
  const place = placeOf(value);
  return place === undefined ? undefined : { ...place, source: { file: place.source.file, by: 'replacement' } };
}
