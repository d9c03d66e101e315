/** The process of engineBefore.ts: gets numbers of replicas, answers with what a rollout costs in the folder's engine. */
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { costInTurn } from './figures';

interface Before {
  readonly simulate: (scenario: unknown) => unknown;
  readonly scenarioFor: (workload: unknown, options: { readonly nodeCount: number; readonly horizonSeconds: number }) => object;
}

const [, , folder = ''] = process.argv;
const module = async (name: string): Promise<Before> =>
  (await import(pathToFileURL(join(folder, 'src', 'engine', 'simulation', name)).href)) as Before;

/** What a rollout of the workload that its bench had costs, which is ours, too: `deploymentRollout`. */
async function costOfRollout(replicas: number): Promise<number> {
  const { simulate } = await module('simulate.ts');
  const { scenarioFor } = await module('scenario/scenarioFor.ts');
  const containers = [{ name: 'web', image: 'web:2' }];
  const template = { metadata: { labels: { app: 'web' } }, spec: { containers } };
  const spec = { replicas, selector: { matchLabels: { app: 'web' } }, template };
  const workload = { kind: 'Deployment', metadata: { name: 'web' }, spec };
  const scenario = scenarioFor(workload, { nodeCount: Math.max(3, Math.ceil(replicas / 10)), horizonSeconds: 30 * 86_400 });
  return costInTurn((turn) => simulate({ ...scenario, seed: turn + 1 }));
}

process.on('message', (replicas: number) => {
  void costOfRollout(replicas).then((cost) => process.send?.(cost));
});
