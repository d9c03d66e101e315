import assert from 'node:assert/strict';
import { podErrors, type Json } from '../../../support/workloadDocuments';

function volumeErrors(source: Json): string[] {
  return podErrors({ pod: { volumes: [{ name: 'v', ...source }] } }).map((message) => message.replace('volumes[0]', 'v'));
}

describe('what the server rejects in a volume', () => {
  const cases: readonly [source: Json, errors: string[]][] = [
    [{ hostPath: {} }, ['v.hostPath.path: Required value']],
    [{ hostPath: { path: '/a/../b' } }, ['v.hostPath.path: Invalid value: "/a/../b": must not contain \'..\'']],
    [{ emptyDir: {}, hostPath: { path: '/x' } }, ['v.hostPath: Forbidden: may not specify more than 1 volume type']],
    [{ emptyDir: { sizeLimit: -1 } }, ['v.emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity']],
    [
      { secret: { defaultMode: 512 } },
      [
        'v.secret.secretName: Required value',
        'v.secret.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
      ],
    ],
    [
      { configMap: { items: [{ key: 'k', path: '/p' }] } },
      ['v.configMap.name: Required value', 'v.configMap.items[0].path: Invalid value: "/p": must be a relative path'],
    ],
    [{ nfs: { server: 's', path: 'p' } }, ['v.nfs.path: Invalid value: "p": must be an absolute path']],
    [
      { gcePersistentDisk: { partition: 300 } },
      [
        'v.persistentDisk.pdName: Required value',
        'v.persistentDisk.partition: Invalid value: 300: must be between 1 and 255, inclusive',
      ],
    ],
    [
      { iscsi: { targetPortal: 't', iqn: 'x', lun: 300 } },
      [
        'v.iscsi.iqn: Invalid value: "x": must be valid format starting with iqn, eui, or naa',
        'v.iscsi.lun: Invalid value: 300: must be between 0 and 255, inclusive',
      ],
    ],
    [{ fc: {} }, ['v.fc.targetWWNs: Required value: must specify either targetWWNs or wwids, but not both']],
    [
      { flexVolume: { driver: 'd', options: { 'a.k8s.io/x': 'y' } } },
      ['v.flexVolume.options[a.k8s.io/x]: Invalid value: "a.k8s.io/x": kubernetes.io and k8s.io namespaces are reserved'],
    ],
    [
      { azureDisk: { diskName: 'd', diskURI: 'u', kind: 'Managed' } },
      [
        'v.azureDisk.diskURI: Unsupported value: "u": supported values: "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}"',
      ],
    ],
    [{ csi: { driver: 'x'.repeat(64) } }, ['v.csi.driver: Too long: may not be more than 63 bytes']],
    [{ image: {} }, ['v.image.reference: Required value']],
    [
      { downwardAPI: { items: [{ path: 'p', fieldRef: { fieldPath: 'spec.nodeName' } }] } },
      [
        'v.downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      ],
    ],
    [
      {
        projected: {
          sources: [
            { secret: { name: 's', items: [{ key: 'a', path: 'p' }] } },
            { configMap: { name: 'c', items: [{ key: 'a', path: 'p' }] } },
          ],
        },
      },
      ['v.projected: Invalid value: "c": conflicting duplicate paths'],
    ],
    [
      { projected: { sources: [{ serviceAccountToken: { path: '..x', expirationSeconds: 5 } }] } },
      [
        'v.projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
        'v.projected.path: Invalid value: "..x": must not start with \'..\'',
      ],
    ],
    [
      {
        ephemeral: {
          volumeClaimTemplate: { metadata: { name: 'n' }, spec: { accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] } },
        },
      },
      [
        'v.ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set',
        'v.ephemeral.volumeClaimTemplate.spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes',
        'v.ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value',
      ],
    ],
  ];
  for (const [source, errors] of cases) {
    it(`rejects ${JSON.stringify(source).slice(0, 80)}`, () => {
      assert.deepEqual(volumeErrors(source), errors);
    });
  }

  it('takes a volume with an error for missing where it is mounted', () => {
    const volumes = [{ name: 'v', hostPath: {} }];
    const errors = podErrors({ pod: { volumes }, container: { volumeMounts: [{ name: 'v', mountPath: '/v' }] } });
    assert.deepEqual(errors, ['volumes[0].hostPath.path: Required value', 'containers[0].volumeMounts[0].name: Not found: "v"']);
  });
});
