/** Upstream: pkg/scheduler/framework/plugins/imagelocality/image_locality.go (v1.36.4). */
import type { ClusterSnapshot } from '../clusterSnapshot';
import { MAX_NODE_SCORE, type ClusterScorePlugin } from '../framework';
import type { NodeInfo } from '../nodeInfo';

const MEBIBYTE = 1024 * 1024;
const MIN_THRESHOLD = 23 * MEBIBYTE;
/** Per container. */
const MAX_CONTAINER_THRESHOLD = 1000 * MEBIBYTE;

/** Nodes that already have the pod's images, the bigger the better; an image on few nodes counts less. */
export const imageLocality: ClusterScorePlugin = {
  name: 'ImageLocality',
  weight: 1,
  preScore(info, cluster) {
    if (!cluster.knowsImages) return undefined;
    const { containers, initContainers = [] } = info.pod.spec;
    const images = [...initContainers, ...containers].map(({ image }) => normalizedImageName(image ?? ''));
    const spreads = imageSpreads(cluster, images);
    if (spreads.size === 0) return undefined;
    return {
      scoreNodes(nodes, scores) {
        for (const [index, node] of nodes.entries()) scores[index] = scoreOf(sumSizes(node, images, spreads), images.length);
      },
    };
  },
};

/** The sizes of the images that the node has, each in proportion to the part of the nodes that have it. */
function sumSizes(node: NodeInfo, images: readonly string[], spreads: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const image of images) {
    const size = imageSize(node, image);
    if (size !== undefined) sum += Math.trunc(size * (spreads.get(image) ?? 0));
  }
  return sum;
}

/** The part of the nodes that have each image, for those that are on any. */
function imageSpreads({ nodes }: ClusterSnapshot, images: readonly string[]): Map<string, number> {
  const spreads = new Map<string, number>();
  for (const image of new Set(images)) {
    const count = nodes.filter((node) => imageSize(node, image) !== undefined).length;
    if (count > 0) spreads.set(image, count / nodes.length);
  }
  return spreads;
}

function imageSize({ node }: NodeInfo, image: string): number | undefined {
  return node?.status?.images?.find(({ names = [] }) => names.includes(image))?.sizeBytes;
}

function scoreOf(sum: number, containers: number): number {
  const maxThreshold = MAX_CONTAINER_THRESHOLD * containers;
  const bounded = Math.min(Math.max(sum, MIN_THRESHOLD), maxThreshold);
  return Math.trunc((MAX_NODE_SCORE * (bounded - MIN_THRESHOLD)) / (maxThreshold - MIN_THRESHOLD));
}

/** An image without a tag has the tag `latest`. */
function normalizedImageName(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}
