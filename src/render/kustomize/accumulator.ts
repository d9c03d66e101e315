/** Upstream: api/internal/accumulator/resaccumulator.go (kustomize v5.8.1). */
import type { Slices } from '../../model/slices';
import { each } from './effort';
import { KustomizeError } from './error';
import type { VarArgs } from './kustomizationFields';
import { nameReferenceTransform } from './nameRef';
import { fieldValueOf, refVarTransform, type Variable } from './refVar';
import { ResMap } from './resMap';
import { gvknEquals, idEquals, parseGroupVersion, type ResId } from './resId';
import { compareBytes } from './rnode';
import { mergeConfig, NO_CONFIG, type TransformerConfig } from './transformerConfig';

export class ResAccumulator {
  readonly map = new ResMap();
  config: TransformerConfig = NO_CONFIG;
  readonly #vars = new Map<string, VarArgs>();

  mergeConfig(incoming: TransformerConfig): void {
    this.config = mergeConfig(this.config, incoming);
  }

  mergeVars(vars: readonly VarArgs[]): void {
    const idsByName = this.map.idsByName();
    for (const variable of vars) {
      const id = idOf(variable);
      const isMeant = (other: ResId): boolean =>
        id.namespace !== '' || id.clusterScoped ? idEquals(id, other) : gvknEquals(id, other);
      const sames = [...(idsByName.get(id.name) ?? [])];
      const matches = sames.flatMap(([resource, ids]) => (ids.some(isMeant) ? [resource] : []));
      if (matches.length > 1)
        throw new KustomizeError(
          'vars',
          `found ${matches.length} resId matches for var ${variable.name ?? ''} (unable to disambiguate)`,
        );
      matches[0]?.refVarNames.push(variable.name ?? '');
    }
    for (const variable of vars) this.#addVar(variable);
  }

  #addVar(variable: VarArgs): void {
    const name = variable.name ?? '';
    if (this.#vars.has(name)) throw new KustomizeError('vars', `var '${name}' already encountered`);
    this.#vars.set(name, variable);
  }

  *merge(other: ResAccumulator): Slices<void> {
    yield* each(other.map.resources, (resource) => {
      this.map.append(resource);
    });
    this.mergeConfig(other.config);
    for (const variable of other.#vars.values()) this.#addVar(variable);
  }

  fixBackReferences(): Slices<void> {
    return nameReferenceTransform(this.map, this.config);
  }

  /** Gives the names that nobody used. */
  resolveVars(): readonly string[] {
    if (this.#vars.size === 0) return [];
    const values = new Map<string, Variable>();
    for (const name of [...this.#vars.keys()].sort(compareBytes)) {
      const variable = this.#vars.get(name);
      if (variable !== undefined) values.set(name, this.#valueOf(variable));
    }
    return refVarTransform(this.map, values, this.config.varReference);
  }

  #valueOf({ name = '', fieldref }: VarArgs): Variable {
    const path = fieldref?.fieldPath || 'metadata.name';
    const resource = this.map.resources.find(({ refVarNames }) => refVarNames.includes(name));
    if (resource === undefined)
      throw new KustomizeError('vars', `var '${name}' cannot be mapped to a field in the set of known resources`);
    const value = valueOrNot(() => fieldValueOf(resource, path));
    if (value === undefined)
      throw new KustomizeError('vars', `field specified in var '${name}' (${path}) not found in corresponding resource`);
    return value;
  }
}

function valueOrNot<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof KustomizeError) return undefined;
    throw error;
  }
}

function idOf({ objref = {} }: VarArgs): ResId {
  let { group = '', version = '' } = objref;
  if (objref.apiVersion) {
    const [ownGroup, ownVersion] = parseGroupVersion(objref.apiVersion);
    version = ownVersion;
    if (ownGroup !== '') group = ownGroup;
  }
  const { kind = '', name = '', namespace = '' } = objref;
  // QUIRK: nobody looks up whether the kind of a variable has a namespace.
  return { group, version, kind, name, namespace, clusterScoped: false };
}
