import { KINDS } from '../../api/kinds';
import { checkShape } from '../../api/schema/shape';
import { plainJson } from '../../kernel/schema';
import type { ScenarioAction } from './actions';
import { checkForm } from './checkForm';
import type { Scenario } from './scenario';
import { SURROUNDINGS } from './surroundingKinds';

/** The scenario, if it is one; otherwise an EngineError that names the field and says what belongs there. */
export function checkScenario(value: unknown): Scenario {
  plainJson(value, 'scenario');
  const valid = checkForm(value);
  for (const [path, kind, object] of objectsIn(valid)) checkShape(kind, object, path);
  return valid;
}

/** Every API object of a scenario with its place and its kind; what an absent kind may be is the API server's to say. */
function objectsIn({
  cluster,
  workload,
  others = [],
  state,
  actions,
}: Scenario): (readonly [path: string, kind: string, object: unknown])[] {
  const listed = Object.entries({ nodes: 'Node', pods: 'Pod', ...SURROUNDINGS }) as [keyof typeof SURROUNDINGS, string][];
  const versions = [workload, ...others].map(({ before, after }) => ({ before, after }));
  return [
    ...listed.flatMap(([field, kind]) =>
      (cluster[field] ?? []).map((object, index) => [`scenario.cluster.${field}[${index}]`, kind, object] as const),
    ),
    ...versions.flatMap(({ before, after }, index) => {
      const path = index === 0 ? 'scenario.workload' : `scenario.others[${index - 1}]`;
      return Object.entries({ before, after }).flatMap(([field, version]) =>
        version === undefined ? [] : [[`${path}.${field}`, version.kind ?? '', version] as const],
      );
    }),
    ...others.flatMap(({ standing }, index) =>
      standing === undefined ? [] : [[`scenario.others[${index}].standing.pod`, 'Pod', standing.pod] as const],
    ),
    ...(state?.objects ?? []).map((object, index) => [`scenario.state.objects[${index}]`, object.kind ?? '', object] as const),
    ...actions.flatMap((planned, index) => objectOfAction(planned, `scenario.actions[${index}]`)),
  ];
}

function objectOfAction(planned: ScenarioAction, path: string): (readonly [path: string, kind: string, object: unknown])[] {
  if (planned.action === 'addNode' && 'metadata' in planned.node) return [[`${path}.node`, 'Node', planned.node]];
  if (planned.action !== 'applyObject') return [];
  const { kind } = planned.object;
  return [[`${path}.object`, KINDS.find((known) => known === kind) ?? 'Namespace', planned.object]];
}
