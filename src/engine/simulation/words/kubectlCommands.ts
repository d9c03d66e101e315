import type { AppliedFrom } from '../../../model/appliedFrom';
import type { Scenario } from '../scenario/scenario';

export interface KubectlCommand {
  readonly label: 'Look' | 'Apply' | 'Watch' | 'Undo';
  readonly command: string;
}

/** How to do in a terminal what was simulated. `from`: with paths as they are found from where the terminal is. */
export function kubectlCommands(
  { workload: { before, after } }: Scenario,
  from: AppliedFrom = UNKNOWN_FILE,
): readonly KubectlCommand[] {
  const { metadata, kind } = after;
  const what = shellWord(`${kind === 'DaemonSet' ? 'daemonset' : 'deployment'}/${metadata.name}`);
  const where = metadata.namespace === undefined ? '' : ` -n ${shellWord(metadata.namespace)}`;
  const watch = { label: 'Watch', command: `kubectl rollout status ${what}${where}` } as const;
  if (from.tool === 'helm') return helmCommands(from, before === undefined, watch);
  const manifest = `${from.tool === 'kustomize' ? '-k' : '-f'} ${shellWord(from.path)}`;
  return [
    { label: 'Look', command: `kubectl diff ${manifest}` },
    { label: 'Apply', command: `kubectl apply ${manifest}` },
    watch,
    { label: 'Undo', command: before === undefined ? `kubectl delete ${what}${where}` : `kubectl rollout undo ${what}${where}` },
  ];
}

const UNKNOWN_FILE: AppliedFrom = { tool: 'file', path: 'MANIFEST.yaml' };

/** Helm keeps revisions of its own: what kubectl undoes, the next upgrade would bring back. */
function helmCommands(
  { path, release, namespace, values, options }: Extract<AppliedFrom, { tool: 'helm' }>,
  isNew: boolean,
  watch: KubectlCommand,
): readonly KubectlCommand[] {
  const where = ` -n ${shellWord(namespace)}`;
  const folder = path.includes('/') ? path : `./${path}`;
  const given = [...values.map((file) => ` -f ${shellWord(file)}`), ...options.map((word) => ` ${quoted(word)}`)].join('');
  const chart = `${shellWord(release)} ${shellWord(folder)}${where}${given}`;
  return [
    { label: 'Look', command: `helm template ${chart} | kubectl diff -f -${where}` },
    { label: 'Apply', command: `helm upgrade --install ${chart}` },
    watch,
    { label: 'Undo', command: `helm ${isNew ? 'uninstall' : 'rollback'} ${shellWord(release)}${where}` },
  ];
}

/** What begins with a dash would be taken for an option. */
export const shellWord = (text: string): string => quoted(text.startsWith('-') ? `./${text}` : text);

/** In quotes where a shell would take it for more than a word. */
function quoted(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
