import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { answerTo } from '../../agents/answer';
import { TOOLS, type AgentTool } from '../../agents/tools';
import { onlyOperand } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { DiskAgentWorkspace } from '../input/diskAgentWorkspace';
import { isFolder } from '../input/diskFiles';
import { VERSION } from '../productVersion';

export const MCP: Command = {
  name: 'mcp',
  summary: 'serves coding agents over the Model Context Protocol (stdio)',
  operands: '[FOLDER]',
  about:
    'Serves the tools rollout_check, rollout_explain, rollout_simulate and rollout_review to coding agents over the Model Context Protocol, by standard input and output, until its input ends. FOLDER (default: the current one) is the workspace; nothing outside is read, nothing is written, nothing is applied.',
  options: {},
  examples: [
    ['claude mcp add rollout-lens -- npx rollout-lens mcp', 'for an agent in a terminal'],
    ['{"mcpServers": {"rollout-lens": {"command": "npx", "args": ["rollout-lens", "mcp"]}}}', 'in a file of settings'],
  ],
  async run(input) {
    const folder = onlyOperand(input, 'folder') ?? '.';
    if (!isFolder(folder)) throw new UsageError(`there is no folder ${folder}`);
    await serve(new DiskAgentWorkspace(folder));
    return 0;
  },
};

/** Settles when nobody asks any more. */
async function serve(workspace: DiskAgentWorkspace): Promise<void> {
  // The server above it wants its own kind of schemas; these are the ones that package.json has.
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- meant for just that
  const server = new Server({ name: 'rollout-lens', version: VERSION }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({
    tools: TOOLS.map((tool) => ({
      ...tool,
      inputSchema: schemaOf(tool),
      annotations: HARMLESS,
    })),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal } }) => {
    const pause = async (): Promise<void> => {
      signal.throwIfAborted();
      await new Promise((resolve) => setImmediate(resolve));
    };
    const { text, isProblem } = await answerTo(params.name, params.arguments, workspace, pause);
    return { content: [{ type: 'text', text }], isError: isProblem };
  });
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
    process.stdin.once('end', resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
}

/** All tools only look. */
const HARMLESS = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

/** As the protocol's types want it: an object, whatever is in it. */
function schemaOf({ inputSchema }: AgentTool): { type: 'object' } {
  return inputSchema;
}
