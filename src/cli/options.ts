import { ASSUMPTION_NAMES, NUMBER_SETTINGS, numberSetting, type AssumptionName } from '../features/settings';
import { DATA_PLANE_IDS } from '../model/dataPlaneIds';
import { ON_TERM } from '../model/load';

const FORMATS = ['summary', 'watch', 'status', 'table', 'history', 'describe', 'explain', 'endpoints', 'json'] as const;
export type OutputFormat = (typeof FORMATS)[number];

export interface CliOptions {
  readonly file: string;
  readonly from: string | undefined;
  /** A count, or a file of Node manifests. */
  readonly nodes: string | undefined;
  /** A file that holds what kubectl says of the cluster. */
  readonly cluster: string | undefined;
  readonly name: string | undefined;
  /** What is assumed otherwise than the product does, by the names of the settings. */
  readonly assume: Readonly<Record<string, number>>;
  readonly format: OutputFormat;
  readonly seed: number;
  readonly horizonSeconds: number | undefined;
  /** Who sends requests, as it is written. */
  readonly traffic: string | undefined;
  /** The largest share of requests that may fail, as it is written. */
  readonly failOnLost: string | undefined;
  /** `--fail-on-stall`: exit code 1 when the rollout does not complete, or not before its deadline. */
  readonly failOnStall: boolean;
}

export const USAGE = `Usage: npm run simulate -- FILE [options]

FILE                a YAML file with a Deployment or DaemonSet, or a scenario (*.rollout.json)
  --from FILE       what runs now; without it the same workload with another template
  --nodes N|FILE    number of nodes, or a file of Node manifests (kubectl get nodes -o yaml)
  --cluster FILE    what kubectl get nodes,pods,… -A -o json says of the cluster: its nodes
  --assume NAME=N   what no manifest says, as often as needed: imagePullSeconds, podStartSeconds,
                    podWarmUpSeconds, podStopSeconds, zones, clientQps, clientBurst
  --name NAME       which workload, when the file holds several
  --format F        what to print (default: summary)
                      summary   the outcome with its reasons
                      watch     what kubectl get -w would have printed
                      status    what kubectl rollout status would have printed
                      table     what kubectl get -o wide prints at the end
                      history   what kubectl rollout history prints at the end
                      describe  the newest revision, as kubectl rollout history --revision prints it
                      explain   every decision of the controllers
                      endpoints what the EndpointSlices of the workload's Services say, over time
                      json      the whole timeline
  --seed N          seed of everything random (default: 1)
  --horizon S       seconds after which the simulation ends
  --fail-on-stall   exit with 1 when the rollout does not complete, or not before its deadline
  --traffic A=B,…   who sends requests to the pods, where it is not as assumed: rps=100, duration=0.1 (seconds),
                    capacity=50 (of one pod), keep-alive=50% (of the requests), retries=2, service=NAME,
                    plane=${DATA_PLANE_IDS.join('|')},
                    on-term=${ON_TERM.join('|')}
  --fail-on-lost P  exit with 1 when a larger share of the requests fails, such as 0.1%
`;

/** What people get to read when they used the command wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function parseArguments(args: readonly string[]): CliOptions {
  const values = new Map<string, string>();
  const files: string[] = [];
  const assumed: string[] = [];
  let failOnStall = false;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? '';
    if (argument === '--fail-on-stall') failOnStall = true;
    else if (argument === '--assume') assumed.push(valueOf(argument, args[++index]));
    else if (VALUED.includes(argument)) values.set(argument, valueOf(argument, args[++index]));
    else if (argument.startsWith('-')) throw new UsageError(`${argument} is not an option`);
    else files.push(argument);
  }
  const [file, ...more] = files;
  if (file === undefined) throw new UsageError('a file is missing');
  if (more.length > 0) throw new UsageError(`one file at a time, please: ${more.join(', ')} is too much`);
  const horizon = values.get('--horizon');
  return {
    file,
    from: values.get('--from'),
    nodes: values.get('--nodes'),
    cluster: values.get('--cluster'),
    name: values.get('--name'),
    assume: Object.fromEntries(assumed.map(assumption)),
    format: formatOf(values.get('--format')),
    seed: wholeNumber('--seed', values.get('--seed') ?? '1'),
    horizonSeconds: horizon === undefined ? undefined : wholeNumber('--horizon', horizon),
    traffic: values.get('--traffic'),
    failOnLost: values.get('--fail-on-lost'),
    failOnStall,
  };
}

const VALUED: readonly string[] = [
  '--from',
  '--nodes',
  '--cluster',
  '--name',
  '--format',
  '--seed',
  '--horizon',
  '--traffic',
  '--fail-on-lost',
];

function assumption(text: string): [AssumptionName, number] {
  const [given = '', value = '', ...rest] = text.split('=');
  const name = ASSUMPTION_NAMES.find((known) => known === given);
  if (name === undefined) throw new UsageError(`--assume takes ${ASSUMPTION_NAMES.join(', ')}, not ${given}`);
  const number = /^\d/.test(value) && rest.length === 0 ? numberSetting(`assumptions.${name}`, Number(value)) : undefined;
  const { min, max } = NUMBER_SETTINGS[`assumptions.${name}`];
  if (number === undefined) throw new UsageError(`--assume ${name}=… takes a number from ${min} to ${max}, not ${text}`);
  return [name, number];
}

function valueOf(option: string, value: string | undefined): string {
  if (value === undefined) throw new UsageError(`${option} needs a value`);
  return value;
}

function formatOf(text: string | undefined): OutputFormat {
  const format = FORMATS.find((candidate) => candidate === (text ?? 'summary'));
  if (format === undefined) throw new UsageError(`--format is one of ${FORMATS.join(', ')}, not ${text ?? ''}`);
  return format;
}

export function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || text.trim() === '') throw new UsageError(`${option} takes a whole number, not ${text}`);
  return value;
}
