/** Upstream: api/filters/imagetag/*.go, api/internal/image/image.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { each } from './effort';
import { KustomizeError } from './error';
import { applyFieldSpec, type FieldSpec } from './fieldSpec';
import { matchesGoOrNot } from './goRegExp';
import type { ImageArgs } from './kustomizationFields';
import type { ResMap } from './resMap';
import { NULL_TAG, getField, newScalar, setScalar, type Place, type RNode } from './rnode';

export function imageTagTransform(map: ResMap, image: ImageArgs, specs: readonly FieldSpec[], place: Place): Slices<void> {
  return each(map.resources, ({ node, kind, gvk }) => {
    if (node === undefined || kind === 'CustomResourceDefinition') return;
    findContainers(node, (container) => {
      const field = getField(container, 'image');
      if (field !== undefined) setImage(field, image, place);
    });
    for (const spec of specs)
      applyFieldSpec(node, gvk, spec, (field) => {
        setImage(field, image, place);
      });
  });
}

/** Any list called `containers` or `initContainers`, wherever it is. */
function findContainers(node: RNode, found: (container: RNode) => void): void {
  const { kind, content } = node;
  if (kind === 'sequence') for (const item of content) findContainers(item, found);
  if (kind !== 'map') return;
  for (let i = 0; i < content.length; i += 2) {
    const value = content[i + 1];
    if (value === undefined || value.kind === 'scalar') continue;
    findContainers(value, found);
    const name = content[i]?.value;
    if (value.kind === 'sequence' && (name === 'containers' || name === 'initContainers')) value.content.forEach(found);
  }
}

function setImage(node: RNode, args: ImageArgs, place: Place): void {
  if (node.tag === NULL_TAG) return;
  if (node.kind !== 'scalar') throw new KustomizeError('resource-malformed', 'wrong node kind: expected a scalar for an image');
  if (!isImageMatched(node.value, args.name ?? '')) return;
  const changed = changeImage(node.value, args);
  setScalar(node, newScalar(changed, '', place));
}

function isImageMatched(image: string, name: string): boolean {
  return matchesGoOrNot(`^${name}(?::[a-zA-Z0-9_.{}-]*)?(?:@sha256:[a-zA-Z0-9_.{}-]*)?$`, image);
}

function changeImage(image: string, { newName, newTag, digest, tagSuffix }: ImageArgs): string {
  let [name, tag, sum] = splitImage(image);
  if (newName) name = newName;
  if (newTag && digest) [tag, sum] = [newTag, digest];
  else if (newTag) [tag, sum] = [newTag, ''];
  else if (digest) [tag, sum] = ['', digest];
  else if (tagSuffix) [tag, sum] = [tag + tagSuffix, ''];
  return name + (tag === '' ? '' : `:${tag}`) + (sum === '' ? '' : `@${sum}`);
}

function splitImage(image: string): [name: string, tag: string, digest: string] {
  const slash = Math.max(0, image.indexOf('/'));
  const search = image.slice(slash);
  const at = search.indexOf('@');
  const colon = search.indexOf(':');
  if (at < 0 && colon < 0) return [image, '', ''];
  if (at >= 0 && (at < colon || colon < 0)) return [image.slice(0, slash + at), '', search.slice(at + 1)];
  const name = image.slice(0, slash + colon);
  return at >= 0 ? [name, search.slice(colon + 1, at), search.slice(at + 1)] : [name, search.slice(colon + 1), ''];
}
