import { checkScenario } from '../../engine/simulation/scenario/checkScenario';
import { whatIfs, withWhatIf } from '../../engine/simulation/words/whatIfs';
import { kubectlCommands } from '../../engine/simulation/words/kubectlCommands';
import { simulateFromHere } from '../../features/cluster/fromHere';
import type { MeasuredCluster } from '../../features/cluster/inUse';
import { assumptionsFrom } from '../../features/settings';
import { counted } from '../../model/words';
import { diagnosisLines, type TriedWhatIf } from '../../snapshot/diagnosis';
import type { WorkloadName } from '../../snapshot/rolloutUnderWay';
import type { Snapshot } from '../../snapshot/snapshot';
import { onlyOperand, wholeNumber, type Arguments } from '../arguments/arguments';
import type { Command } from '../arguments/command';
import { UsageError } from '../arguments/usageError';
import { NODE_GROUP_OPTION, parseNodeGroups } from '../input/parseNodeGroups';
import { readCluster } from '../input/readCluster';
import { CONFIG_OPTION, settingsAt } from '../input/settingsAt';
import { assumedIn, ASSUME_OPTION } from '../input/simulationOptions';
import { play } from '../runs/play';
import type { Terminal } from '../terminal';
import { inTerminal } from '../terminalWords';

export const EXPLAIN: Command = {
  name: 'explain',
  summary: 'why a rollout that is under way stands where it stands',
  operands: '[deployment/NAME|daemonset/NAME]',
  about:
    'Why a rollout that is under way stands where it stands, what becomes of it if nobody does anything, and what would help: from what kubectl printed of the cluster, without asking it again. Without a name: which rollouts are under way.',
  options: {
    cluster: {
      takes: 'FILE',
      says: [
        'what kubectl get nodes,pods,deployments,replicasets,daemonsets,controllerrevisions,events,… -A -o json says:',
        'a file, a folder of files, or - for what is piped in',
      ],
    },
    namespace: { takes: 'NS', short: 'n', says: ['where the workload is (default: default, or the only one that has it)'] },
    'node-group': NODE_GROUP_OPTION,
    assume: ASSUME_OPTION,
    config: CONFIG_OPTION,
    seed: { takes: 'N', says: ['seed of everything random (default: 1)'] },
    'fail-on-stall': { says: ['exit with 1 when the rollout does not complete by itself'] },
  },
  examples: [
    ['rollout-lens explain --cluster snapshot.json', 'which rollouts are under way?'],
    ['rollout-lens explain --cluster snapshot.json deployment/web -n shop', 'why is it stuck, and what would help?'],
  ],
  run: explainRollout,
};

/** The diagnosis of one rollout, or the list of those that are under way. */
function explainRollout(input: Arguments, terminal: Terminal): number {
  const file = input.value('cluster');
  if (file === undefined) throw new UsageError('--cluster FILE is missing: what kubectl printed of the cluster');
  const name = onlyOperand(input, 'workload');
  const seed = wholeNumber('--seed', input.value('seed') ?? '1');
  const namespace = input.value('namespace');
  const { settings, file: settingsFile } = settingsAt('.', input.value('config'));
  const given = parseNodeGroups(input.values('node-group'));
  const nodeGroups = given.length === 0 ? settings.nodeGroups : given;
  const assume = assumedIn(input);
  const assumptions = assumptionsFrom((each) => assume[each], settings.assumptions);
  const cluster = readCluster(file);
  if (name === undefined) {
    terminal.out(listOf(cluster, namespace));
    return 0;
  }
  const wanted = nameOf(name, namespace, cluster.snapshot);
  const found = simulateFromHere(cluster, wanted, { ...settings, nodeGroups, assumptions });
  if ('problem' in found) throw new UsageError(found.problem);
  const scenario = checkScenario({ ...found.scenario, seed });
  const waiting = play(scenario, terminal).timeline();
  const tried = whatIfs(scenario, waiting).map((whatIf): TriedWhatIf => {
    const timeline = play(withWhatIf(scenario, whatIf), terminal).timeline();
    const commands = kubectlCommands(withWhatIf(scenario, whatIf)).flatMap(({ label, command }) =>
      label === 'Do' ? [command] : [],
    );
    return { label: whatIf.label, timeline, commands };
  });
  const rests = ['', 'What this rests on', ...inTerminal(found.notes, settingsFile).map((note) => `  ${note}`)];
  terminal.out(`${[...diagnosisLines(found.underWay, waiting, tried, scenario.cluster.nodes ?? []), ...rests].join('\n')}\n`);
  const { kind } = waiting.outcome;
  return input.has('fail-on-stall') && kind !== 'complete' && kind !== 'nothingToDo' ? 1 : 0;
}

const KINDS: Readonly<Record<string, WorkloadName['kind']>> = {
  deployment: 'Deployment',
  deployments: 'Deployment',
  'deployments.apps': 'Deployment',
  'deployment.apps': 'Deployment',
  deploy: 'Deployment',
  daemonset: 'DaemonSet',
  daemonsets: 'DaemonSet',
  'daemonsets.apps': 'DaemonSet',
  'daemonset.apps': 'DaemonSet',
  ds: 'DaemonSet',
};

/** `deployment/web`, as kubectl takes it. */
function nameOf(text: string, namespace: string | undefined, snapshot: Snapshot): WorkloadName {
  const [written = '', name, ...more] = text.split('/');
  const kind = KINDS[written.toLowerCase()];
  if (kind === undefined || name === undefined || name === '' || more.length > 0)
    throw new UsageError(`which workload is written as deployment/NAME or daemonset/NAME, not ${text}`);
  if (namespace !== undefined) return { kind, namespace, name };
  const namespaces = workloadsOf(snapshot).flatMap((each) => (each.kind === kind && each.name === name ? [each.namespace] : []));
  const [only = 'default', ...others] = namespaces;
  if (others.length > 0) throw new UsageError(`${text} is in ${namespaces.join(', ')}: choose one with -n`);
  return { kind, namespace: only, name };
}

function workloadsOf(snapshot: Snapshot): readonly WorkloadName[] {
  return (['Deployment', 'DaemonSet'] as const).flatMap((kind) =>
    [...snapshot.each(kind)].map(({ metadata: { name, namespace = 'default' } }) => ({ kind, namespace, name })),
  );
}

/** A line for each rollout that is not at its end. */
function listOf({ rollouts, snapshot }: MeasuredCluster, only: string | undefined): string {
  if (snapshot.count('Deployment') + snapshot.count('DaemonSet') === 0)
    return 'No Deployments or DaemonSets are in it: whether a rollout is under way is not known.\n';
  const wanted = rollouts.filter(({ namespace }) => only === undefined || namespace === only);
  const cut = [...snapshot.each('Deployment'), ...snapshot.each('DaemonSet')].filter(({ status }) => status === undefined).length;
  if (wanted.length === 0 && cut > 0)
    return `Of ${counted(cut, 'workload')} the status is cut: whether a rollout is under way is not known.\n`;
  if (wanted.length === 0) return 'No rollout is under way.\n';
  return wanted.map(({ kind, name, namespace, words }) => `${kind.toLowerCase()}/${name} -n ${namespace}: ${words}\n`).join('');
}
