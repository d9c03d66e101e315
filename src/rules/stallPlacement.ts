import { counted, plural, quote } from '../model/words';
import type { Path } from '../manifest/source';
import { taintOfAll, taintText, windowsAmong } from './eligibleNodes';
import { groupsMeant, noGrowthText } from './growth';
import { oneMissing } from './oneMissing';
import type { Obstacle } from './placeCounter';
import { assumedText, comesTo, shortageOf, wantedText } from './places';
import { ENVELOPE_READS, PLACE_READS, type Finding, type Rule, type RuleContext } from './rule';

type Here = Exclude<Obstacle, 'antiAffinity' | 'hostPort' | 'room'>;

/** Why the nodes do not take the pods, and where the manifest says so. */
const REASONS: Readonly<
  Record<
    Here,
    { readonly why: (places: string, lacksRoom: boolean) => string; readonly path: (context: RuleContext) => Path | undefined }
  >
> = {
  spread: {
    why: (places, lacksRoom) =>
      `the topology spread that may not be broken leaves ${places} on the nodes${lacksRoom ? ', as some of them have too little room' : ''}`,
    path: ({ workload }) => workload.pod.requiredSpread[0]?.path,
  },
  together: {
    why: (places) => `its pods want to be together, and the node where the first one lands may leave ${places}`,
    path: ({ workload }) => workload.pod.requiredAffinity[0]?.path,
  },
  closed: {
    why: (places) => `cordons and taints that they do not tolerate leave ${places} on the nodes`,
    path: () => undefined,
  },
  labels: {
    why: (places) => `the nodes that the node selector and affinity ask for leave ${places}`,
    path: ({ workload: { pod } }) =>
      Object.keys(pod.nodeSelector).length > 0
        ? [...pod.path, 'spec', 'nodeSelector']
        : pod.nodeAffinity === undefined
          ? undefined
          : [...pod.path, 'spec', 'affinity', 'nodeAffinity'],
  },
};

export const stallPlacement: Rule = {
  id: 'stall-placement',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'too few nodes take the pods',
  reads: [...ENVELOPE_READS, ...PLACE_READS],
  check: (context) => {
    if (context.envelope?.desired === 0) return nowhere(context);
    const shortage = shortageOf(context);
    if (shortage === undefined || shortage.growth !== undefined) return onWindows(context);
    const { obstacle, places, isForExtra, isSure, lacksRoom } = shortage;
    if (obstacle === 'antiAffinity' || obstacle === 'hostPort' || obstacle === 'room') return onWindows(context);
    const { why, path } = REASONS[obstacle];
    return [
      {
        ...(isSure ? {} : { isConditional: true, severity: 'information' as const }),
        path: path(context) ?? [...context.workload.pod.path, 'spec'],
        message: `${comesTo(shortage)}: ${why(places === 0 ? 'no place' : counted(places, 'place'), lacksRoom)}${assumedText(context, shortage)}, but ${wantedText(context, shortage)} ${isForExtra ? 'need one each, and none may be missing' : `${plural(shortage.needed, 'is', 'are')} to run`}.${noGrowthText(context)}`,
        short: places === 0 ? 'no node takes the pods' : `the nodes take ${counted(places, 'pod')}`,
        fixes: isForExtra ? [oneMissing(context)] : [],
      },
    ];
  },
};

/** No pod is missing where none is meant, and so it looks like success. */
function nowhere(context: RuleContext): Finding[] {
  const { workload, facts } = context;
  const found = taintOfAll(facts, workload);
  if (found === undefined || groupsMeant(context, true).length > 0) return [];
  const { nodes, taint } = found;
  return [
    {
      path: [...workload.pod.path, 'spec'],
      message: `No pod runs anywhere, and that looks like success: ${nodes === 1 ? 'the only node' : `all ${nodes} nodes`} that the pods ask for ${plural(nodes, 'has', 'have')} taints that they do not tolerate, as ${quote(taintText(taint))}.`,
      short: 'taints keep the pods from all nodes',
    },
  ];
}

/** Hardly any image is for both, and on Windows no ordinary pod is in its node's network. */
function onWindows({ workload, facts }: RuleContext): Finding[] {
  const windows = windowsAmong(facts, workload);
  const [first] = windows;
  if (first === undefined) return [];
  const names = windows.length === 1 ? `Node ${first.name} runs` : `${counted(windows.length, 'node')}, as ${first.name}, run`;
  return [
    {
      path: [...workload.pod.path, 'spec'],
      isConditional: true,
      ...(workload.pod.hostNetwork ? {} : { severity: 'information' }),
      message: `${names} Windows, and nothing keeps the daemon pods away, which Linux nodes get as well: unless they are made for both, they never run there. The node selector kubernetes.io/os: linux keeps them away.`,
      short: 'Windows nodes get daemon pods, too',
    },
  ];
}
