import * as vscode from 'vscode';
import { PAGE_COMMANDS, type HostMessage, type PageMessage } from '../shared/protocol';

/** A page that can be told something. */
interface Told {
  tell(message: HostMessage): void;
}

/**
 * Which simulator has the keyboard, and had it last: that one the commands are for. The palette takes the focus away, so the
 * last one counts until it is closed.
 */
export class SimulatorFocus implements vscode.Disposable {
  readonly #commands: readonly vscode.Disposable[];
  #last: Told | undefined;

  constructor() {
    this.#commands = PAGE_COMMANDS.map((command) =>
      vscode.commands.registerCommand(`rolloutLens.simulator.${command}`, () => {
        if (this.#last !== undefined) this.#last.tell({ type: 'command', command });
        else void vscode.window.showInformationMessage('There is no simulator open. Simulate a rollout first.');
      }),
    );
  }

  /** What a page says about its focus; keys and palette ask for it by context keys. */
  note(view: Told, { inPage, inField }: Extract<PageMessage, { type: 'focus' }>): void {
    if (inPage) this.#last = view;
    if (view === this.#last) setContexts(inPage, inField);
  }

  opened(view: Told): void {
    this.#last ??= view;
  }

  closed(view: Told): void {
    if (view !== this.#last) return;
    this.#last = undefined;
    setContexts(false, false);
  }

  dispose(): void {
    for (const command of this.#commands) command.dispose();
  }
}

function setContexts(inPage: boolean, inField: boolean): void {
  void vscode.commands.executeCommand('setContext', 'rolloutLens.simulatorFocus', inPage);
  void vscode.commands.executeCommand('setContext', 'rolloutLens.simulatorTyping', inPage && inField);
}
