/** Ours: what Go’s encoder makes of the types, by the field table. */
import { formatTime, type Time } from '../../../model/time';
import { fieldsOf, zeroOfScalar, type Field, type Kind } from '../schema/fields';

/** The JSON that the API server sends for a decoded value: empty fields left out, except those it always writes. */
export function encode(type: string, value: object): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const source = value as Readonly<Record<string, unknown>>;
  for (const field of fieldsOf(type).values()) {
    const encoded = encodeField(field, source[field.name]);
    if (encoded !== undefined) result[field.name] = encoded;
  }
  return result;
}

function encodeField(field: Field, value: unknown): unknown {
  if (value === undefined) return field.always && !field.pointer ? zero(field.kind) : field.always ? null : undefined;
  if (field.always || field.pointer) return encodeValue(field.kind, value);
  return isEmpty(field.kind, value) ? undefined : encodeValue(field.kind, value);
}

function zero(kind: Kind): unknown {
  if (kind.is === 'struct') return encode(kind.type, {});
  if (kind.is !== 'scalar') return null;
  return zeroOfScalar(kind.code);
}

function isEmpty(kind: Kind, value: unknown): boolean {
  if (kind.is === 'list') return (value as readonly unknown[]).length === 0;
  if (kind.is === 'map') return Object.keys(value as object).length === 0;
  return kind.is === 'scalar' && !'xt'.includes(kind.code) && (value === '' || value === 0 || value === false);
}

function encodeValue(kind: Kind, value: unknown): unknown {
  switch (kind.is) {
    case 'struct':
      return encode(kind.type, value as object);
    case 'list':
      return (value as readonly unknown[]).map((item) => encodeValue(kind.of, item));
    default:
      return kind.is === 'scalar' && kind.code === 't' ? formatTime(value as Time) : value;
  }
}
