/** The values in force where Argo CD or Flux install a chart. */
import type { ValuesSet } from '../../render/helm/chartPlan';
import type { FindFiles } from './applicationSets';
import { readReleases, type ChartRelease } from './chartReleases';
import { appliedByText } from './deployers';
import { valuesPath } from './stars';

/** Of a file: the name of its folder. */
export const folderName = (path: string): string => path.split('/').at(-2) ?? '';

interface InstalledAt {
  /** The file that says so. */
  readonly path: string;
  readonly folder: string;
  readonly kubeVersion: string;
  /** What `*` stands for, as far as files tell. */
  readonly star: string | undefined;
  readonly find: FindFiles;
}

export function setOf(installed: ChartRelease, at: InstalledAt): ValuesSet {
  const { path, folder, kubeVersion, star } = at;
  const { name, replacesOwn, inline, parameters, forgivesMissing } = installed;
  // Something it has to be called.
  const isMeant = (written: string): string => written.replaceAll('*', star ?? folderName(`${folder}/`));
  const [release, namespace] = [isMeant(installed.release), isMeant(installed.namespace)];
  const open = star === undefined ? installed.files.filter((file) => file.includes('*')) : [];
  const files = installed.files.filter((file) => !open.includes(file));
  return {
    name: release,
    release: { name: release, namespace },
    kubeVersion,
    files: files.map((file) => valuesPath(isMeant(file), folder, installed.folder)),
    inline: parameters.map(({ isText, line }) => ({ form: isText ? 'setString' : 'set', line: isMeant(line) })),
    replacesOwn,
    ...(inline === undefined ? {} : { embedded: { file: path, start: inline.start, end: inline.end } }),
    appliedBy: appliedByText(name, path),
    unknown: [...installed.unknown, ...open],
    forgivesMissing,
    installedIn: {
      file: path,
      as: (text) => {
        const found = readReleases(text, at.find).find((each) => isSameRelease(each, installed));
        return found && setOf(found, at);
      },
    },
  };
}

function isSameRelease(one: ChartRelease, other: ChartRelease): boolean {
  return one.name === other.name && one.folder === other.folder && one.release === other.release;
}
