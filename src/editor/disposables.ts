import type * as vscode from 'vscode';

/** Collects what has to be disposed of; what comes too late is disposed of at once. */
export class Disposables implements vscode.Disposable {
  readonly #items: vscode.Disposable[] = [];
  #disposed = false;

  add<T extends vscode.Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.push(item);
    return item;
  }

  dispose(): void {
    this.#disposed = true;
    for (const item of this.#items.splice(0).reverse()) item.dispose();
  }
}
