import type { ScenarioAction, WorkloadReference } from '../scenario/actions';
import type { Scenario } from '../scenario/scenario';
import { shellWord } from './kubectlCommands';

/** How to do in a terminal what an action does; undefined for what only happens to a cluster. */
function commandOf(action: ScenarioAction, { workload: { after } }: Scenario): string | undefined {
  const { workload: other } = action as { readonly workload?: WorkloadReference };
  const { kind = 'Deployment', metadata } = after;
  const { name, namespace } = other ?? metadata;
  const where = namespace === undefined ? '' : ` -n ${shellWord(namespace)}`;
  const what = `${shellWord(`${(other?.kind ?? kind).toLowerCase()}/${name}`)}${where}`;
  switch (action.action) {
    case 'scale':
      return `kubectl scale ${what} --replicas=${action.replicas}`;
    case 'pause':
    case 'resume':
    case 'restart':
      return `kubectl rollout ${action.action} ${what}`;
    case 'undo':
      return `kubectl rollout undo ${what}${action.toRevision === undefined ? '' : ` --to-revision=${action.toRevision}`}`;
    case 'patch':
      return `kubectl patch ${what} --type merge -p ${shellWord(JSON.stringify(action.patch))}`;
    case 'setImage': {
      const container = action.container ?? after.spec.template.spec.containers[0]?.name ?? '';
      return `kubectl set image ${what} ${shellWord(`${container}=${action.image}`)}`;
    }
    case 'killPod':
      return action.pod === undefined ? undefined : `kubectl delete pod ${shellWord(action.pod)}${where}`;
    case 'cordon':
    case 'uncordon':
    case 'drain':
      return `kubectl ${action.action} ${shellWord(action.node)}${action.action === 'drain' ? ' --ignore-daemonsets' : ''}`;
    case 'removeNode':
      return `kubectl delete node ${shellWord(action.node)}`;
    default:
      return undefined;
  }
}

/** The commands of several actions; the pods that are deleted at once share one. */
export function commandsOf(actions: readonly ScenarioAction[], scenario: Scenario): readonly string[] {
  const commands = actions.flatMap((action) => commandOf(action, scenario) ?? []);
  const deletions = actions.flatMap((action) => (action.action === 'killPod' && action.pod !== undefined ? [action.pod] : []));
  if (deletions.length < 2 || deletions.length < commands.length) return commands;
  const { namespace } = scenario.workload.after.metadata;
  return [
    `kubectl delete pod ${deletions.map(shellWord).join(' ')}${namespace === undefined ? '' : ` -n ${shellWord(namespace)}`}`,
  ];
}
