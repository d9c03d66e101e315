import * as vscode from 'vscode';

const NODES = ['node-1', 'node-2', 'node-3', 'node-4', 'node-5', 'node-6', 'node-7'];
export const CLUSTER = {
  apiVersion: 'v1',
  kind: 'List',
  items: [
    ...NODES.map((name) => ({
      apiVersion: 'v1',
      kind: 'Node',
      metadata: { name, labels: { 'kubernetes.io/hostname': name, 'kubernetes.io/os': 'linux' } },
      status: { allocatable: { cpu: '4', memory: '16Gi', pods: '110' }, conditions: [{ type: 'Ready', status: 'True' }] },
    })),
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'db-0', namespace: 'shop', creationTimestamp: '2026-01-02T03:04:05Z' },
      spec: { nodeName: 'node-1', containers: [{ name: 'db', image: 'db:1', env: [{ name: 'PASSWORD', value: 'hunter2' }] }] },
      status: { phase: 'Running' },
    },
  ],
};
export const TEXT = JSON.stringify(CLUSTER, undefined, 4);

/** What the editor would ask, say or run, while something is done. */
interface Answers {
  readonly info?: (message: string, detail: string | undefined) => string | undefined;
  readonly execute?: (task: vscode.Task) => Promise<void>;
  readonly exitCode?: number;
}

/** What was said. Nobody is there to click. */
export async function whileAnswering(
  { info, execute, exitCode = 0 }: Answers,
  work: () => Promise<unknown>,
): Promise<readonly string[]> {
  const { window, tasks } = vscode;
  const { showInformationMessage, showErrorMessage, showWarningMessage } = window;
  const { executeTask, onDidEndTaskProcess } = tasks;
  const said: string[] = [];
  const ends = new vscode.EventEmitter<vscode.TaskProcessEndEvent>();
  const say = (message: string, options?: { readonly detail?: string }): Promise<string | undefined> => {
    said.push(message);
    return Promise.resolve(info?.(message, options?.detail));
  };
  Object.assign(window, { showInformationMessage: say, showErrorMessage: say, showWarningMessage: say });
  Object.assign(tasks, {
    onDidEndTaskProcess: ends.event,
    executeTask: async (task: vscode.Task): Promise<vscode.TaskExecution> => {
      const execution = { task, terminate: () => undefined };
      await execute?.(task);
      setTimeout(() => {
        ends.fire({ execution, exitCode });
      }, 10);
      return execution;
    },
  });
  try {
    await work();
  } finally {
    Object.assign(window, { showInformationMessage, showErrorMessage, showWarningMessage });
    Object.assign(tasks, { executeTask, onDidEndTaskProcess });
  }
  return said;
}

export async function open(given: object): Promise<readonly string[]> {
  return whileAnswering({}, async () => vscode.commands.executeCommand('rolloutLens.openSnapshot', given));
}

export function utf16(text: string): Uint8Array {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    bytes.set([code & 0xff, code >> 8], 2 + index * 2);
  }
  return bytes;
}
