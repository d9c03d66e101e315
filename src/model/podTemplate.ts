import type { StringMap } from './apiTypes';
import { POD_TEMPLATE_HASH_LABEL } from './wellKnown';

interface Labeled {
  readonly metadata?: { readonly labels?: StringMap | undefined } | undefined;
}

/** The template without the label that tells the ReplicaSets of a Deployment apart. */
export function withoutTemplateHash<T extends Labeled>(template: T): T {
  const { [POD_TEMPLATE_HASH_LABEL]: _hash, ...labels } = template.metadata?.labels ?? {};
  return { ...template, metadata: { ...template.metadata, labels } };
}
