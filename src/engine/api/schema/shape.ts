/** Ours: whether JSON from elsewhere has the shape of an API object, so that its readers find what the types promise. */
import { anyObject, list, refuse, show } from '../../kernel/schema';
import { fieldsOf, isKnownType, type Field, type Kind, type ScalarCode } from './fields';

/** Without a `spec` there is nothing to read. */
const NEEDS_SPEC: ReadonlySet<string> = new Set(['Deployment', 'DaemonSet', 'Pod', 'PodTemplateSpec']);

/**
 * Refuses what is of another type than the field table says, with its path; what the table does not know may be anything, null
 * is absent, and a resourceVersion is a number here (ADR 2). What numbers and texts say is the API server's to judge.
 */
export function checkShape(type: string, json: unknown, path: string): void {
  const object = anyObject(json, path);
  if (!isKnownType(type)) return;
  for (const field of fieldsOf(type).values()) {
    const value = Object.hasOwn(object, field.name) ? object[field.name] : undefined;
    const place = `${path}.${field.name}`;
    const isAbsent = value === undefined || value === null;
    if (isAbsent ? isNeeded(type, field) : field.name !== 'resourceVersion') checkKind(field.kind, value, place);
  }
}

/** Selectors are left out by whoever relies on their absence being refused. */
function isNeeded(type: string, { name, kind, always }: Field): boolean {
  if (name === 'spec') return NEEDS_SPEC.has(type);
  return always && (kind.is === 'struct' || kind.is === 'list') && name !== 'selector' && !type.endsWith('Status');
}

function checkKind(kind: Kind, value: unknown, path: string): void {
  switch (kind.is) {
    case 'struct':
      checkShape(kind.type, value, path);
      return;
    case 'list':
      list((item, place) => {
        checkKind(kind.of, item, place);
      })(value, path);
      return;
    case 'map':
      for (const [key, item] of Object.entries(anyObject(value, path)))
        if (item !== null) checkKind(kind.of, item, `${path}.${key}`);
      return;
    case 'scalar':
      if (!ALLOWED[kind.code].types.includes(typeof value) || (typeof value === 'number' && !isNumber(kind.code, value)))
        refuse(path, `must be ${ALLOWED[kind.code].words}, not ${show(value)}`);
  }
}

function isNumber(code: ScalarCode, value: number): boolean {
  return code === 'q' || code === 't' ? Number.isFinite(value) : Number.isSafeInteger(value);
}

/** Times are texts in manifests and numbers in the model. */
const ALLOWED: Readonly<Record<ScalarCode, { readonly types: readonly string[]; readonly words: string }>> = {
  s: { types: ['string'], words: 'a text' },
  b: { types: ['boolean'], words: 'true or false' },
  i: { types: ['number'], words: 'a whole number' },
  l: { types: ['number'], words: 'a whole number' },
  x: { types: ['number', 'string'], words: 'a whole number or a percentage' },
  q: { types: ['number', 'string'], words: 'a quantity' },
  t: { types: ['number', 'string'], words: 'a time' },
  r: { types: ['string', 'number', 'boolean', 'object'], words: 'JSON' },
};
