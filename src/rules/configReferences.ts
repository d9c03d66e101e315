/** What of the pods names a ConfigMap or a Secret that must be there. */
import { jsonAt, type JsonValue } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import type { Path } from '../manifest/source';
import type { ConfigFact } from './facts';

/** A ConfigMap or Secret that a pod reads. */
export interface ConfigReference {
  readonly kind: ConfigFact['kind'];
  readonly name: string;
  readonly path: Path;
  readonly isVolume: boolean;
  /** The pod starts without it, too. */
  readonly optional: boolean;
  /** What must be in it. */
  readonly keys: readonly { readonly key: string; readonly path: Path }[];
}

/** What names one, in variables, in `envFrom`, in volumes and in parts of projected ones. */
const NAMED_BY: readonly (readonly [field: string, kind: ConfigFact['kind']])[] = [
  ['configMapRef', 'ConfigMap'],
  ['secretRef', 'Secret'],
  ['configMapKeyRef', 'ConfigMap'],
  ['secretKeyRef', 'Secret'],
  ['configMap', 'ConfigMap'],
  ['secret', 'Secret'],
];

/** The ConfigMaps and Secrets that the pods of a template read, each where it is named. */
export function configReferences(json: JsonValue, template: Path): readonly ConfigReference[] {
  const spec: Path = [...template, 'spec'];
  const found: ConfigReference[] = [];
  const eachOf = (path: Path, visit: (at: Path) => void): void => {
    list(jsonAt(json, path)).forEach((_, index) => {
      visit([...path, index]);
    });
  };
  const add = (holder: Path): void => {
    for (const [field, kind] of NAMED_BY) {
      const at = [...holder, field];
      const reference = object(jsonAt(json, at));
      const nameKey = reference['secretName'] === undefined ? 'name' : 'secretName';
      const name = text(reference[nameKey]);
      if (name === '') continue;
      const keys: { key: string; path: Path }[] = [];
      const need = (keyed: Path): void => {
        const path = [...keyed, 'key'];
        const key = text(jsonAt(json, path));
        if (key !== '') keys.push({ key, path });
      };
      need(at);
      eachOf([...at, 'items'], need);
      const optional = reference['optional'] === true;
      found.push({ kind, name, path: [...at, nameKey], isVolume: at.includes('volumes'), optional, keys });
    }
  };
  for (const field of ['initContainers', 'containers'])
    eachOf([...spec, field], (container) => {
      eachOf([...container, 'envFrom'], add);
      eachOf([...container, 'env'], (variable) => {
        add([...variable, 'valueFrom']);
      });
    });
  eachOf([...spec, 'volumes'], (volume) => {
    add(volume);
    eachOf([...volume, 'projected', 'sources'], add);
  });
  return found;
}
