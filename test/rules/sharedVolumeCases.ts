import { daemonSet, deployment, object, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

const node = (name: string): string => object('Node', 'v1', name, {}, { metadata: { name, labels: { disk: name } }, status: {} });
const HOST = 'kubernetes.io/hostname';
const ON_HOST = { nodeSelector: { [HOST]: 'a' } };
function nearTo(app: string): object {
  const required = [{ topologyKey: HOST, labelSelector: { matchLabels: { app } } }];
  return { affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } } };
}
function other(kind: string, pod: object, replicas: number): string {
  const template = { metadata: { labels: { app: 'db' } }, spec: pod };
  return object(kind, 'apps/v1', 'db', { replicas, selector: { matchLabels: { app: 'db' } }, template });
}
const PLAIN = { containers: [QUIET_CONTAINER] };
const CLAIM = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const claim = (mode: string): string => object('PersistentVolumeClaim', 'v1', 'data', { accessModes: [mode] });
const NIGHTLY = object('CronJob', 'batch/v1', 'backup', {
  schedule: '0 3 * * *',
  jobTemplate: { spec: { template: { spec: { ...PLAIN, ...CLAIM, restartPolicy: 'Never' } } } },
});

/** Volumes that others use as well. */
export const SHARED_VOLUME_CASES: RuleCases[string] = [
  {
    when: 'a pod that somebody made by hand uses the volume as well',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOnce'), object('Pod', 'v1', 'bootstrap', { ...PLAIN, ...CLAIM })] },
    says: /^The rollout may stall: Pod “bootstrap” in other-1\.yaml uses the ReadWriteOnce volume “data” in other-0\.yaml as well; only pods on one node can have it, those elsewhere wait\.$/,
    severity: 'information',
  },
  {
    when: 'a pod that somebody made by hand uses the volume of a daemon pod, whose only node is cordoned',
    text: daemonSet({}, { ...CLAIM, nodeSelector: { disk: 'a' } }),
    around: {
      others: [
        claim('ReadWriteOnce'),
        node('a').replace('"spec":{', '"spec":{"unschedulable":true'),
        node('b'),
        object('Pod', 'v1', 'bootstrap', { ...PLAIN, ...CLAIM }),
      ],
    },
    says: /^The rollout may stall: Pod “bootstrap” in other-3\.yaml uses the ReadWriteOnce volume “data” .* as well; only pods on one node can have it/,
    severity: 'information',
  },
  {
    when: 'a pod that somebody made by hand uses the volume of a daemon pod, and is on its only node',
    text: daemonSet({}, { ...CLAIM, nodeSelector: { disk: 'a' } }),
    around: {
      others: [
        claim('ReadWriteOnce'),
        node('a'),
        node('b'),
        object('Pod', 'v1', 'bootstrap', { ...PLAIN, ...CLAIM, nodeSelector: { disk: 'a' } }),
      ],
    },
  },
  {
    when: 'another one uses the volume of pods that want to be together',
    text: deployment({ replicas: 2 }, { ...CLAIM, ...nearTo('web') }),
    around: { others: [claim('ReadWriteOnce'), other('StatefulSet', { ...PLAIN, ...CLAIM }, 1)] },
    says: /^The rollout may stall: StatefulSet “db” in other-1\.yaml uses the ReadWriteOnce volume “data” .* those elsewhere wait\.$/,
    severity: 'information',
  },
  {
    when: 'another one uses the volume, and wants to be on the node of these',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOnce'), other('StatefulSet', { ...PLAIN, ...CLAIM, ...nearTo('web') }, 1)] },
  },
  {
    when: 'another one uses the volume, on the same host by its name',
    text: deployment({ replicas: 1 }, { ...CLAIM, ...ON_HOST }),
    around: { others: [claim('ReadWriteOnce'), other('StatefulSet', { ...PLAIN, ...CLAIM, ...ON_HOST }, 1)] },
  },
  {
    when: 'a nightly job uses it',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOncePod'), NIGHTLY] },
    says: /CronJob “backup” in other-1\.yaml uses the ReadWriteOncePod volume “data” .* as well; only one pod can have it, others wait\./,
    severity: 'information',
  },
  {
    when: 'many nodes can have it',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteMany'), NIGHTLY] },
  },
  {
    when: 'a claim of that name is another one, elsewhere',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOnce')], files: { 'file:///w/elsewhere/job.yaml': NIGHTLY } },
  },
  {
    when: 'only one pod can have it, and there is but one node',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOncePod'), node('a'), other('StatefulSet', { ...PLAIN, ...CLAIM }, 1)] },
    says: /StatefulSet “db” in other-2\.yaml uses the ReadWriteOncePod volume “data” in other-0\.yaml as well; only one pod can have it, others wait\./,
    severity: 'information',
  },
  {
    when: 'all pods are on the one node that can have it',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOnce'), node('a'), other('StatefulSet', { ...PLAIN, ...CLAIM }, 1)] },
  },
  {
    when: 'the other one uses another claim',
    text: deployment({ replicas: 1 }, CLAIM),
    around: { others: [claim('ReadWriteOnce'), NIGHTLY.replace('"data"', '"dumps"')] },
  },
];
