import * as vscode from 'vscode';
import { answerTo, type AgentWorkspace, type Problem } from '../agents/answer';
import type { ToolName } from '../agents/tools';
import { Analysis } from '../features/analysis';
import type { Review } from '../features/review/reviewChange';
import { Pace } from './pace';
import { reviewFrom, type ReviewSources } from './reviewing';

interface Called {
  readonly sources: ReviewSources;
  readonly token: vscode.CancellationToken;
}

/** What is shown while a tool works, and before it where the editor asks: all tools only look. */
export function messagesOf(name: ToolName, input: object): vscode.PreparedToolInvocation {
  const { path, workload, base } = input as Readonly<Record<string, string | undefined>>;
  const what = workload ?? path ?? 'the manifests';
  const messages: Readonly<Record<ToolName, string>> = {
    rollout_check: `Checking the rollouts of ${path ?? 'the manifests'}`,
    rollout_explain: `Computing the rollout of ${what}`,
    rollout_simulate: `Simulating the rollout of ${what}`,
    rollout_review: `Comparing the manifests with ${base ?? 'what was committed'}`,
  };
  const title = messages[name];
  const message = `${title}. Files of the workspace are read; nothing is changed or applied, and no cluster is asked.`;
  return { invocationMessage: title, confirmationMessages: { title: 'Rollout Lens', message } };
}

/** Characters that a token stands for, at least: what an answer may have is counted in tokens. */
const CHARACTERS_OF_TOKEN = 3;

export async function resultOf(
  name: ToolName,
  { input, tokenizationOptions }: vscode.LanguageModelToolInvocationOptions<object>,
  called: Called,
): Promise<vscode.LanguageModelToolResult> {
  const pace = new Pace();
  const pause = async (): Promise<void> => {
    if (called.token.isCancellationRequested) throw new vscode.CancellationError();
    await pace.pause();
  };
  await pause();
  const budget = tokenizationOptions?.tokenBudget;
  const most = budget === undefined ? undefined : budget * CHARACTERS_OF_TOKEN;
  const { text } = await answerTo(name, input, new EditorWorkspace(called), pause, most);
  await pause();
  return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
}

/** What the editor has open, with unsaved edits, and what lies around it. */
class EditorWorkspace implements AgentWorkspace {
  readonly #called: Called;

  constructor(called: Called) {
    this.#called = called;
  }

  async paths(): Promise<readonly string[]> {
    const { files, analyses } = this.#called.sources;
    await files.catchUp();
    return analyses.index.workloadFiles.map((uri) => vscode.workspace.asRelativePath(vscode.Uri.parse(uri)));
  }

  async analysisOf(path: string): Promise<Analysis | Problem> {
    const { files, analyses } = this.#called.sources;
    await files.catchUp();
    const uri = uriOf(path);
    if (uri === undefined) return { problem: `${path} is in no folder of the workspace` };
    try {
      return analyses.analysisOf(await vscode.workspace.openTextDocument(uri));
    } catch {
      return { problem: `there is no file ${path} in the workspace` };
    }
  }

  async textOf(path: string): Promise<string | Problem> {
    const found = await this.analysisOf(path);
    return found instanceof Analysis ? found.manifest.text : found;
  }

  async analysisOfText(text: string): Promise<Analysis> {
    const { files, analyses } = this.#called.sources;
    await files.catchUp();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    const uri = folder === undefined ? vscode.Uri.parse('untitled:text') : vscode.Uri.joinPath(folder.uri, 'text');
    return new Analysis(uri.toString(), text, {
      settings: analyses.settingsFor(uri),
      facts: analyses.index.factsFor(uri.toString()),
    });
  }

  async review(base: string | undefined): Promise<Review | Problem> {
    const { sources, token } = this.#called;
    let problem = 'the review was canceled';
    const tell = (message: string): void => {
      problem = message;
    };
    const review = await reviewFrom(sources, { report: () => undefined }, token, {
      tell,
      ...(base === undefined ? {} : { base }),
    });
    return review ?? { problem };
  }
}

/** In the first folder that has it by its name, or the first there is. */
function uriOf(path: string): vscode.Uri | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const [first = '', ...rest] = path.replace(/^\.?\//, '').split('/');
  const named = folders.length > 1 ? folders.find(({ name }) => name === first) : undefined;
  const [folder] = folders;
  const uri =
    named === undefined ? folder && vscode.Uri.joinPath(folder.uri, first, ...rest) : vscode.Uri.joinPath(named.uri, ...rest);
  // `..` leads out of it.
  return uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined ? undefined : uri;
}
