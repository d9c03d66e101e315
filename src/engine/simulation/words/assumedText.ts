import type { Node } from '../../../model/apiTypes';
import { ASSUMED, NODE_READY_SECONDS } from '../../../model/assumptions';
import { matchesSelector } from '../../../model/labelSelector';
import { UNSTATED_DELAYS } from '../../../model/podDelays';
import { counted, formatDuration, grouped, percentText } from '../../../model/words';
import type { ScalableGroup } from '../scenario/actions';
import type { PodBehavior, Scenario } from '../scenario/scenario';
import { clientLimitsOf } from '../scenario/scenarioValues';
import { machineTexts } from './machineText';

type DelayName = keyof typeof UNSTATED_DELAYS;
type Delay = NonNullable<PodBehavior[DelayName]>;

const DELAYS: readonly (readonly [DelayName, string])[] = [
  ['imagePull', 'image pull'],
  ['start', 'start-up'],
  ['warmUp', 'warm-up'],
  ['shutDown', 'shut-down'],
];

/** All that a scenario takes for granted, in the order in which it matters to a pod: `image pull 2 s · start-up 1–5 s · …`. */
export function assumptionsText(scenario: Scenario): string {
  const { behavior } = scenario;
  return [
    ...DELAYS.map(([name, label]) => `${label} ${delayText(behavior?.default?.[name] ?? UNSTATED_DELAYS[name])}`),
    ...chanceTexts(scenario),
    nodesText(scenario.cluster),
    clientText(scenario),
    ...machineTexts(scenario),
  ].join(' · ');
}

/** What goes wrong by chance, where somebody has asked for it. */
function chanceTexts({ behavior }: Scenario): readonly string[] {
  const { pullErrors = 0, crashes } = behavior?.default ?? {};
  const { slow, sameSpeed } = behavior?.nodes ?? {};
  const chance = (probability: number, of: string): readonly string[] =>
    probability === 0 ? [] : [`${percentText(probability)} of ${of}`];
  return [
    ...chance(pullErrors, 'pulls fail'),
    ...chance(crashes?.probability ?? 0, 'starts crash'),
    ...chance(slow?.probability ?? 0, `nodes take ${slow?.factor ?? 1} times as long`),
    ...(sameSpeed === true ? ['pods of a node take the same times'] : []),
  ];
}

function delayText(delay: Delay): string {
  if (typeof delay === 'number') return formatDuration(delay);
  if ('mean' in delay) return `about ${formatDuration(delay.mean)}`;
  const [least, most] = 'list' in delay ? [Math.min(...delay.list), Math.max(...delay.list)] : [delay.min, delay.max];
  if (least === most) return formatDuration(least);
  return most < 120 ? `${least}–${most} s` : `${formatDuration(least)} to ${formatDuration(most)}`;
}

/** Only counted nodes are spread over zones that nobody has named. */
function nodesText({ nodeCount = 0, zoneCount = ASSUMED.zones, groups = [], nodes = [] }: Scenario['cluster']): string {
  const described = groups.reduce((sum, group) => sum + group.count, nodes.length);
  const zones = counted(Math.min(zoneCount, nodeCount), 'zone');
  const all = counted(nodeCount + described, 'node');
  const text = nodeCount === 0 ? `${all} as described` : `${all} in ${zones} with room for everything`;
  return `${text}${growthText(groups, nodes)}`;
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

function clientText(scenario: Scenario): string {
  const { qps, burst } = clientLimitsOf(scenario);
  if (qps === 0) return 'the API takes all at once';
  return `each controller sends ${grouped(qps)} requests a second, bursts of ${grouped(burst)}`;
}
