import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** @param {ts.Statement} statement */
function exportedBy(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  if (ts.isExportDeclaration(statement)) {
    const clause = statement.exportClause;
    return clause !== undefined && ts.isNamedExports(clause) ? clause.elements.length : 1;
  }
  if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return 0;
  return ts.isVariableStatement(statement) ? statement.declarationList.declarations.length : 1;
}

/**
 * How large a folder is: files, lines and exported names; what a program wrote is apart.
 * @param {string} root
 * @param {string} folder
 */
export function sizeOf(root, folder) {
  const size = { files: 0, lines: 0, names: 0 };
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    if (/^\/\/ Generated /.test(text)) continue;
    size.files++;
    size.lines += text.split('\n').length - 1;
    for (const statement of ts.createSourceFile(file, text, ts.ScriptTarget.ES2022).statements)
      size.names += exportedBy(statement);
  }
  return size;
}
