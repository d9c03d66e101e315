import { groupedBy } from '../../model/groupedBy';
import { isValuesFile } from '../../manifest/charts';
import { listed, plural, visible } from '../../model/words';
import { otherKindsIn } from '../otherKinds';
import type { Manifest } from '../../manifest/manifest';
import { installedElsewhereNotes } from './installedElsewhere';
import { isUnused, type ComparedFile, type Comparison } from './reviewInput';

/** What of a change nothing is said about, and why: nobody may take silence for a verdict. */
export function omissionsOf({ files, pairing }: Comparison): string[] {
  const used = files.filter((file) => !isUnused(file));
  const parts = used.flatMap((file) => (unreadNote(file) === undefined ? partsIn(file, pairing) : []));
  return [
    ...used.flatMap((file) => unreadNote(file) ?? otherKindsNote(file)),
    ...installedElsewhereNotes(used),
    ...untakenValues(used),
    ...[...groupedBy(parts, ({ folder, why }) => `${folder} ${why}`).values()].map(partsNote),
  ];
}

function unreadNote({ file, after }: ComparedFile): string | undefined {
  const broken = after.manifest.documents.some(({ document }) => document.problems.length > 0);
  const hidden =
    after.manifest.notAnalyzed ??
    after.manifest.documents.find(({ document }) => document.notAnalyzed !== undefined)?.document.notAnalyzed;
  if (broken) return `${file.name} is not valid YAML: nothing in it is reviewed.`;
  return hidden === undefined ? undefined : `${file.name}: ${hidden}.`;
}

const MOST_NAMED = 6;

/** What charts take is judged as it is rendered, and left out here. */
function untakenValues(files: readonly ComparedFile[]): string[] {
  const names = files.filter(isValues).map(({ file }) => file.name);
  if (names.length === 0) return [];
  const [change, they] = names.length === 1 ? ['changes', 'it'] : ['change', 'they'];
  return [
    `${listed(names, MOST_NAMED)} ${change}: values that no chart here is known to take, so what ${they} ${they === 'it' ? 'rolls' : 'roll'} out is not known. The setting rolloutLens.charts says which files a chart takes.`,
  ];
}

function isValues({ file, old, now }: ComparedFile): boolean {
  const isManifest = [old, now].some(({ manifest }) => /^(?:apiVersion|kind):/m.test(manifest.text));
  return isValuesFile(`/${file.name}`) && file.name.slice(file.name.lastIndexOf('/') + 1).includes('values') && !isManifest;
}

/** A workload of a file that nobody rolls out. */
export interface Unused {
  readonly file: string;
  readonly name: string;
}

export function unusedNotes(unused: readonly Unused[]): string[] {
  return [...groupedBy(unused, ({ file }) => file.slice(0, file.lastIndexOf('/') + 1)).values()].map((together) => {
    const names = listed(
      together.map(({ name }) => name),
      MOST_NAMED,
    );
    const folder = together[0]?.file.split('/').slice(0, -1).join('/') ?? '';
    return `${folder}: ${names} ${plural(together.length, 'changes', 'change')}, but that is test data or kept as it once was: nothing rolls out.`;
  });
}

/** A workload that a template or a kustomization completes: what it comes to is not known from its file. */
interface Part {
  readonly folder: string;
  readonly name: string;
  readonly why: string;
}

function partsIn(file: ComparedFile, pairing: Comparison['pairing']): Part[] {
  const { name: path } = file.file;
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : path;
  const changed = file.after.workloads.filter(({ workload, assessment, placed }) => {
    if (assessment.change !== undefined) return false;
    const old = pairing.oldOf(file, workload);
    if (workload.certain && old?.workload.certain !== false && workload.name !== '') return false;
    const text = file.now.manifest.text.slice(placed.start, placed.end);
    return !file.old.manifest.documents.some(({ start, end }) => file.old.manifest.text.slice(start, end) === text);
  });
  return changed.map(({ workload: { kind, name, fragment } }) => ({
    folder,
    name: `${kind}${name === '' ? '' : ` ${visible(name)}`}`,
    why: fragment
      ? 'something else completes what stands there, so nothing is said before it is built'
      : 'a template decides parts, so nothing is said before it is rendered',
  }));
}

function partsNote(parts: readonly Part[]): string {
  const names = listed(parts.map(({ name }) => name));
  return `${parts[0]?.folder ?? ''}: ${names} ${parts.length === 1 ? 'changes' : 'change'}, but ${parts[0]?.why ?? ''}.`;
}

/** What runs pods, and is not simulated. */
function otherKindsNote({ file, old, now }: ComparedFile): string[] {
  const before = new Set(textsOf(old.manifest));
  const changed = textsOf(now.manifest).filter((text) => !before.has(text));
  const kinds = [...new Set(changed.map((text) => text.slice(0, text.indexOf(' '))))];
  return kinds.length === 0 ? [] : [`${file.name}: ${listed(kinds)} changes; its pods are not simulated.`];
}

function textsOf(manifest: Manifest): string[] {
  return otherKindsIn(manifest).map(({ kind, start }) => {
    const placed = manifest.documents.findLast((document) => document.start <= start);
    return `${kind} ${placed === undefined ? '' : manifest.text.slice(placed.start, placed.end).trim()}`;
  });
}
