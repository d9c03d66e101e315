import { readManifest } from '../../src/manifest/manifest';
import { deployment, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const pod = (security: Json, container: Json = {}, more: Json = {}): string =>
  deployment({}, { securityContext: security, containers: [{ ...QUIET_CONTAINER, securityContext: container }], ...more });
const owner = { name: 'chown', image: 'busybox:1', securityContext: { runAsUser: 0 } };

/** Who a container runs as, and who it must not be. */
export const ROOT_CASES: RuleCases = {
  'runs-as-root': [
    {
      when: 'the container is to be root, and the pod forbids that',
      text: pod({ runAsNonRoot: true }, { runAsUser: 0 }),
      says: /^The rollout stalls: container “web” is to run as user 0, and runAsNonRoot forbids it: the kubelet never creates it/,
      severity: 'warning',
    },
    {
      when: 'an init container is to be root',
      text: pod({ runAsNonRoot: true, runAsUser: 1000 }, {}, { initContainers: [owner] }),
      says: /container “chown”/,
      severity: 'warning',
    },
    { when: 'the container says that it may be', text: pod({ runAsNonRoot: true }, { runAsNonRoot: false, runAsUser: 0 }) },
    { when: 'the container has a user of its own', text: pod({ runAsNonRoot: true, runAsUser: 0 }, { runAsUser: 1000 }) },
    { when: 'nobody says that it must not be', text: pod({}, { runAsUser: 0 }) },
    { when: 'there are no pods', text: pod({ runAsNonRoot: true }, { runAsUser: 0 }).replace('"replicas": 4', '"replicas": 0') },
    {
      when: 'on Windows other rules hold',
      text: pod({ runAsNonRoot: true }, { runAsUser: 0 }, { os: { name: 'windows' } }),
    },
    {
      when: 'it is forbidden now, and nobody knows the user of the image',
      text: pod({ runAsNonRoot: true }),
      around: { committed: readManifest(pod({})) },
      says: /^runAsNonRoot is new for container “web”, and no runAsUser is written: if the image's user is root, or a name, which may stand for root, the kubelet/,
      severity: 'information',
    },
    {
      when: 'it was forbidden before as well',
      text: pod({ runAsNonRoot: true }),
      around: { committed: readManifest(pod({ runAsNonRoot: true })) },
    },
    {
      when: 'it is forbidden now, and a user is written',
      text: pod({ runAsNonRoot: true, runAsUser: 1000 }),
      around: { committed: readManifest(pod({})) },
    },
  ],
};
