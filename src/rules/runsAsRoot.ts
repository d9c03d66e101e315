import { jsonAt, type JsonObject } from '../manifest/json';
import { list, object, text } from '../manifest/reading';
import type { Path } from '../manifest/source';
import type { Workload } from '../manifest/workload';
import { quote } from '../model/words';
import { ofContainers, type Rule } from './rule';

/** Upstream: verifyRunAsNonRoot of pkg/kubelet/kuberuntime/security_context_others.go (v1.36.4). */
export const runsAsRoot: Rule = {
  id: 'runs-as-root',
  group: 'stalls',
  claims: 'stall',
  severity: 'warning',
  title: 'a container is, or may be, root where that is forbidden',
  reads: ['spec.template.spec.securityContext', 'spec.template.spec.os', ...ofContainers('name', 'securityContext')],
  check: ({ workload, before, envelope }) => {
    if (envelope?.desired === 0) return [];
    const root = rootAmong(workload);
    if (root !== undefined)
      return [
        {
          path: root.path,
          message: `The rollout stalls: container ${quote(root.name)} is to run as user 0, and runAsNonRoot forbids it: the kubelet never creates it (CreateContainerConfigError).`,
          short: 'a container must not be root',
        },
      ];
    const maybe = maybeRoot(workload, before);
    if (maybe === undefined) return [];
    return [
      {
        path: maybe.path,
        severity: 'information',
        isConditional: true,
        message: `${maybeRootText(maybe)}, the kubelet never creates it (CreateContainerConfigError) and the rollout stalls. A number in runAsUser settles it.`,
        short: "the image's user may be root",
      },
    ];
  },
};

interface Runner {
  readonly name: string;
  readonly path: Path;
  readonly isForbidden: boolean;
  readonly user: unknown;
}

/** The first container that must not be what it is to be. */
export function rootAmong(workload: Workload): Runner | undefined {
  return runnersOf(workload).find(({ isForbidden, user }) => isForbidden && user === 0);
}

/** The first that was let be what its image says: those that run may be root. */
export function maybeRoot(workload: Workload, before: Workload | undefined): Runner | undefined {
  if (before?.certain !== true) return undefined;
  const ran = runnersOf(before);
  const isNew = ({ name }: Runner): boolean => ran.some((old) => old.name === name && !old.isForbidden && old.user === undefined);
  return runnersOf(workload).find((runner) => runner.isForbidden && runner.user === undefined && isNew(runner));
}

/** What of it is not known. */
export function maybeRootText({ name }: Runner): string {
  return `runAsNonRoot is new for container ${quote(name)}, and no runAsUser is written: if the image's user is root, or a name, which may stand for root`;
}

/** In the order in which they start; what a container says counts before what the pod says. */
function runnersOf({ resource: { json }, pod }: Workload): readonly Runner[] {
  const spec: Path = [...pod.path, 'spec'];
  const whole = object(jsonAt(json, spec));
  if (text(jsonAt(whole, ['os', 'name'])) === 'windows') return [];
  const ofPod = object(whole['securityContext']);
  return ['initContainers', 'containers'].flatMap((field) =>
    list(whole[field]).map((item, index): Runner => {
      const own = object(object(item)['securityContext']);
      const at = (key: string): Path =>
        own[key] === undefined ? [...spec, 'securityContext', key] : [...spec, field, index, 'securityContext', key];
      const { runAsNonRoot, runAsUser } = merged(ofPod, own);
      const path = at(runAsUser === undefined ? 'runAsNonRoot' : 'runAsUser');
      return { name: text(object(item)['name']), path, isForbidden: runAsNonRoot === true, user: runAsUser };
    }),
  );
}

function merged(ofPod: JsonObject, own: JsonObject): JsonObject {
  return { ...ofPod, ...own };
}
