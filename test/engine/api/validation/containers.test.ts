import assert from 'node:assert/strict';
import { podErrors, type Json } from '../../../support/workloadDocuments';

function containerErrors(container: Json): string[] {
  return podErrors({ container }).map((message) => message.replace('containers[0].', ''));
}

describe('what the server rejects in a container', () => {
  const cases: readonly [container: Json, errors: string[]][] = [
    [{ name: 'Web' }, [/a lowercase RFC 1123 label/.source]],
    [{ name: 'a.b' }, ['name: Invalid value: "a.b": must not contain dots']],
    [{ image: '' }, ['image: Required value']],
    [
      { imagePullPolicy: 'Sometimes' },
      ['imagePullPolicy: Unsupported value: "Sometimes": supported values: "Always", "IfNotPresent", "Never"'],
    ],
    [
      { terminationMessagePolicy: 'X' },
      ['terminationMessagePolicy: Unsupported value: "X": supported values: "File", "FallbackToLogsOnError"'],
    ],
    [{ ports: [{}] }, ['ports[0].containerPort: Required value']],
    [
      {
        ports: [
          { containerPort: 80, name: 'a' },
          { containerPort: 81, name: 'a' },
        ],
      },
      ['ports[1].name: Duplicate value: "a"'],
    ],
    [
      {
        ports: [
          { containerPort: 80, hostPort: 1 },
          { containerPort: 81, hostPort: 1 },
        ],
      },
      ['ports[1].hostPort: Duplicate value: "TCP//1"'],
    ],
    [{ env: [{ name: 'A=B' }] }, [/printable ASCII/.source]],
    [
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: 'status.phase' } } }] },
      [/env\[0\]\.valueFrom\.fieldRef\.fieldPath: Unsupported value: "status\.phase": supported values: "metadata\.name"/.source],
    ],
    [
      { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "spec.x['y']" } } }] },
      [/field label does not support subscript: spec\.x/.source],
    ],
    [
      { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.cpu', divisor: '2' } } }] },
      [
        'env[0].valueFrom.resourceFieldRef.divisor: Invalid value: "limits.cpu": only divisor\'s values 1m and 1 are supported with the cpu resource',
      ],
    ],
    [
      { env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'cpu', divisor: '2' } } }] },
      [
        'env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "cpu": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
      ],
    ],
    [
      { env: [{ name: 'A', valueFrom: { fileKeyRef: { key: 'K', path: 'p', volumeName: 'v' } } }] },
      ['env[0].valueFrom.fileKeyRef.volumeName: Not found: "v"'],
    ],
    [{ envFrom: [{ secretRef: {} }] }, ['envFrom[0].secretRef.name: Required value']],
    [
      { restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In' } }] },
      ['restartPolicy: Required value: must specify restartPolicy when restart rules are used'],
    ],
    [
      { restartPolicy: 'Never', restartPolicyRules: [{ action: 'Stop' }] },
      [
        'restartPolicyRules[0].action: Unsupported value: "Stop": supported values: "Restart", "RestartAllContainers"',
        'restartPolicyRules[0].exitCodes: Required value: must be specified',
      ],
    ],
    [
      { restartPolicy: 'Sometimes' },
      ['restartPolicy: Unsupported value: "Sometimes": supported values: "Always", "Never", "OnFailure"'],
    ],
    [
      { resizePolicy: [{ resourceName: 'disk', restartPolicy: 'NotRequired' }] },
      ['resizePolicy: Unsupported value: "disk": supported values: "cpu", "memory"'],
    ],
    [{ livenessProbe: {} }, ['livenessProbe: Required value: must specify a handler type']],
    [
      { livenessProbe: { exec: { command: ['x'] }, tcpSocket: { port: 1 }, successThreshold: 2 } },
      [
        'livenessProbe.tcpSocket: Forbidden: may not specify more than 1 handler type',
        'livenessProbe.successThreshold: Invalid value: 2: must be 1',
      ],
    ],
    [
      { readinessProbe: { httpGet: { port: 'a--b' } } },
      ['readinessProbe.httpGet.port: Invalid value: "a--b": must not contain consecutive hyphens'],
    ],
    [
      { readinessProbe: { httpGet: { port: 80, httpHeaders: [{ name: 'X Y', value: '' }] } } },
      [/readinessProbe\.httpGet\.httpHeaders: Invalid value: "X Y": a valid HTTP header/.source],
    ],
    [
      { lifecycle: { preStop: { sleep: { seconds: 31 } } } },
      ['lifecycle.preStop.sleep: Invalid value: 31: must be non-negative and less than terminationGracePeriodSeconds (30)'],
    ],
    [
      { volumeDevices: [{ name: 'd' }] },
      ['volumeDevices[0].name: Not found: "d"', 'volumeDevices[0].devicePath: Required value'],
    ],
    [
      { volumeMounts: [{ name: 'd', mountPath: '/d', subPath: '../x' }] },
      ['volumeMounts[0].name: Not found: "d"', 'volumeMounts.subPath: Invalid value: "../x": must not contain \'..\''],
    ],
    [
      { securityContext: { runAsUser: -1 } },
      ['securityContext.runAsUser: Invalid value: -1: must be between 0 and 2147483647, inclusive'],
    ],
    [
      { securityContext: { procMount: 'Unmasked' } },
      ['securityContext.procMount: Invalid value: "Unmasked": `hostUsers` must be false to use `Unmasked`'],
    ],
    [
      { securityContext: { seccompProfile: { type: 'RuntimeDefault', localhostProfile: 'x' } } },
      [
        'securityContext.seccompProfile.localhostProfile: Invalid value: {"Type":"RuntimeDefault","LocalhostProfile":"x"}: can only be set when seccomp type is Localhost',
      ],
    ],
    [
      { securityContext: { appArmorProfile: {} } },
      ['securityContext.appArmorProfile.type: Required value: type is required when appArmorProfile is set'],
    ],
    [{ securityContext: { windowsOptions: { runAsUserName: 'a\\b\\c' } } }, [/cannot contain more than one backslash/.source]],
  ];
  for (const [container, expected] of cases) {
    it(`rejects ${JSON.stringify(container)}`, () => {
      const errors = containerErrors(container);
      assert.equal(errors.length, expected.length, errors.join('\n'));
      expected.forEach((text, index) => {
        const error = errors[index] ?? '';
        assert.ok(error === text || new RegExp(text).test(error), `${error}\nis not\n${text}`);
      });
    });
  }

  const accepted: readonly Json[] = [
    { restartPolicy: 'Always', restartPolicyRules: [{ action: 'Restart', exitCodes: { operator: 'In', values: [42] } }] },
    { env: [{ name: 'A', valueFrom: { fieldRef: { fieldPath: "metadata.labels['app.kubernetes.io/name']" } } }] },
    {
      ports: [
        { containerPort: 80, hostPort: 1 },
        { containerPort: 80, hostPort: 1, protocol: 'UDP' },
      ],
    },
    { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] },
    { image: ' padded ' },
  ];
  for (const container of accepted) {
    it(`takes ${JSON.stringify(container)}`, () => {
      assert.deepEqual(containerErrors(container), []);
    });
  }
});

