import type { Kind, KindMap } from '../../api/kinds';
import { checkShape } from '../../api/schema/shape';
import { anyObject, name, type Check } from '../../kernel/schema';

/** What Kubernetes objects say is checked where the API server would, their shape in checkScenario; here that one has a name. */
export function objectOf<K extends Kind>(): Check<KindMap[K]> {
  return (value, path) => {
    name(anyObject(anyObject(value, path)['metadata'], `${path}.metadata`)['name'], `${path}.metadata.name`);
    return value as KindMap[K];
  };
}

/** That it has a name, and the shape of its kind. */
export function checkObject(kind: string, object: unknown, path: string): void {
  objectOf()(object, path);
  checkShape(kind, object, path);
}
