import type { Scenario } from '../scenario/scenario';

export interface KubectlCommand {
  readonly label: 'Look' | 'Apply' | 'Watch' | 'Undo';
  readonly command: string;
}

/** How to do in a terminal what was simulated. `file`: as it is found from where the terminal is. */
export function kubectlCommands({ workload: { before, after } }: Scenario, file: string | undefined): readonly KubectlCommand[] {
  const { metadata, kind } = after;
  const what = shellWord(`${kind === 'DaemonSet' ? 'daemonset' : 'deployment'}/${metadata.name}`);
  const where = metadata.namespace === undefined ? '' : ` -n ${shellWord(metadata.namespace)}`;
  const manifest = file === undefined ? 'MANIFEST.yaml' : shellWord(file);
  return [
    { label: 'Look', command: `kubectl diff -f ${manifest}` },
    { label: 'Apply', command: `kubectl apply -f ${manifest}` },
    { label: 'Watch', command: `kubectl rollout status ${what}${where}` },
    { label: 'Undo', command: before === undefined ? `kubectl delete ${what}${where}` : `kubectl rollout undo ${what}${where}` },
  ];
}

/** In quotes where a shell would take it for more than a word; what begins with a dash would be taken for an option. */
function shellWord(text: string): string {
  const word = text.startsWith('-') ? `./${text}` : text;
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
