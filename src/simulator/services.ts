import type * as vscode from 'vscode';
import type { Analysis } from '../features/analysis';
import type { SimulatorLog } from './simulatorView';

/** What the simulator needs of the rest of the extension. */
export interface SimulatorServices {
  readonly log: SimulatorLog;
  analysisOf(document: vscode.TextDocument): Analysis;
  /** The analysis of a document, or (undefined) of all, may have changed: text, settings, other files. */
  readonly onDidChangeAnalysis: vscode.Event<vscode.TextDocument | undefined>;
}
