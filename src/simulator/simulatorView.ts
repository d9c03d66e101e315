import * as vscode from 'vscode';
import { decodeBase64 } from '../model/base64';
import { TAKE_TOUR } from '../features/commands';
import { readPageMessage, type HostMessage, type PageMessage } from '../shared/protocol';
import { pageHtml } from './pageHtml';
import type { SimulatorFocus } from './simulatorFocus';

export type SimulatorLog = Pick<vscode.LogOutputChannel, 'info' | 'warn' | 'error'>;

/** Where the page's parts are; nothing else of the extension or the workspace can be loaded. */
function pageFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
}

export function webviewOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  return { enableScripts: true, localResourceRoots: [pageFolder(extensionUri)] };
}

export interface SimulatorViewOptions {
  readonly extensionUri: vscode.Uri;
  readonly log: SimulatorLog;
  readonly focus: SimulatorFocus;
  /** Where exports are offered to be saved. */
  readonly folder: () => vscode.Uri | undefined;
  readonly onMessage: (message: PageMessage) => void;
}

/** The simulator's page in a webview: puts it there, checks what it says, and does what every place that shows it must do. */
export class SimulatorView {
  readonly #webview: vscode.Webview;
  readonly #options: SimulatorViewOptions;

  constructor(webview: vscode.Webview, options: SimulatorViewOptions) {
    this.#webview = webview;
    this.#options = options;
    webview.options = webviewOptions(options.extensionUri);
    webview.onDidReceiveMessage((value: unknown) => {
      this.#receive(value);
    });
    webview.html = this.#html();
    options.focus.opened(this);
  }

  dispose(): void {
    this.#options.focus.closed(this);
  }

  #html(): string {
    const folder = pageFolder(this.#options.extensionUri);
    const uri = (name: string): string => this.#webview.asWebviewUri(vscode.Uri.joinPath(folder, name)).toString();
    return pageHtml({
      cspSource: this.#webview.cspSource,
      nonce: newNonce(),
      scriptUri: uri('main.js'),
      styleUri: uri('main.css'),
      workerUri: uri('worker.js'),
      inside: { scriptUri: uri('inside.js'), styleUri: uri('inside.css'), recorderUri: uri('recorder.js') },
    });
  }

  tell(message: HostMessage): void {
    void this.#webview.postMessage(message);
  }

  #receive(value: unknown): void {
    const message = readPageMessage(value);
    const { log } = this.#options;
    if (message === undefined) log.warn('The simulator said something that is not in the protocol.');
    else if (message.type === 'export') void this.#save(message);
    else if (message.type === 'copy') void this.#copy(message);
    else if (message.type === 'focus') this.#options.focus.note(this, message);
    else if (message.type === 'tour') void vscode.commands.executeCommand(TAKE_TOUR, message.tour);
    else if (message.type === 'report') log[message.level](`Simulator: ${message.message}`);
    else this.#options.onMessage(message);
  }

  async #copy({ what, text }: Extract<PageMessage, { type: 'copy' }>): Promise<void> {
    await vscode.env.clipboard.writeText(text);
    this.tell({ type: 'exported', ok: true, message: what });
  }

  async #save({ fileName, data, encoding, format }: Extract<PageMessage, { type: 'export' }>): Promise<void> {
    const bytes = encoding === 'utf8' ? new TextEncoder().encode(data) : decodeBase64(data);
    if (bytes === undefined) return;
    const folder = this.#options.folder();
    const defaultUri = folder === undefined ? undefined : vscode.Uri.joinPath(folder, fileName);
    const uri = await vscode.window.showSaveDialog({
      title: 'Export from the simulator',
      filters: FILTERS[format],
      ...(defaultUri === undefined ? {} : { defaultUri }),
    });
    if (uri === undefined) return;
    try {
      await vscode.workspace.fs.writeFile(uri, bytes);
      this.tell({ type: 'exported', ok: true, message: `Saved as ${vscode.workspace.asRelativePath(uri)}.` });
    } catch (error) {
      this.tell({
        type: 'exported',
        ok: false,
        message: `It could not be saved: ${error instanceof Error ? error.message : String(error)}`,
      });
    }
  }
}

const FILTERS: Readonly<Record<Extract<PageMessage, { type: 'export' }>['format'], Record<string, string[]>>> = {
  svg: { SVG: ['svg'] },
  png: { PNG: ['png'] },
  markdown: { Markdown: ['md'] },
  table: { Text: ['txt'] },
  // Dialogs look at the last part of a name only, and would append a longer one again.
  scenario: { 'Rollout scenario': ['json'] },
};

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
