/** Upstream: pkg/api/pod/util.go (v1.36.4). */
import type { Container, PodSpec } from '../../../../model/apiTypes';
import type { Unchecked } from '../../schema/unchecked';
import type { Path } from './field';

/** Init containers, containers, ephemeral containers, in the order in which the server walks them. */
export function visitContainers(
  spec: Unchecked<PodSpec>,
  path: Path,
  visit: (container: Unchecked<Container>, path: Path) => void,
): void {
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    spec[list]?.forEach((container, index) => {
      visit(container, path.child(list).index(index));
    });
  }
}
