/**
 * Upstream: AddPodControllerIndexer of pkg/controller/controller_utils.go (v1.36.4); the index by template hash is ours, for
 * speed.
 */
import type { LabelSelector, Pod, StringMap } from '../../model/apiTypes';
import { matchesSelector } from '../../model/labelSelector';
import { getControllerOf } from '../../model/meta';
import { POD_TEMPLATE_HASH_LABEL } from '../../model/wellKnown';
import type { Index, Informer } from '../client/informer';

const INDEX_NAME = 'podsByController';

/** Pods by the uid of their controller; those without one by namespace, under `orphanPodsKey`. */
export function podsByController(pods: Informer<'Pod'>): Index<Pod> {
  return pods.index(INDEX_NAME, podControllerKey);
}

/** Every sync asks for it, mostly for one namespace: a key that is new text each time is slow to find. */
let lastOrphans = { namespace: '', key: 'orphans/' };

/** The group of the pods of a namespace that no controller owns. */
export function orphanPodsKey(namespace = ''): string {
  if (lastOrphans.namespace !== namespace) lastOrphans = { namespace, key: `orphans/${namespace}` };
  return lastOrphans.key;
}

function podControllerKey(pod: Pod): string {
  return getControllerOf(pod)?.uid ?? orphanPodsKey(pod.metadata.namespace);
}

const HASH_INDEX_NAME = 'podsByTemplateHash';

/** The pods that a selector matches: by the hash label where it has one (a Deployment's replica sets do), else all. */
export function podsMatching(
  pods: Informer<'Pod'>,
  namespace: string | undefined,
  selector: LabelSelector | undefined,
): readonly Pod[] {
  const byHash = pods.index(HASH_INDEX_NAME, templateHash);
  const hash = selectedTemplateHash(selector);
  const candidates = hash === undefined ? pods.list() : byHash.group(hash);
  const matches = matcherOf(selector);
  const found: Pod[] = [];
  for (const pod of candidates) {
    if (pod.metadata.namespace === namespace && matches(pod.metadata.labels)) found.push(pod);
  }
  return found;
}

export function templateHash({ metadata }: Pod): string | undefined {
  return metadata.labels?.[POD_TEMPLATE_HASH_LABEL];
}

/** The template hash that pods must have for a selector, if it asks for one. */
export function selectedTemplateHash(selector: LabelSelector | undefined): string | undefined {
  return selector?.matchLabels?.[POD_TEMPLATE_HASH_LABEL];
}

/**
 * Keeps the answer for the last argument: pods of one template mostly share one labels object, and what holds for one of
 * them then holds for the next.
 */
export function remembering(matches: Matches): Matches {
  let known = false;
  let last: StringMap | undefined;
  let answer = false;
  return (labels) => {
    if (known && labels === last) return answer;
    known = true;
    last = labels;
    answer = matches(labels);
    return answer;
  };
}

export type Matches = (labels: StringMap | undefined) => boolean;

/** Selectors are never changed, and each sync asks the same of them. */
const matchers = new WeakMap<LabelSelector, Matches>();

/** Whether labels are selected; remembers the last ones. */
export function matcherOf(selector: LabelSelector | undefined): Matches {
  if (selector === undefined) return () => false;
  let matches = matchers.get(selector);
  if (matches === undefined) matchers.set(selector, (matches = remembering((labels) => matchesSelector(selector, labels))));
  return matches;
}
