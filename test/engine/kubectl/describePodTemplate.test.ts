import assert from 'node:assert/strict';
import { describePodTemplate } from '../../../src/engine/kubectl/describePodTemplate';
import { describeProbe } from '../../../src/engine/kubectl/describeContainers';
import type { Container, PodSpec } from '../../../src/model/apiTypes';

/** What is said between two titles of the text. */
function section(spec: Partial<PodSpec>, from: string, to: string): string[] {
  const lines = describePodTemplate({ spec: { containers: [], ...spec } }).split('\n');
  const start = lines.findIndex((line) => line.startsWith(from));
  return lines.slice(
    start,
    lines.findIndex((line, index) => index > start && line.startsWith(to)),
  );
}
const containerLines = (container: Partial<Container>): string[] =>
  section({ containers: [{ name: 'c', ...container }] }, '   c:', '  Volumes:').slice(1);

describe('describing a pod template', () => {
  it('says everything about a container that it sets', () => {
    const container: Partial<Container> = {
      image: 'web:1',
      ports: [
        { containerPort: 80, protocol: 'TCP', name: 'http' },
        { containerPort: 53, protocol: 'UDP', hostPort: 53 },
      ],
      command: ['run', 'a\nb'],
      resources: { limits: { memory: '1024Mi', cpu: '2' }, requests: { cpu: '1000m' } },
      env: [
        { name: 'MODE', value: 'blue' },
        { name: 'NODE', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
        { name: 'KEY', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
        { name: 'CPUS', valueFrom: { resourceFieldRef: { resource: 'limits.cpu' } } },
      ],
      envFrom: [{ prefix: 'P_', configMapRef: { name: 'cm', optional: true } }],
      volumeMounts: [
        { name: 'tmp', mountPath: '/tmp' },
        { name: 'cfg', mountPath: '/etc/x', readOnly: true, subPath: 'y' },
      ],
    };
    assert.deepEqual(containerLines(container), [
      '    Image:\tweb:1',
      '    Ports:\t80/TCP (http), 53/UDP',
      '    Host Ports:\t0/TCP (http), 53/UDP',
      '    Command:',
      '      run',
      '      a',
      '      b',
      '    Limits:',
      '      cpu:\t2',
      '      memory:\t1Gi',
      '    Requests:',
      '      cpu:\t1',
      '    Environment Variables from:',
      "      cm\tConfigMap with prefix 'P_'\tOptional: true",
      '    Environment:',
      '      MODE:\tblue',
      '      NODE:\t (v1:spec.nodeName)',
      "      KEY:\t<set to the key 'k' in secret 's'>\tOptional: false",
      '      CPUS:\t2 (limits.cpu)',
      '    Mounts:',
      '      /etc/x from cfg (ro,path="y")',
      '      /tmp from tmp (rw)',
    ]);
  });

  it('says what volumes are', () => {
    const volumes = [
      { name: 'tmp', emptyDir: { sizeLimit: '1024Mi' } },
      { name: 'cfg', configMap: { name: 'web' } },
      { name: 'data', persistentVolumeClaim: { claimName: 'data', readOnly: true } },
    ];
    assert.deepEqual(section({ volumes }, '  Volumes:', '  Node-Selectors:'), [
      '  Volumes:',
      '   tmp:',
      "    Type:\tEmptyDir (a temporary directory that shares a pod's lifetime)",
      '    Medium:\t',
      '    SizeLimit:\t1Gi',
      '   cfg:',
      '    Type:\tConfigMap (a volume populated by a ConfigMap)',
      '    Name:\tweb',
      '    Optional:\tfalse',
      '   data:',
      '    Type:\tPersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)',
      '    ClaimName:\tdata',
      '    ReadOnly:\ttrue',
    ]);
  });

  it('says where the pods may go', () => {
    const text = describePodTemplate({
      spec: {
        containers: [],
        priorityClassName: 'high',
        nodeSelector: { pool: 'web', disk: 'ssd' },
        tolerations: [{ operator: 'Exists' }, { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 }],
        topologySpreadConstraints: [
          { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: { app: 'web' } } },
        ],
      },
    });
    assert.deepEqual(text.split('\n').slice(-7), [
      '  Topology Spread Constraints:\tzone:DoNotSchedule when max skew 1 is exceeded for selector app=web',
      '  Priority Class Name:\thigh',
      '  Node-Selectors:\tdisk=ssd',
      '\tpool=web',
      '  Tolerations:\top=Exists',
      '\ta:NoExecute op=Exists for 60s',
      '',
    ]);
  });

  const table: readonly [text: string, probe: Parameters<typeof describeProbe>[0]][] = [
    [
      'http-get http://:8080/ready delay=0s timeout=1s period=10s #success=1 #failure=3',
      { httpGet: { port: 8080, path: '/ready' } },
    ],
    [
      'exec [cat /tmp/x] delay=5s timeout=1s period=10s #success=1 #failure=3',
      { initialDelaySeconds: 5, exec: { command: ['cat', '/tmp/x'] } },
    ],
    ['tcp-socket :db delay=0s timeout=1s period=2s #success=1 #failure=3', { periodSeconds: 2, tcpSocket: { port: 'db' } }],
    ['grpc <pod>:9000  delay=0s timeout=1s period=10s #success=1 #failure=3', { grpc: { port: 9000 } }],
  ];
  for (const [text, probe] of table) {
    it(`puts a probe into one line: ${text.split(' ')[0] ?? ''}`, () => {
      assert.equal(describeProbe(probe), text);
    });
  }
});