describe('what the server rejects in an init container', () => {
  const init = (container: Json): string[] => podErrors({ pod: { initContainers: [{ name: 'i', image: 'i', ...container }] } });

  it('forbids probes, except for sidecars', () => {
    const probe = { exec: { command: ['x'] } };
    assert.deepEqual(init({ startupProbe: probe }), [
      'initContainers[0].startupProbe: Forbidden: may not be set for init containers without restartPolicy=Always',
    ]);
    assert.deepEqual(init({ startupProbe: probe, restartPolicy: 'Always' }), []);
  });

  it('wants a name that no other container has', () => {
    assert.deepEqual(init({ name: 'web' }), ['initContainers[0].name: Duplicate value: "web"']);
  });

  it('allows restart rules of sidecars', () => {
    const restartPolicyRules = [{ action: 'RestartAllContainers', exitCodes: { operator: 'In', values: [1] } }];
    assert.deepEqual(init({ restartPolicy: 'Always', restartPolicyRules }), []);
  });
});

describe('what the server rejects in an ephemeral container of a template', () => {
  it('is the container as such, and what it must not have', () => {
    const ephemeralContainers = [{ name: 'web', image: 'd', targetContainerName: 'x', ports: [{ containerPort: 1 }] }];
    assert.deepEqual(podErrors({ pod: { ephemeralContainers } }), [
      'ephemeralContainers[0].name: Duplicate value: "web"',
      'ephemeralContainers[0].targetContainerName: Not found: "x"',
      'ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container',
      'ephemeralContainers: Forbidden: ephemeral containers not allowed in pod template',
    ]);
  });
});
