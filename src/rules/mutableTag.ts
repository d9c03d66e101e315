import { isCertainAt } from '../manifest/workload';
import type { Rule } from './rule';
import { listed, plural, quote } from '../model/words';

interface Reference {
  readonly name: string;
  /** Empty: none; undefined: a digest pins the image. */
  readonly tag: string | undefined;
}

function parseImage(image: string): Reference {
  const at = image.indexOf('@');
  if (at >= 0) return { name: image.slice(0, at), tag: undefined };
  const colon = image.indexOf(':', image.lastIndexOf('/') + 1);
  return colon < 0 ? { name: image, tag: '' } : { name: image.slice(0, colon), tag: image.slice(colon + 1) };
}

/** Tags that move with a branch or a channel. */
const MOVING: ReadonlySet<string | undefined> = new Set([
  '',
  'latest',
  'main',
  'master',
  'dev',
  'develop',
  'nightly',
  'edge',
  'stable',
  'canary',
  'snapshot',
  'head',
  'trunk',
]);

/** Names that a tool exchanges before anything is applied: `ko://…`, Istio's `auto`, `IMAGE_NAME`, `REPLACE_ME`. */
const EXCHANGED = /^ko:\/\/|^auto$|^[A-Z][A-Z0-9_-]*$|[Pp]laceholder|PLACEHOLDER|[Rr]eplace|REPLACE|change-?me|^your-/;

export const mutableTag: Rule = {
  id: 'mutable-tag',
  group: 'surprises',
  severity: 'information',
  title: 'an image tag under which a new image does not roll out',
  reads: [],
  check: ({ workload, facts }) => {
    if (workload.fragment) return [];
    const moving = workload.pod.containers.filter(({ image, path }) => {
      if (!isCertainAt(workload, [...path, 'image'])) return false;
      const { name, tag } = parseImage(image);
      // Whatever is left blank is for somebody else to fill in: the kubelet pulls neither `:` nor `web:`.
      if (name.trim() === '' || image.endsWith(':')) return false;
      return MOVING.has(tag) && !EXCHANGED.test(image) && !facts.kustomized.images.has(name);
    });
    const [first, ...others] = moving;
    if (first === undefined) return [];
    const images = [...new Set(moving.map(({ image }) => quote(image)))];
    const untagged = others.length === 0 && parseImage(first.image).tag === '' ? 'has no tag, which means latest' : '';
    const what = untagged || `${plural(images.length, 'keeps', 'keep')} the same tag`;
    const isKept = moving.some(({ imagePullPolicy }) => imagePullPolicy === 'IfNotPresent');
    const kept = isKept
      ? ' Nodes that have an old image of that name keep it, too (IfNotPresent): pods of one version run different ones.'
      : '';
    return [
      {
        path: [...first.path, 'image'],
        message: `A new image does not roll out by itself: ${listed(images)} ${what}, and only a change of the pod template starts a rollout.${kept} Use a tag for each build, or a digest.`,
        short: 'mutable image tag',
      },
    ];
  },
};
