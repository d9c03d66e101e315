import { ASSUMPTION_NAMES, NUMBER_SETTINGS, numberSetting, type AssumptionName } from '../../features/settings';
import { DATA_PLANE_IDS } from '../../model/dataPlaneIds';
import { ON_TERM } from '../../model/load';
import { onlyOperand, wholeNumber, type Arguments } from '../arguments/arguments';
import type { Option, Options } from '../arguments/option';
import { UsageError } from '../arguments/usageError';
import { NODE_GROUP_OPTION } from './parseNodeGroups';
import { CONFIG_OPTION } from './settingsAt';

/** What is to be simulated, as it is written. */
export interface SimulationOptions {
  readonly file: string;
  readonly from: string | undefined;
  /** A count, or a file of Node manifests. */
  readonly nodes: string | undefined;
  /** A file that holds what kubectl says of the cluster. */
  readonly cluster: string | undefined;
  /** Groups of nodes that an autoscaler lets grow, as they are written. */
  readonly nodeGroups: readonly string[];
  readonly name: string | undefined;
  /** A file of settings; otherwise the one at the top of the workspace counts. */
  readonly config: string | undefined;
  /** What is assumed otherwise than the product does, by the names of the settings. */
  readonly assume: Readonly<Record<string, number>>;
  readonly seed: number;
  readonly horizonSeconds: number | undefined;
  /** Who sends requests. */
  readonly traffic: string | undefined;
}

export const ASSUME_OPTION: Option = {
  takes: 'NAME=N',
  isRepeated: true,
  says: [`what no manifest says: ${ASSUMPTION_NAMES.join(', ')}`],
};

export const SIMULATION_OPTIONS: Options = {
  from: { takes: 'FILE', says: ['what runs now; without it the same workload with another template'] },
  nodes: { takes: 'N|FILE', says: ['number of nodes, or a file of Node manifests (kubectl get nodes -o yaml)'] },
  cluster: {
    takes: 'FILE',
    says: ['what kubectl get nodes,pods,… -A -o json says of the cluster: a file, or a folder of files'],
  },
  'node-group': NODE_GROUP_OPTION,
  assume: ASSUME_OPTION,
  config: CONFIG_OPTION,
  name: { takes: 'NAME', says: ['which workload, when the file holds several'] },
  seed: { takes: 'N', says: ['seed of everything random (default: 1)'] },
  horizon: { takes: 'S', says: ['seconds after which the simulation ends'] },
  traffic: {
    takes: 'A=B,…',
    says: [
      'who sends requests to the pods, where it is not as assumed: rps=100, duration=0.1 (seconds), capacity=50 (of one pod), keep-alive=50% (of the requests), retries=2, service=NAME,',
      `plane=${DATA_PLANE_IDS.join('|')},`,
      `on-term=${ON_TERM.join('|')}`,
    ],
  },
};

export function simulationOptions(input: Arguments): SimulationOptions {
  const file = onlyOperand(input, 'file');
  if (file === undefined) throw new UsageError('a file is missing');
  const horizon = input.value('horizon');
  return {
    file,
    from: input.value('from'),
    nodes: input.value('nodes'),
    cluster: input.value('cluster'),
    nodeGroups: input.values('node-group'),
    name: input.value('name'),
    config: input.value('config'),
    assume: assumedIn(input),
    seed: wholeNumber('--seed', input.value('seed') ?? '1'),
    horizonSeconds: horizon === undefined ? undefined : wholeNumber('--horizon', horizon),
    traffic: input.value('traffic'),
  };
}

/** What `--assume` says, by the names of the settings. */
export function assumedIn(input: Arguments): SimulationOptions['assume'] {
  return Object.fromEntries(input.values('assume').map(assumption));
}

function assumption(text: string): [AssumptionName, number] {
  const [given = '', value = '', ...rest] = text.split('=');
  const name = ASSUMPTION_NAMES.find((known) => known === given);
  if (name === undefined) throw new UsageError(`--assume takes ${ASSUMPTION_NAMES.join(', ')}, not ${given}`);
  const number = /^\d/.test(value) && rest.length === 0 ? numberSetting(`assumptions.${name}`, Number(value)) : undefined;
  const { min, max } = NUMBER_SETTINGS[`assumptions.${name}`];
  if (number === undefined) throw new UsageError(`--assume ${name}=… takes a number from ${min} to ${max}, not ${text}`);
  return [name, number];
}
