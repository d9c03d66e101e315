import * as vscode from 'vscode';
import type { ToolName } from '../agents/tools';
import type { ReviewSources } from './reviewing';

const NAMES: readonly ToolName[] = ['rollout_check', 'rollout_explain', 'rollout_simulate', 'rollout_review'];

/** The tools of coding agents, where the editor has an interface for them. What they do is loaded when one is called. */
export function registerAgentTools(sources: ReviewSources): vscode.Disposable {
  const { lm } = vscode as Partial<typeof vscode>;
  if (typeof lm?.registerTool !== 'function') return new vscode.Disposable(() => undefined);
  const room = () => import('./agentToolsRoom');
  return vscode.Disposable.from(
    ...NAMES.map((name) =>
      lm.registerTool<object>(name, {
        prepareInvocation: async ({ input }) => (await room()).messagesOf(name, input),
        invoke: async (options, token) => (await room()).resultOf(name, options, { sources, token }),
      }),
    ),
  );
}
