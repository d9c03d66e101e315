import type { Kind, KindMap } from '../../api/kinds';
import { anyObject, name, type Check } from '../../kernel/schema';

/** What Kubernetes objects say is checked where the API server would, their shape in checkScenario; here that one has a name. */
export function objectOf<K extends Kind>(): Check<KindMap[K]> {
  return (value, path) => {
    name(anyObject(anyObject(value, path)['metadata'], `${path}.metadata`)['name'], `${path}.metadata.name`);
    return value as KindMap[K];
  };
}
