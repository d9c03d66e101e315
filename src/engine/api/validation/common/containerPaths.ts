import type { Container, PodSpec } from '../../schema/apiTypes';
import type { Path } from './field';

/** Init containers, containers, ephemeral containers, in the order in which the server walks them. */
export function visitContainers(spec: PodSpec, path: Path, visit: (container: Container, path: Path) => void): void {
  for (const list of ['initContainers', 'containers', 'ephemeralContainers'] as const) {
    spec[list]?.forEach((container, index) => {
      visit(container, path.child(list).index(index));
    });
  }
}
