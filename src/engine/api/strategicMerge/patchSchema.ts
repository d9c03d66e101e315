/** Upstream: staging/src/k8s.io/apimachinery/pkg/util/strategicpatch/meta.go (v1.36.4); the types come from a table. */
import { fieldsOf, type Field, type Kind } from '../schema/fields';

/** What a patch needs to know about a place: how lists there are merged, and what is below. */
export interface PatchSchema {
  /** The type of a struct; absent for maps, scalars and what is unknown. */
  readonly type: string | undefined;
}

export interface PatchField {
  readonly below: PatchSchema;
  /** Lists with a merge key are merged item by item, all others replaced. */
  readonly mergeKey: string | undefined;
  readonly retainKeys: boolean;
}

const UNKNOWN: PatchField = { below: { type: undefined }, mergeKey: undefined, retainKeys: false };

export function patchField(schema: PatchSchema, name: string): PatchField {
  if (schema.type === undefined) return UNKNOWN;
  const field = fieldsOf(schema.type).get(name);
  return field === undefined ? UNKNOWN : describe(field);
}

function describe(field: Field): PatchField {
  return { below: { type: structType(field.kind) }, mergeKey: field.mergeKey, retainKeys: field.retainKeys };
}

function structType(kind: Kind): string | undefined {
  if (kind.is === 'struct') return kind.type;
  return kind.is === 'list' ? structType(kind.of) : undefined;
}
