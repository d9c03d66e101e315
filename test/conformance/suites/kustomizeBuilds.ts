import { createHash } from 'node:crypto';
import { parseText } from '../../../src/manifest/parse';
import { readJson } from '../../../src/manifest/json';
import { build, buildText } from '../../../src/render/kustomize/build';
import { fileTree } from '../../support/fileTree';
import { compareValues } from '../compare';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';

interface BuildRecord {
  readonly case: string;
  readonly class: string;
  readonly files: Readonly<Record<string, string>>;
  readonly root: string;
  readonly reorder?: string;
  readonly loadRestrictionsNone?: boolean;
  readonly out?: string;
  /** Of the output, instead of it: trees of other people are recorded so. */
  readonly sha256?: string;
  readonly error?: string;
  readonly errorKind?: string;
  readonly warnings?: string;
}

/** The objects of an output, in their order. Its texts are written so that this reader takes them for what they are. */
function objectsOf(text: string): readonly unknown[] {
  return text
    .split(/^---\n/m)
    .filter((part) => part !== '')
    .map((part) => {
      const { root } = parseText(part);
      return root === undefined ? undefined : readJson(root, 'literal').json;
    });
}

function replayBuild(record: BuildRecord): readonly Difference[] {
  const result = build(fileTree(record.files), record.root, {
    keepOrder: record.reorder === 'none',
    unrestricted: record.loadRestrictionsNone === true,
  });
  const differences: Difference[] = [];
  const same = (path: string, expected: unknown, actual: unknown): void => {
    if (expected !== actual) differences.push({ path, expected, actual });
  };
  if (record.error !== undefined && record.errorKind === undefined) same('fails', true, result.error !== undefined);
  else same('error', record.errorKind, result.error?.kind);
  if (differences.length > 0) differences.push({ path: 'error.words', expected: record.error, actual: result.error?.stack });
  if (record.out !== undefined && result.error === undefined) {
    const text = buildText(result);
    differences.push(...compareValues(objectsOf(record.out), objectsOf(text), {}, 'objects'));
    same('text', record.out, text);
  }
  if (record.sha256 !== undefined) same('sha256', record.sha256, createHash('sha256').update(buildText(result)).digest('hex'));
  // What went beside the output was not recorded of trees of other people.
  if (record.class !== 'real' || record.warnings !== undefined)
    same('warnings', record.warnings ?? '', result.warnings.map((line) => `${line}\n`).join(''));
  return differences;
}

/** What kustomize makes of a tree of files: the same objects, the same text, the same warnings; errors by their kind. */
export const kustomizeBuilds: ConformanceSuite = {
  name: 'kustomize builds',
  accepts: (record: ConformanceRecord) => 'case' in record && 'root' in record && 'files' in record,
  label: (record) => String(record['case']),
  replay: (record) => replayBuild(record as unknown as BuildRecord),
};
