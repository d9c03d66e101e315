import type * as vscode from 'vscode';
import type { AnalyzedText, SimulatedRollout } from '../features/publicApi';
import type { Analyses } from './analyses';
import { Pace } from './pace';

/**
 * What other extensions may rely on, by its version: `getExtension('rollout-lens.rollout-lens').exports.getApi(1)`. Within a
 * version fields are added, never changed or taken away. docs/api.md describes it, with types to copy.
 */
export interface PublicApi {
  /** The workloads of a text with their numbers, and the findings, with the user's settings and nothing around. */
  analyze(text: string): Promise<AnalyzedText>;
  /** Plays a scenario (docs/scenarios.md). Rejects where it is none, or the token is canceled. */
  simulate(scenario: unknown, token?: vscode.CancellationToken): Promise<SimulatedRollout>;
}

export type GetApi = (version: 1) => PublicApi;

export function publicApi(analyses: Analyses, anywhere: vscode.Uri): GetApi {
  const room = () => import('../features/publicApi');
  return (version) => {
    if ((version as unknown) !== 1) throw new Error(`Rollout Lens has no API of version ${String(version)}: the newest is 1.`);
    return {
      analyze: async (text) => (await room()).analyzeText(text, analyses.settingsFor(anywhere)),
      simulate: async (scenario, token) => {
        const steps = (await room()).simulateInSteps(scenario);
        const pace = new Pace();
        for (;;) {
          if (token?.isCancellationRequested === true) throw new Error('The simulation was canceled.');
          const step = steps.next();
          if (step.done === true) return step.value;
          await pace.pause();
        }
      },
    };
  };
}
