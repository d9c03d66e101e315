/** Upstream: pkg/apis/core/v1/defaults.go (v1.36.4). */
import { imageTag } from './imageName';

/** Where the image may change under its name (`latest`), it is always pulled. */
export function defaultPullPolicy(image: string): string {
  return imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent';
}
