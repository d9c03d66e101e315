import { deployment, object, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

const volume = { volumes: [{ name: 'd', persistentVolumeClaim: { claimName: 'data' } }] };
const claim = (mode: string): string => object('PersistentVolumeClaim', 'v1', 'data', { accessModes: [mode] });
const volumeClaim = (spec: Readonly<Record<string, unknown>>): string =>
  object('PersistentVolumeClaim', 'v1', 'data', { accessModes: ['ReadWriteOnce'], ...spec });
const persistentVolume = (spec: Readonly<Record<string, unknown>>): string => object('PersistentVolume', 'v1', 'disk', spec);
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
};
