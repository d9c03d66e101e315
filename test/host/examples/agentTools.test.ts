import * as vscode from 'vscode';
import { deepEqual, equal, ok } from '../support/assert';
import { ourExtension, until } from '../support/editor';

const NAMES = ['rollout_check', 'rollout_explain', 'rollout_review', 'rollout_simulate'];

/** What a tool answers, called as an agent of the editor calls it. */
async function answerOf(name: string, input: object, token?: vscode.CancellationToken): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined }, token);
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('tools of coding agents', () => {
  before(async () => {
    await ourExtension().activate();
  });

  it('are known to the editor, with inputs that say what they take', async () => {
    const ours = (): readonly vscode.LanguageModelToolInformation[] => vscode.lm.tools.filter(({ name }) => name.startsWith('rollout_'));
    await until('they are registered', () => ours().length === NAMES.length);
    deepEqual(ours().map(({ name }) => name).sort(), NAMES);
    ok(ours().every(({ inputSchema }) => (inputSchema as { additionalProperties?: boolean }).additionalProperties === false), 'open inputs');
  });

  it('check a file of the workspace, and name lines and rules', async () => {
    const answer = await answerOf('rollout_check', { path: 'mistakes.yaml', severity: 'hint' });
    ok(/^\d+ findings in mistakes\.yaml:\nmistakes\.yaml:\d+:\d+: \w+ [a-z-]+: /.test(answer), answer);
  });

  it('give the numbers of a workload, and the verdict of a run', async () => {
    const numbers = await answerOf('rollout_explain', { path: 'deployment.yaml' });
    ok(/^Deployment \S+ \(deployment\.yaml:\d+\): surge \d+ · unavailable \d+/.test(numbers), numbers);
    const run = await answerOf('rollout_simulate', { path: 'deployment.yaml', fault: 'neverReady' });
    ok(/^# Deployment \S+: Stalls/.test(run), run);
  });

  it('say what is wrong with a call', async () => {
    ok((await answerOf('rollout_check', { path: 'nowhere.yaml' })).includes('there is no file nowhere.yaml'), 'no word about the file');
  });

  it('end when they are canceled', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    const outcome = await answerOf('rollout_simulate', { path: 'deployment.yaml' }, source.token).then(
      () => 'answered',
      () => 'canceled',
    );
    equal(outcome, 'canceled');
  });
});
