import type { Rule } from './rule';
import { quote } from '../model/words';

/** The tag of an image reference; undefined when a digest pins it. */
function tagOf(image: string): string | undefined {
  if (image.includes('@')) return undefined;
  const last = image.slice(image.lastIndexOf('/') + 1);
  const colon = last.indexOf(':');
  return colon < 0 ? '' : last.slice(colon + 1);
}

export const mutableTag: Rule = {
  id: 'mutable-tag',
  group: 'surprises',
  severity: 'information',
  title: 'an image tag under which a new image does not roll out',
  explanation: `A rollout starts when the pod template changes, not when the image behind a tag does. With \`latest\` (or no tag, which means the same) applying the manifest again after a push
changes nothing: no rollout starts, and pods that restart for other reasons quietly run something else than their neighbors. \`kubectl rollout undo\` goes back to the same tag.

Use a tag that changes with every build, or a digest.`,
  reads: ['spec.template.spec.containers'],
  check: ({ workload }) =>
    workload.pod.containers
      .filter(({ image }) => image !== '' && (tagOf(image) === '' || tagOf(image) === 'latest'))
      .map(({ image, path }) => ({
        path: [...path, 'image'],
        message: `A new image does not roll out: ${quote(image)} ${tagOf(image) === '' ? 'has no tag, so it means latest' : 'stays the same text'}, and only a change of the template starts a rollout.`,
        short: 'mutable image tag',
      })),
};
