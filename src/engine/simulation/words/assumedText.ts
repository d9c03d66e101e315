import type { Node } from '../../../model/apiTypes';
import { ASSUMED, NODE_READY_SECONDS } from '../../../model/assumptions';
import { matchesSelector } from '../../../model/labelSelector';
import { UNSTATED_DELAYS } from '../../../model/podDelays';
import { counted, formatDuration, grouped } from '../../../model/words';
import type { ScalableGroup } from '../scenario/actions';
import type { PodBehavior, Scenario } from '../scenario/scenario';
import { clientLimitsOf } from '../scenario/scenarioValues';

/** What no manifest says and an answer rests on. */
interface Assumption {
  readonly label: string;
  readonly value: string;
  /** Both in a line with others. */
  readonly text: string;
}

type DelayName = keyof typeof UNSTATED_DELAYS;
type Delay = NonNullable<PodBehavior[DelayName]>;

const DELAYS: readonly (readonly [DelayName, string])[] = [
  ['imagePull', 'image pull'],
  ['start', 'start-up'],
  ['warmUp', 'warm-up'],
  ['shutDown', 'shut-down'],
];

/** All that a scenario takes for granted, in the order in which it matters to a pod. */
function assumptionsOf(scenario: Scenario): readonly Assumption[] {
  const { behavior } = scenario;
  return [
    ...DELAYS.map(([name, label]) => labeled(label, delayText(behavior?.default?.[name] ?? UNSTATED_DELAYS[name]))),
    { label: 'nodes', ...nodesText(scenario.cluster) },
    { label: 'API', ...clientText(scenario) },
  ];
}

/** The same in one line: `image pull 2 s · start-up 1–5 s · …`. */
export function assumptionsText(scenario: Scenario): string {
  return assumptionsOf(scenario)
    .map(({ text }) => text)
    .join(' · ');
}

const labeled = (label: string, value: string): Assumption => ({ label, value, text: `${label} ${value}` });
type Worded = Omit<Assumption, 'label'>;

function delayText(delay: Delay): string {
  if (typeof delay === 'number') return formatDuration(delay);
  if ('mean' in delay) return `about ${formatDuration(delay.mean)}`;
  const [least, most] = 'list' in delay ? [Math.min(...delay.list), Math.max(...delay.list)] : [delay.min, delay.max];
  if (least === most) return formatDuration(least);
  return most < 120 ? `${least}–${most} s` : `${formatDuration(least)} to ${formatDuration(most)}`;
}

/** Only counted nodes are spread over zones that nobody has named. */
function nodesText({ nodeCount = 0, zoneCount = ASSUMED.zones, groups = [], nodes = [] }: Scenario['cluster']): Worded {
  const described = groups.reduce((sum, group) => sum + group.count, nodes.length);
  const zones = counted(Math.min(zoneCount, nodeCount), 'zone');
  const all = counted(nodeCount + described, 'node');
  const [value, text] =
    nodeCount === 0
      ? [`${grouped(described)}, as described`, `${all} as described`]
      : [
          `${grouped(nodeCount + described)} in ${zones}, with room for everything`,
          `${all} in ${zones} with room for everything`,
        ];
  const growth = growthText(groups, nodes);
  return { value: `${value}${growth}`, text: `${text}${growth}` };
}

/** `; up to 2 more are added where pods fit nowhere, each within 2 min, and none is taken away`. */
function growthText(groups: readonly ScalableGroup[], nodes: readonly Node[]): string {
  const growing = groups.filter(({ max }) => max !== undefined);
  const more = growing.reduce((sum, { max = 0, count, labels = {} }) => {
    const isMember = ({ metadata }: Node): boolean => matchesSelector({ matchLabels: labels }, metadata.labels);
    const members = Object.keys(labels).length === 0 ? 0 : nodes.filter(isMember).length;
    return sum + Math.max(0, max - count - members);
  }, 0);
  if (more === 0) return '';
  const slowest = Math.max(...growing.map(({ readyAfterSeconds = NODE_READY_SECONDS }) => readyAfterSeconds));
  return `; up to ${grouped(more)} more are added where pods fit nowhere, each within ${formatDuration(slowest)}, and none is taken away`;
}

function clientText(scenario: Scenario): Worded {
  const { qps, burst } = clientLimitsOf(scenario);
  if (qps === 0) return { value: 'no limit', text: 'the API takes all at once' };
  const value = `${grouped(qps)} requests a second, bursts of ${grouped(burst)}`;
  return { value, text: `each controller sends ${value}` };
}
