import assert from 'node:assert/strict';
import { deployment, diagnosticsOf, daemonSet, QUIET_CONTAINER } from './support';

/** What the API server's words come to: the rule and the text under the squiggle. */
function said(text: string): string[] {
  return diagnosticsOf(text)
    .filter(({ ruleId }) => ['rejected', 'unknown-field', 'server-warning', 'selector-mismatch'].includes(ruleId))
    .map(({ ruleId, start, end }) => `${ruleId} ${text.slice(start, end)}`);
}

const misplacedTerm = {
  affinity: {
    podAntiAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, labelSelector: { matchLabels: { app: 'web' } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    },
  },
};

const encrypted = (type: string): string => `ENC[AES256_GCM,data:cGxhaW4=,iv:aXY=,tag:dGFn,type:${type}]`;
const secretKey = (key: string): object => ({ secretKeyRef: { name: 'keys', key } });

const CASES: readonly (readonly [what: string, text: string, said: readonly string[]])[] = [
  ['a misplaced affinity term is one mistake', deployment({}, misplacedTerm), ['unknown-field "labelSelector"']],
  [
    'a misspelled port does not also lack its name',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPorts: 80 }] }] }),
    ['unknown-field 80'],
  ],
  [
    'containers one step too high are not missing',
    deployment({ template: { metadata: { labels: { app: 'web' } }, containers: [QUIET_CONTAINER] } }),
    ['unknown-field "containers"'],
  ],
  [
    'a misspelled field hides no other mistake',
    deployment({ minReadySecond: 3, replicas: -1 }),
    ['unknown-field 3', 'rejected -1'],
  ],
  [
    'a volume that two containers miss is missing once',
    deployment(
      {},
      { containers: ['a', 'b'].map((name) => ({ ...QUIET_CONTAINER, name, volumeMounts: [{ name: 'v', mountPath: '/v' }] })) },
    ),
    ['rejected "v"'],
  ],
  [
    'labels one step too high in the selector do not also leave it empty',
    deployment({ selector: { app: 'web' } }),
    ['unknown-field "web"'],
  ],
  [
    'a name that begins as a variable is filled in',
    deployment({}, {}, { metadata: { name: 'web', namespace: '$ns.k8s&web' } }),
    [],
  ],
  [
    'volumes at another height are not missing as well',
    deployment(
      {},
      {
        containers: [
          { ...QUIET_CONTAINER, volumeMounts: [{ name: 'v', mountPath: '/v' }], volumes: [{ name: 'v', emptyDir: {} }] },
        ],
      },
    ),
    ['unknown-field "volumes"'],
  ],
  [
    'a volume that is wrong itself is not missing as well',
    deployment(
      {},
      {
        containers: [{ ...QUIET_CONTAINER, volumeMounts: [{ name: 'v', mountPath: '/v' }] }],
        volumes: [{ name: 'v', awsElasticBlockStore: { volumeID: null } }],
      },
    ),
    ['rejected null'],
  ],
  [
    'words that somebody fills in are no mistake',
    deployment({}, { serviceAccountName: 'KSA_NAME', containers: [{ ...QUIET_CONTAINER, name: 'CONTAINER_NAME' }] }),
    [],
  ],
  [
    'the name of a field in capitals is to be filled in',
    deployment({}, {}, { metadata: { name: 'web', namespace: 'NAMESPACE' } }),
    [],
  ],
  [
    'a spec below the labels of the template is one mistake',
    deployment({ template: { metadata: { labels: { app: 'web' }, spec: { containers: [QUIET_CONTAINER] } } } }),
    ['unknown-field "spec"'],
  ],
  [
    'neither are they where a number stands',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 'PORT' }] }] }),
    [],
  ],
  [
    'a list of one such word is a placeholder, too',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, image: ['IMAGE_URL'] }] }),
    [],
  ],
  [
    'what lacks beside such words may be filled in as well',
    deployment(
      {},
      { containers: [{ ...QUIET_CONTAINER, volumeMounts: [{ name: 'v', mountPath: '/v' }] }] },
      { metadata: { name: 'RELEASE-NAME-web', namespace: 'FILLED BY THE OPERATOR' } },
    ),
    [],
  ],
  [
    'a mount without a name is one mistake',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, volumeMounts: [{ mountPath: '/v' }] }] }),
    ['rejected mountPath'],
  ],
  [
    'a source of variables whose name stands one step too high is one mistake',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, envFrom: [{ configMapRef: null, name: 'settings' }] }] }),
    ['unknown-field settings'],
  ],
  [
    'what SOPS has encrypted is decrypted first, and its notes are gone then',
    deployment(
      { replicas: encrypted('int') },
      { containers: [{ ...QUIET_CONTAINER, env: [{ name: 'A', valueFrom: secretKey(encrypted('str')) }] }] },
      { sops: { lastmodified: '2026-01-01T00:00:00Z', mac: encrypted('str'), version: '3.9.0' } },
    ),
    [],
  ],
  [
    'a field that is called as those notes is one like others',
    deployment({}, {}, { sops: { enabled: true } }),
    ['unknown-field "sops"'],
  ],
  [
    'a key that only looks encrypted is none',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, env: [{ name: 'A', valueFrom: secretKey('ENC[x]') }] }] }),
    ['rejected "ENC[x]"'],
  ],
  [
    'what calls itself a placeholder is filled in',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, resources: 'template-placeholder' }] }),
    [],
  ],
  [
    'a selector is no second mistake beside its label',
    deployment({ selector: { matchLabels: { app: 'web', 'a b': 'c' } } }),
    ['selector-mismatch labels', 'rejected c'],
  ],
  ['a name in capitals is one', deployment({}, {}, { metadata: { name: 'WEB' } }), ['rejected "WEB"']],
  [
    'a template before a field may bring the map that it belongs to',
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata:\n{{ include "labels" . | indent 6 }}\n        app: web\n    spec: {containers: [{name: web, image: "web:1"}]}\n`,
    [],
  ],
  ['a kind alone is none', 'kind: DaemonSet\n', []],
  [
    'a list that the server names without the place in it may be templated',
    deployment(
      {},
      {},
      { metadata: { name: 'web', ownerReferences: [{ apiVersion: 'v1', kind: 'A', name: '{{ .name }}', uid: '{{ .uid }}' }] } },
    ),
    [],
  ],
  ['two misspelled fields are two', deployment({ a: 1, b: 2 }), ['unknown-field 1', 'unknown-field 2']],
  ['without a selector nothing matches, said once', deployment({ selector: undefined }), ['rejected "spec"']],
  [
    'a warning stands at the label of a node',
    daemonSet({}, { nodeSelector: { 'beta.kubernetes.io/os': 'linux' } }),
    ['server-warning "linux"'],
  ],
  [
    'a warning stands at the port of a container',
    deployment({}, { containers: [{ ...QUIET_CONTAINER, ports: [{ containerPort: 80 }, { containerPort: 80 }] }] }),
    ['server-warning "containerPort"'],
  ],
  ['a warning stands at the name', deployment({}, {}, { metadata: { name: 'a.b' } }), ['server-warning "a.b"']],
];

describe('complaints of the API server', () => {
  for (const [what, text, expected] of CASES) {
    it(what, () => {
      assert.deepEqual(
        said(text).map((line) => line.replaceAll('"', '')),
        expected.map((line) => line.replaceAll('"', '')),
      );
    });
  }
});

describe('the words of a complaint', () => {
  it('quote the key of a label that is none, not its value', () => {
    const [found] = diagnosticsOf(deployment({}, {}, { metadata: { name: 'web', labels: { 'app\\/name': 'web' } } }));
    assert.match(found?.message ?? '', /^The API server rejects this: “app\\\/name” is no name of a label\. \(/);
  });
});

describe('the object in a complaint', () => {
  it('is not printed', () => {
    const securityContext = { privileged: true, allowPrivilegeEscalation: false };
    const [found] = diagnosticsOf(deployment({}, { containers: [{ ...QUIET_CONTAINER, securityContext }] }));
    assert.equal(
      found?.message,
      'The API server rejects this: spec.template.spec.containers[0].securityContext: Invalid value: {…}: cannot set `allowPrivilegeEscalation` to false and `privileged` to true',
    );
  });
});

describe('complaints about templates', () => {
  it('takes the rest of an item for no map where a list belongs', () => {
    const item =
      '        {{- tuple "object" . | include "container" | indent 8 }}\n          readinessProbe: {exec: {command: [ls]}}\n';
    const text = `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: {name: web}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec:\n      containers:\n${item}${item}`;
    assert.deepEqual(
      diagnosticsOf(text).filter(({ severity }) => severity === 'error'),
      [],
    );
  });
});
