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
}

/** The ConfigMaps and Secrets that the pods of a template read, each where it is named. */
export function configReferences(json: JsonValue, template: Path): readonly ConfigReference[] {
  const spec: Path = [...template, 'spec'];
  const found: ConfigReference[] = [];
  const add = (holder: JsonValue | undefined, at: Path, kind: ConfigFact['kind'], nameKey = 'name'): void => {
    const name = text(object(holder)[nameKey]);
    if (name === '') return;
    const optional = object(holder)['optional'] === true;
    found.push({ kind, name, path: [...at, nameKey], isVolume: at.includes('volumes'), optional });
  };
  const containers = ['initContainers', 'containers'].flatMap((field) =>
    list(jsonAt(json, [...spec, field])).map((_, index): Path => [...spec, field, index]),
  );
  for (const path of containers) {
    list(jsonAt(json, [...path, 'envFrom'])).forEach((source, index) => {
      add(object(source)['configMapRef'], [...path, 'envFrom', index, 'configMapRef'], 'ConfigMap');
      add(object(source)['secretRef'], [...path, 'envFrom', index, 'secretRef'], 'Secret');
    });
    list(jsonAt(json, [...path, 'env'])).forEach((variable, index) => {
      const from: Path = [...path, 'env', index, 'valueFrom'];
      add(jsonAt(variable, ['valueFrom', 'configMapKeyRef']), [...from, 'configMapKeyRef'], 'ConfigMap');
      add(jsonAt(variable, ['valueFrom', 'secretKeyRef']), [...from, 'secretKeyRef'], 'Secret');
    });
  }
  list(jsonAt(json, [...spec, 'volumes'])).forEach((volume, index) => {
    const at: Path = [...spec, 'volumes', index];
    add(object(volume)['configMap'], [...at, 'configMap'], 'ConfigMap');
    add(object(volume)['secret'], [...at, 'secret'], 'Secret', 'secretName');
    list(jsonAt(volume, ['projected', 'sources'])).forEach((source, part) => {
      add(object(source)['configMap'], [...at, 'projected', 'sources', part, 'configMap'], 'ConfigMap');
      add(object(source)['secret'], [...at, 'projected', 'sources', part, 'secret'], 'Secret');
    });
  });
  return found;
}
