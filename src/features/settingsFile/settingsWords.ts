import { isJsonObject, readJson } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { locate, nodeAt, type Path, type TextRange } from '../../manifest/source';
import { meaningOf, namesIn, schemaAt, type ValueSchema } from './settingsSchema';

/** What a name or a value of the file means. */
export function describeSetting(
  text: string,
  offset: number,
  schema: ValueSchema,
): (TextRange & { readonly markdown: string }) | undefined {
  const found = locate(parseText(text).root, offset);
  if (found === undefined) return undefined;
  const { path, range } = found;
  const own = schemaAt(schema, path);
  const around = schemaAt(schema, path.slice(0, -1));
  const listed = around === undefined ? undefined : namesIn(around).find(([name]) => name === path.at(-1))?.[1];
  const means = own === undefined || meaningOf(own) === '' ? listed : meaningOf(own);
  if (means === undefined || means === '') return undefined;
  const byDefault =
    own?.default === undefined || isJsonObject(own.default as never) ? '' : `\n\nDefault: \`${JSON.stringify(own.default)}\``;
  return { ...range, markdown: `**${path.join('.')}**\n\n${means}${byDefault}` };
}

export interface Offer {
  readonly label: string;
  readonly insert: string;
  readonly means: string;
  /** A name, behind which a value stands. */
  readonly isName: boolean;
}

/** What may stand at an offset: names that are not there yet, or values. */
export function offersAt(text: string, offset: number, schema: ValueSchema): readonly Offer[] {
  const { before, path } = placeOf(text, offset);
  const valueOf = /^\s*["']?([\w.-]+)["']?:\s+["']?[\w.-]*$/.exec(before)?.[1];
  if (valueOf !== undefined) return valuesOf(schemaAt(schema, [...path, valueOf]));
  if (!/^\s*[\w.-]*$/.test(before)) return [];
  const around = schemaAt(schema, path);
  if (around === undefined) return [];
  const { root } = parseText(text);
  const there = nodeAt(root, path);
  const json = there?.kind === 'map' ? readJson(there, 'literal').json : undefined;
  const written = new Set(isJsonObject(json) ? Object.keys(json) : []);
  return namesIn(around)
    .filter(([name]) => !written.has(name) && !name.includes('.'))
    .map(([name, means]) => ({ label: name, insert: insertOf(name, schemaAt(around, [name])), means, isName: true }));
}

function insertOf(name: string, schema: ValueSchema | undefined): string {
  return schema?.type === 'object' ? `${name}:\n  ` : `${name}: `;
}

function valuesOf(schema: ValueSchema | undefined): Offer[] {
  const choices = schema?.enum ?? (schema?.type === 'boolean' ? [true, false] : []);
  return choices.map((choice) => {
    const label = String(choice);
    // Without quotes YAML reads `off` as false, which means the same here.
    return { label, insert: label, means: '', isName: false };
  });
}

/** The line up to an offset, and the names that it stands below by its indentation. */
function placeOf(text: string, offset: number): { readonly before: string; readonly path: Path } {
  const lines = text.slice(0, offset).split('\n');
  const before = lines.pop() ?? '';
  const path: string[] = [];
  let indent = indentOf(before);
  for (const line of lines.reverse()) {
    const key = /^( *)["']?([\w./*-]+)["']?:\s*(?:#.*)?$/.exec(line);
    if (key === null || (key[1] ?? '').length >= indent) continue;
    indent = (key[1] ?? '').length;
    path.unshift(key[2] ?? '');
  }
  return { before, path };
}

function indentOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}
