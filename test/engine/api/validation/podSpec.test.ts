import assert from 'node:assert/strict';
import { podErrors, podWarnings, type Json } from '../../../support/workloadDocuments';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

describe('what the server rejects in a pod', () => {
  const cases: readonly [pod: Json, errors: string[]][] = [
    [{ dnsPolicy: 'None' }, ['dnsConfig: Required value: must provide `dnsConfig` when `dnsPolicy` is None']],
    [
      { dnsConfig: { nameservers: ['x'] } },
      ['dnsConfig.nameservers[0]: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'],
    ],
    [{ hostAliases: [{ ip: '010.0.0.1' }] }, ['hostAliases[0].ip: Invalid value: "010.0.0.1": must not have leading 0s']],
    [
      { dnsConfig: { nameservers: ['::ffff:10.0.0.1', '::ffff:10.0.0.01', '::10.0.0.1', '0:0:0:0:0:ffff:a00:1'] } },
      [
        'dnsConfig.nameservers: Invalid value: ["::ffff:10.0.0.1","::ffff:10.0.0.01","::10.0.0.1","0:0:0:0:0:ffff:a00:1"]: must not have more than 3 nameservers',
        'dnsConfig.nameservers[0]: Invalid value: "::ffff:10.0.0.1": must not be an IPv4-mapped IPv6 address',
        'dnsConfig.nameservers[1]: Invalid value: "::ffff:10.0.0.01": must not have leading 0s',
        'dnsConfig.nameservers[3]: Invalid value: "0:0:0:0:0:ffff:a00:1": must not be an IPv4-mapped IPv6 address',
      ],
    ],
    [
      { hostAliases: [{ ip: '::1', hostnames: ['A'] }] },
      [/hostAliases\[0\]\.hostnames\[0\]: Invalid value: "A": a lowercase RFC 1123 subdomain/.source],
    ],
    [{ hostname: 'a.b' }, ['hostname: Invalid value: "a.b": must not contain dots']],
    [
      { hostnameOverride: 'h', hostNetwork: true },
      ['hostnameOverride: Forbidden: may not be specified when hostNetwork is true'],
    ],
    [{ hostUsers: false, hostPID: true }, ['HostPID: Forbidden: when `hostUsers` is false']],
    [{ preemptionPolicy: 'X' }, ['preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"']],
    [{ os: { name: 'plan9' } }, ['os: Unsupported value: "plan9": supported values: "linux", "windows"']],
    [
      { os: { name: 'windows' }, securityContext: { fsGroup: 1 } },
      ['securityContext.fsGroup: Forbidden: cannot be set for a windows pod'],
    ],
    [
      { securityContext: { sysctls: [{ name: 'net.x', value: '1' }] }, hostNetwork: true },
      ['securityContext.sysctls[0].name: Invalid value: "net.x": may not be specified when \'hostNetwork\' is true'],
    ],
    [{ schedulingGates: [{ name: 'a' }, { name: 'a' }] }, ['schedulingGates[1]: Duplicate value: "a"']],
    [
      { resourceClaims: [{ name: 'c' }] },
      [
        'resourceClaims[0]: Invalid value: {"Name":"c","ResourceClaimName":null,"ResourceClaimTemplateName":null}: must specify one of: `resourceClaimName`, `resourceClaimTemplateName`',
      ],
    ],
    [
      { tolerations: [{ key: 'a', operator: 'Maybe' }] },
      ['tolerations[0].operator: Unsupported value: "Maybe": supported values: "Equal", "Exists"'],
    ],
    [
      { topologySpreadConstraints: [1, 2].map((maxSkew) => ({ maxSkew, topologyKey: 'z', whenUnsatisfiable: 'DoNotSchedule' })) },
      ['topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{z, DoNotSchedule}"'],
    ],
    [
      {
        affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [{ matchFields: [{ key: 'x', operator: 'Exists' }] }] } } },
      },
      [
        `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchFields[0].operator: Invalid value: "Exists": not a valid selector operator`,
        `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "x": not a valid field selector key`,
      ],
    ],
    [
      {
        affinity: {
          podAntiAffinity: { [PREFERRED]: [{ weight: 101, podAffinityTerm: { topologyKey: 'z', matchLabelKeys: ['a'] } }] },
        },
      },
      [
        `affinity.podAntiAffinity.${PREFERRED}[0].weight: Invalid value: 101: must be in the range 1-100`,
        `affinity.podAntiAffinity.${PREFERRED}[0].podAffinityTerm.matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`,
      ],
    ],
  ];
  for (const [pod, expected] of cases) {
    it(`rejects ${JSON.stringify(pod).slice(0, 80)}`, () => {
      const errors = podErrors({ pod });
      assert.equal(errors.length, expected.length, errors.join('\n'));
      expected.forEach((text, index) => {
        assert.ok(
          errors[index] === text || new RegExp(text).test(errors[index] ?? ''),
          `${errors[index] ?? ''}\nis not\n${text}`,
        );
      });
    });
  }
});

describe('what the server warns of in a pod', () => {
  const cases: readonly [change: { pod?: Json; container?: Json }, warnings: string[]][] = [
    [
      { pod: { terminationGracePeriodSeconds: -1 } },
      ['terminationGracePeriodSeconds: must be >= 0; negative values are invalid and will be treated as 1'],
    ],
    [
      { pod: { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } } },
      ['nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead'],
    ],
    [
      { pod: { volumes: [{ name: 'v', cephfs: { monitors: ['m'] } }] } },
      ['volumes[0].cephfs: deprecated in v1.28, non-functional in v1.31+'],
    ],
    [
      {
        pod: {
          volumes: [
            {
              name: 'v',
              configMap: {
                name: 'c',
                items: [
                  { key: 'a', path: 'x' },
                  { key: 'b', path: 'x/y' },
                ],
              },
            },
          ],
        },
      },
      ['volume "v" (ConfigMap "c"): overlapping paths: "x/y" with "x"'],
    ],
    [
      { pod: { hostAliases: [{ ip: '2001:db8:0:0::1' }] } },
      ['hostAliases[0].ip: IPv6 address "2001:db8:0:0::1" should be in RFC 5952 canonical format ("2001:db8::1")'],
    ],
    [
      {
        container: {
          env: [
            { name: 'A', value: '1' },
            { name: 'A', value: '$(A)2' },
            { name: 'A', value: '3' },
          ],
        },
      },
      ['containers[0].env[2]: hides previous definition of "A", which may be dropped when using apply'],
    ],
    [
      { container: { ports: [{ containerPort: 80, hostPort: 1 }, { containerPort: 80 }] } },
      ['containers[0].ports[1]: overlapping port definition with containers[0].ports[0]'],
    ],
    [
      { container: { resources: { limits: { memory: '0.5' } } } },
      ['containers[0].resources.limits[memory]: fractional byte value "500m" is invalid, must be an integer'],
    ],
  ];
  for (const [change, warnings] of cases) {
    it(`warns of ${JSON.stringify(change).slice(0, 80)}`, () => {
      assert.deepEqual(podErrors(change), []);
      assert.deepEqual(podWarnings(change), warnings);
    });
  }
});
