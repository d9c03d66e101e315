import type { AppliedFrom } from '../../../model/appliedFrom';
import type { Scenario } from '../scenario/scenario';
import { commandsOf } from './actionCommands';
import { quoted, shellWord } from './shellWord';

export interface KubectlCommand {
  readonly label: 'Look' | 'Apply' | 'Do' | 'Watch' | 'Undo';
  readonly command: string;
}

/** How to do in a terminal what was simulated. `from`: with paths as they are found from where the terminal is. */
export function kubectlCommands(
  { workload: { before, after }, state, actions }: Scenario,
  from: AppliedFrom = UNKNOWN_FILE,
): readonly KubectlCommand[] {
  const { metadata, kind } = after;
  const what = shellWord(`${kind === 'DaemonSet' ? 'daemonset' : 'deployment'}/${metadata.name}`);
  const where = metadata.namespace === undefined ? '' : ` -n ${shellWord(metadata.namespace)}`;
  const watch = { label: 'Watch', command: `kubectl rollout status ${what}${where}` } as const;
  // What is under way was applied before: what is tried is done to it.
  if (state !== undefined) {
    const tried = commandsOf(actions, what, where).map((command) => ({ label: 'Do', command }) as const);
    return [...tried, watch, { label: 'Undo', command: `kubectl rollout undo ${what}${where}` }];
  }
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
