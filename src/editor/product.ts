import type * as vscode from 'vscode';

/** What the commands for trouble need to know of the extension. */
export interface Product {
  readonly version: string;
  /** Where its files are. */
  readonly extensionUri: vscode.Uri;
  /** Where issues are reported; undefined: nowhere. */
  readonly issues: string | undefined;
}
