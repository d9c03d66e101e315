import { readManifest } from '../../src/manifest/manifest';
import { SHARED_VOLUME_CASES } from './sharedVolumeCases';
import { daemonSet, deployment, object, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

const volume = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const claim = (mode: string): string => object('PersistentVolumeClaim', 'v1', 'data', { accessModes: [mode] });
const volumeClaim = (spec: Readonly<Record<string, unknown>>): string =>
  object('PersistentVolumeClaim', 'v1', 'data', { accessModes: ['ReadWriteOnce'], ...spec });
const persistentVolume = (spec: Readonly<Record<string, unknown>>): string => object('PersistentVolume', 'v1', 'disk', spec);
const defaultClass = (provisioner: string): string =>
  JSON.stringify({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'usual', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner,
  });
const node = (name: string, ready: string): string =>
  object('Node', 'v1', name, {}, { metadata: { name }, status: { conditions: [{ type: 'Ready', status: ready }] } });
const onNode = (values: readonly string[]): unknown => ({
  requiredDuringSchedulingIgnoredDuringExecution: {
    nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/hostname', operator: 'In', values }] }],
  },
});
const besideItself = {
  requiredDuringSchedulingIgnoredDuringExecution: [
    { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'web' } } },
  ],
};

/** Volumes that only one node, or one pod, can have. */
export const VOLUME_CASES: RuleCases = {
  'stall-volume': [
    {
      when: 'the claim is ReadWriteOnce',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOnce')] },
      says: /^The rollout stalls unless the extra pod lands on the node of the old one: .* waits for it\./,
    },
    {
      when: 'the claim is ReadWriteOncePod',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOncePod')] },
      says: /ReadWriteOncePod volume “data” in other-0\.yaml until the extra pod is available, and the extra pod waits for it\./,
    },
    {
      when: 'several replicas share the claim, which is the greater trouble',
      text: deployment(rolling(1, 0), volume),
      around: { others: [claim('ReadWriteOnce')] },
      says: /^The rollout stalls unless/,
      severity: 'information',
    },
    {
      when: 'no pod of the committed version has it, though an autoscaler would start some',
      text: deployment({ replicas: 1 }, volume),
      around: {
        committed: readManifest(deployment({ replicas: 0 }, volume)),
        others: [
          claim('ReadWriteOncePod'),
          object('HorizontalPodAutoscaler', 'autoscaling/v2', 'web', {
            scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
            minReplicas: 4,
            maxReplicas: 5,
          }),
        ],
      },
    },
    {
      when: 'there is one node, and an autoscaler may add others',
      text: deployment({ replicas: 1 }, volume),
      around: { settings: { nodeCount: 1, nodeGroups: [{ name: 'pool', max: 3 }] }, others: [claim('ReadWriteOnce')] },
      says: /^The rollout stalls unless the extra pod lands on the node of the old one:/,
    },
    {
      when: 'there is one node only',
      text: deployment({ replicas: 1 }, volume),
      around: { settings: { nodeCount: 1 }, others: [claim('ReadWriteOnce')] },
    },
    { when: 'the claim can be shared', text: deployment({ replicas: 1 }, volume), around: { others: [claim('ReadWriteMany')] } },
    { when: 'the claim is not known', text: deployment({ replicas: 1 }, volume) },
    {
      when: 'every node mounts it by itself, as its class says',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [volumeClaim({ storageClassName: 'nfs-client' })] },
    },
    {
      when: 'it lies on the node, as the provisioner of its class says',
      text: deployment({ replicas: 1 }, volume),
      around: {
        others: [
          volumeClaim({ storageClassName: 'fast' }),
          JSON.stringify({
            apiVersion: 'storage.k8s.io/v1',
            kind: 'StorageClass',
            metadata: { name: 'fast' },
            provisioner: 'rancher.io/local-path',
          }),
        ],
      },
    },
    {
      when: 'it lies on the node, as the provisioner of the default class says',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOnce'), defaultClass('rancher.io/local-path')] },
    },
    {
      when: 'the default class makes disks',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [claim('ReadWriteOnce'), defaultClass('ebs.csi.aws.com')] },
      says: /^The rollout stalls unless/,
    },
    {
      when: 'it has another class than the default',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [volumeClaim({ storageClassName: 'disks' }), defaultClass('rancher.io/local-path')] },
      says: /^The rollout stalls unless/,
    },
    {
      when: 'a file describes its volume, which is no disk',
      text: deployment({ replicas: 1 }, volume),
      around: { others: [volumeClaim({ storageClassName: '' }), persistentVolume({ nfs: { server: 'a', path: '/' } })] },
    },
    {
      when: 'its volume has the label that it asks for, and is no disk',
      text: deployment({ replicas: 1 }, volume),
      around: {
        others: [
          volumeClaim({ selector: { matchLabels: { for: 'web' } } }),
          persistentVolume({ csi: { driver: 'nasplugin.csi.alibabacloud.com' } }).replace(
            '"name":"disk"',
            '"name":"disk","labels":{"for":"web"}',
          ),
        ],
      },
    },
    {
      when: 'a file describes its volume, which is a disk whatever its class is called',
      text: deployment({ replicas: 1 }, volume),
      around: {
        others: [
          volumeClaim({ storageClassName: 'nfs', volumeName: 'disk' }),
          persistentVolume({ csi: { driver: 'ebs.csi.aws.com' } }),
        ],
      },
      says: /^The rollout stalls unless/,
    },
    {
      when: 'the pods run on one node only, as its name among labels says',
      text: deployment({ replicas: 1 }, { ...volume, nodeSelector: { 'kubernetes.io/hostname': 'a' } }),
      around: { others: [claim('ReadWriteOnce')] },
    },
    {
      when: 'the pods run on one node only, as affinity says',
      text: deployment({ replicas: 1 }, { ...volume, affinity: { nodeAffinity: onNode(['a']) } }),
      around: { others: [claim('ReadWriteOnce')] },
    },
    {
      when: 'the pods may run on two nodes',
      text: deployment({ replicas: 1 }, { ...volume, affinity: { nodeAffinity: onNode(['a', 'b']) } }),
      around: { others: [claim('ReadWriteOnce')] },
      says: /^The rollout stalls unless/,
    },
    {
      when: 'the pods want to be where one of them is',
      text: deployment({ replicas: 1 }, { ...volume, affinity: { podAffinity: besideItself } }),
      around: { others: [claim('ReadWriteOnce')] },
    },
    {
      when: 'the old pod goes first',
      text: deployment({ replicas: 1, ...rolling(0, 1) }, volume),
      around: { others: [claim('ReadWriteOnce')] },
    },
  ],
  'shared-claim': [
    ...SHARED_VOLUME_CASES,
    {
      when: 'one node can have it',
      text: deployment({}, volume),
      around: { others: [claim('ReadWriteOnce')] },
      says: /4 replicas share the ReadWriteOnce volume “data” in other-0\.yaml: only pods on one node/,
      severity: 'warning',
    },
    {
      when: 'one pod can have it',
      text: deployment({}, volume),
      around: { others: [claim('ReadWriteOncePod')] },
      says: /only one of them can have it/,
    },
    { when: 'there is one replica', text: deployment({ replicas: 1 }, volume), around: { others: [claim('ReadWriteOnce')] } },
    {
      when: 'the pod of a dead node may have it',
      text: daemonSet({}, volume),
      around: { others: [claim('ReadWriteOnce'), node('a', 'True'), node('b', 'Unknown')] },
      says: /1 daemon pod and that of node b, which does not answer, share the ReadWriteOnce volume/,
      severity: 'information',
    },
    {
      when: 'there is one node, and others may need nodes that get a daemon pod as well',
      text: daemonSet({}, volume),
      around: { others: [claim('ReadWriteOnce'), node('a', 'True')], settings: { nodeGroups: [{ name: 'pool', max: 3 }] } },
      says: /^Once others need a node of group pool, the daemon pods share the ReadWriteOnce volume “data”/,
      severity: 'information',
    },
    { when: 'it can be shared', text: deployment({}, volume), around: { others: [claim('ReadWriteMany')] } },
  ],
};
