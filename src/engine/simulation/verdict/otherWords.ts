import type { Pod, ResourceQuota } from '../../../model/apiTypes';
import { isPodTerminal } from '../../../model/podConditions';
import type { Resources } from '../../../model/podResources';
import { counted, listed, plural } from '../../../model/words';
import { podMatchesScopes, podUsage } from '../../cluster/quota/podEvaluator';
import { addResources, formatResources, maskResources } from '../../cluster/quota/resourceLists';
import { ownKeyOfPod, workloadKey, workloadKeyOfPod } from '../scenario/workloadKind';
import type { StallInput } from './stallInput';

/** `Deployment web (web.yaml)`: a workload by its key, and the file that describes it. */
export function workloadWords(key: string, sources: ReadonlyMap<string, string>): string {
  const [kind = '', path = ''] = key.split(' ');
  const source = sources.get(key) ?? '';
  const file = source === '' ? '' : ` (${source})`;
  return `${kind} ${path.slice(path.indexOf('/') + 1)}${file}`;
}

/** `Deployment api (api.yaml) uses limits.cpu=3 of it`: who else counts in a quota that is used up, from the server's message. */
export function usersOfQuota(input: StallInput, message: string): string | undefined {
  const [, name = '', requested = ''] = /exceeded quota: ([^, ]+), requested: ([^ ]*), used:/.exec(message) ?? [];
  const names = requested.split(',').map((amount) => amount.slice(0, amount.indexOf('=')));
  const { store, loop } = input.world;
  const namespace = input.workload.metadata.namespace ?? '';
  const quota = store.get('ResourceQuota', `${namespace}/${name}`);
  if (quota === undefined) return undefined;
  const usages = othersBy(input, (pod) => isCountedBy(quota, pod)).flatMap(([who, pods]) => {
    const used = pods.reduce<Resources>((sum, pod) => addResources(sum, podUsage(pod, loop.now)), new Map());
    const amounts = formatResources(maskResources(used, names));
    return amounts === '' ? [] : [`${who} ${who === OTHER_PODS ? 'use' : 'uses'} ${amounts} of it`];
  });
  return usages.length === 0 ? undefined : listed(usages);
}

/** `2 pods of Deployment web (web.yaml) run there`: who else takes room on these nodes. */
export function usersOfNodes(input: StallInput, nodes: ReadonlySet<string>, isTaker: (pod: Pod) => boolean): string | undefined {
  const users = othersBy(input, (pod) => nodes.has(pod.spec.nodeName ?? '') && !isPodTerminal(pod) && isTaker(pod));
  if (users.length === 0) return undefined;
  const amounts = users.map(([who, pods]) =>
    who === OTHER_PODS
      ? counted(pods.length, 'other pod')
      : `${who.startsWith('Pod ') ? '' : `${counted(pods.length, 'pod')} of `}${who}`,
  );
  return `${listed(amounts)} ${users.length === 1 ? plural(users[0]?.[1].length ?? 0, 'runs', 'run') : 'run'} there`;
}

function isCountedBy(quota: ResourceQuota, pod: Pod): boolean {
  return pod.metadata.namespace === quota.metadata.namespace && podMatchesScopes(quota, pod);
}

const OTHER_PODS = 'other pods';

/** Pods that are not of the workload, by whose they are; those with the most pods first. */
function othersBy(input: StallInput, isWanted: (pod: Pod) => boolean): (readonly [who: string, pods: readonly Pod[]])[] {
  const subject = workloadKey(input.workload);
  const groups = new Map<string, Pod[]>();
  for (const pod of input.world.store.list('Pod')) {
    const key = ownKeyOfPod(pod);
    if (key === subject || !isWanted(pod)) continue;
    // Pods that nobody describes have names that tell nothing.
    const isUnknown = workloadKeyOfPod(pod) === undefined && !input.sources.has(key);
    const who = isUnknown ? OTHER_PODS : workloadWords(key, input.sources);
    const group = groups.get(who);
    if (group === undefined) groups.set(who, [pod]);
    else group.push(pod);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

/** The figures, and who stands behind them. */
export function withUsers(figures: string, users: string | undefined): string {
  return users === undefined ? figures : `${figures}; ${users}`;
}
