import type { ScenarioAction } from '../scenario/actions';
import { shellWord } from './shellWord';

/** How to do in a terminal what actions do to `deployment/web`; nothing for what only happens. `where`: ` -n shop`. */
export function commandsOf(actions: readonly ScenarioAction[], what: string, where: string): readonly string[] {
  const others = actions.flatMap((action) => commandOf(action, what, where) ?? []);
  const kills = actions.flatMap((action) => (action.action === 'killPod' && action.pod !== undefined ? [action] : []));
  if (kills.length === 0) return others;
  const pods = kills.map(({ pod = '' }) => shellWord(pod)).join(' ');
  const force = kills.some((kill) => kill.force) ? ' --force --grace-period=0' : '';
  return [...others, `kubectl delete pod ${pods}${where}${force}`];
}

function commandOf(action: ScenarioAction, what: string, where: string): string | undefined {
  switch (action.action) {
    case 'scale':
      return `kubectl scale ${what}${where} --replicas=${action.replicas}`;
    case 'pause':
    case 'resume':
    case 'restart':
      return `kubectl rollout ${action.action} ${what}${where}`;
    case 'undo':
      return `kubectl rollout undo ${what}${where}${(action.toRevision ?? 0) === 0 ? '' : ` --to-revision=${action.toRevision}`}`;
    case 'patch':
      return `kubectl patch ${what}${where} --type merge -p ${shellWord(JSON.stringify(action.patch))}`;
    case 'setImage':
      return `kubectl set image ${what}${where} ${shellWord(`${action.container ?? '*'}=${action.image}`)}`;
    case 'cordon':
    case 'uncordon':
      return `kubectl ${action.action} ${shellWord(action.node)}`;
    case 'drain':
      return `kubectl drain ${shellWord(action.node)} --ignore-daemonsets`;
    case 'removeNode':
      return `kubectl delete node ${shellWord(action.node)}`;
    default:
      return undefined;
  }
}
