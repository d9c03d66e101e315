import { DEFAULT_LIMITS, LIMITS } from '../../../model/limits';
import { refuse } from '../../kernel/schema';
import { count, type ScenarioAction } from './actions';
import { keyOfStanding } from './others';
import { scenarioForm, type Scenario, type Workload } from './scenario';
import { workloadKey } from './workloadKind';

/**
 * The scenario, if its form and its numbers are those of one. What API objects hold beyond their names is checkScenario's: a page
 * that changes numbers and actions of a scenario need not carry the field table.
 */
export function checkForm(value: unknown): Scenario {
  const valid = scenarioForm(value, 'scenario');
  const { before, after } = valid.workload;
  if (before !== undefined && before.kind !== after.kind)
    refuse('scenario.workload', `before is a ${before.kind}, after a ${after.kind}; they must be of one kind`);
  checkOthers(valid);
  checkState(valid);
  checkNodes(valid);
  const replicas = count(Infinity);
  const most = valid.limits?.maxPods ?? DEFAULT_LIMITS.maxPods;
  for (const [path, wanted] of replicasWanted(valid)) {
    const asked = wanted === undefined ? 0 : replicas(wanted, path);
    if (asked > most) refuse(path, `${asked} is more than the ${most} pods that a simulation may have; use a smaller number`);
  }
  return valid;
}

/** What is under way is the workload. */
function checkState({ state, others = [], workload: { after } }: Scenario): void {
  if (state === undefined) return;
  if (others.length > 0)
    refuse('scenario.others', 'cannot be beside a state: their objects belong to it, or their pods into scenario.cluster.pods');
  const workloads = state.objects.filter(({ kind }) => kind === 'Deployment' || kind === 'DaemonSet') as Workload[];
  if (!workloads.some((object) => workloadKey(object) === workloadKey(after)))
    refuse('scenario.state.objects', `must hold the workload itself, which is ${workloadKey(after)}`);
}

/** All nodes that there are and that come. */
function checkNodes({ cluster: { nodeCount = 0, groups = [], nodes = [] }, actions }: Scenario): void {
  const added = actions.map((planned) => {
    if (planned.action !== 'addNode') return 0;
    return 'count' in planned.node ? planned.node.count : 1;
  });
  groups.forEach(({ count: many, max = many }, index) => {
    if (max < many) refuse(`scenario.cluster.groups[${index}].max`, `${max} is less than the ${many} that it has`);
  });
  const inGroups = groups.map(({ count: many, max = many }) => max);
  const all = [nodeCount, nodes.length, ...inGroups, ...added].reduce((sum, many) => sum + many, 0);
  if (all > LIMITS.nodes)
    refuse(
      'scenario.cluster',
      `has ${all} nodes with all its groups and those that are added, at most ${LIMITS.nodes} are allowed`,
    );
}

/** Each of the others is one workload, and no two are the same. */
function checkOthers({ workload, others = [] }: Scenario): void {
  const known = new Set([workloadKey(workload.after)]);
  others.forEach(({ before, after, standing }, index) => {
    const path = `scenario.others[${index}]`;
    const versions = [before, after].filter((version) => version !== undefined).map(workloadKey);
    const [key = '', other = key] = standing === undefined ? versions : [keyOfStanding(standing), ...versions];
    if (key === '') refuse(path, 'has neither before nor after nor standing');
    if (key !== other) refuse(path, `before is ${key}, after is ${other}; they must be the same`);
    if (known.has(key)) refuse(path, `is ${key}, which is in the scenario already`);
    known.add(key);
  });
}

/** Every number of replicas that a scenario asks for, with its place. */
function replicasWanted({
  workload: { before, after },
  others = [],
  actions,
}: Scenario): (readonly [path: string, replicas: unknown])[] {
  return [
    ['scenario.workload.before.spec.replicas', replicasIn(before)],
    ['scenario.workload.after.spec.replicas', replicasIn(after)],
    ...others.flatMap((other, index): [string, unknown][] => [
      [`scenario.others[${index}].before.spec.replicas`, replicasIn(other.before)],
      [`scenario.others[${index}].after.spec.replicas`, replicasIn(other.after)],
      [`scenario.others[${index}].standing.count`, other.standing?.count],
    ]),
    ...actions.flatMap((planned, index) => replicasSetBy(planned, `scenario.actions[${index}]`)),
  ];
}

function replicasSetBy(planned: ScenarioAction, path: string): (readonly [path: string, replicas: unknown])[] {
  if (planned.action === 'scale') return [[`${path}.replicas`, planned.replicas]];
  if (planned.action === 'applyObject') return [[`${path}.object.spec.replicas`, replicasIn(planned.object)]];
  return planned.action === 'patch' ? [[`${path}.patch.spec.replicas`, replicasIn(planned.patch)]] : [];
}

function replicasIn(object: unknown): unknown {
  const { spec } = (object ?? {}) as { readonly spec?: unknown };
  return typeof spec === 'object' && spec !== null
    ? ((spec as { readonly replicas?: unknown }).replicas ?? undefined)
    : undefined;
}
