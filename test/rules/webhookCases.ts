import { readManifest } from '../../src/manifest/manifest';
import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const NAME = 'kubernetes.io/metadata.name';
const POLICIES = { metadata: { name: 'web', namespace: 'policies' } };
const SERVICE = object(
  'Service',
  'v1',
  'gate',
  { selector: { app: 'web' }, ports: [{ port: 443, targetPort: 9443 }] },
  { metadata: { name: 'gate', namespace: 'policies' } },
);
const ON_PODS = { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['pods'] };

/** A web hook that is asked about all new pods and must answer, but for what is said otherwise. */
function asking(hook: Json = {}, { kind = 'ValidatingWebhookConfiguration', version = 'v1' } = {}): string {
  const clientConfig = { service: { name: 'gate', namespace: 'policies', path: '/pods' } };
  const webhooks = [{ name: 'pods.gate.example.com', clientConfig, rules: [ON_PODS], ...hook }];
  return JSON.stringify({ apiVersion: `admissionregistration.k8s.io/${version}`, kind, metadata: { name: 'gate' }, webhooks });
}

const around = (hook?: string, ...others: readonly string[]): { readonly others: readonly string[] } => ({
  others: [SERVICE, hook ?? asking(), ...others],
});
const recreated = (spec: Json = {}): string =>
  deployment({ replicas: 2, strategy: { type: 'Recreate' }, ...spec }, { containers: [QUIET_CONTAINER] }, POLICIES);
const rolled = (replicas: number): string =>
  deployment({ replicas, ...rolling(1, 0) }, { containers: [QUIET_CONTAINER] }, POLICIES);
const namespace = (labels: Json): string => object('Namespace', 'v1', 'policies', {}, { metadata: { name: 'policies', labels } });
const CHOSEN = { namespaceSelector: { matchLabels: { gated: 'yes' } } };
const EXEMPT = { namespaceSelector: { matchExpressions: [{ key: 'gated', operator: 'NotIn', values: ['no'] }] } };
function other(kind: string, labels: Json): string {
  const template = { metadata: { labels }, spec: { containers: [QUIET_CONTAINER] } };
  return object(
    kind,
    'apps/v1',
    'second',
    { selector: { matchLabels: labels }, template },
    { metadata: { name: 'second', namespace: 'policies' } },
  );
}

const SURE = /^No new pod can be created: web hook “pods\.gate\.example\.com” of \w+ “gate” in other-1\.yaml must answer/;

/** Of these the rule is silent. */
const NOT_ASKED: readonly (readonly [when: string, hook: Json])[] = [
  ['does without an answer', { failurePolicy: 'Ignore' }],
  ['is asked about Services only', { rules: [{ ...ON_PODS, resources: ['services'] }] }],
  ['is asked about pods that go', { rules: [{ ...ON_PODS, operations: ['DELETE'] }] }],
  ['is asked about commands in pods', { rules: [{ ...ON_PODS, resources: ['pods/exec'] }] }],
  ['is asked about pods of another API', { rules: [{ ...ON_PODS, apiGroups: ['metrics.k8s.io'] }] }],
  ['is asked about what is in no namespace', { rules: [{ ...ON_PODS, resources: ['*'], scope: 'Cluster' }] }],
  ['has conditions of its own', { matchConditions: [{ name: 'others', expression: 'false' }] }],
  ['is answered from outside', { clientConfig: { url: 'https://gate.example.com' } }],
  ['is answered by another Service', { clientConfig: { service: { name: 'door', namespace: 'policies' } } }],
  ['is answered in another namespace', { clientConfig: { service: { name: 'gate', namespace: 'doors' } } }],
  ['leaves these pods out', { objectSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] } }],
  [
    'leaves its namespace out by name',
    { namespaceSelector: { matchExpressions: [{ key: NAME, operator: 'NotIn', values: ['kube-system', 'policies'] }] } },
  ],
  ['goes by a label of a namespace that nobody describes', EXEMPT],
  ['has a selector that is none', { namespaceSelector: { matchExpressions: [{ key: 1 }] } }],
];

export const WEBHOOK_CASES: RuleCases = {
  'webhook-asks-itself': [
    { when: 'Recreate removes all who could answer', text: recreated(), around: around(), says: SURE, severity: 'warning' },
    {
      when: 'the web hook changes what it is asked about',
      text: recreated(),
      around: around(asking({}, { kind: 'MutatingWebhookConfiguration' })),
      says: SURE,
    },
    ...['pods/*', '*', '*/*'].map((resource) => ({
      when: `its rule is for ${resource}`,
      text: recreated(),
      around: around(asking({ rules: [{ ...ON_PODS, resources: [resource] }] })),
      says: SURE,
    })),
    {
      when: 'its selectors take these pods in',
      text: recreated(),
      around: around(
        asking({ objectSelector: { matchLabels: { app: 'web' } }, namespaceSelector: { matchLabels: { [NAME]: 'policies' } } }),
      ),
      says: SURE,
    },
    {
      when: 'the namespace has the label that it goes by',
      text: recreated(),
      around: around(asking(CHOSEN), namespace({ gated: 'yes' })),
      says: SURE,
    },
    { when: 'the namespace lacks the label', text: recreated(), around: around(asking(CHOSEN), namespace({})) },
    {
      when: 'the namespace lacks a label that would exempt it',
      text: recreated(),
      around: around(asking(EXEMPT), namespace({})),
      says: SURE,
    },
    { when: 'the namespace is exempt', text: recreated(), around: around(asking(EXEMPT), namespace({ gated: 'no' })) },
    {
      when: 'the new pod starts beside the only one that answers',
      text: rolled(1),
      around: around(),
      says: /^Should the only pod be gone, .* it does not come back: web hook/,
      severity: 'information',
    },
    {
      when: 'several answer, and go one by one',
      text: rolled(3),
      around: around(),
      says: /^Should all 3 pods be gone at once, none comes back: /,
      severity: 'information',
    },
    { when: 'nothing is to run', text: recreated({ replicas: 0 }), around: around() },
    {
      when: 'only the replicas change',
      text: recreated(),
      around: { ...around(), committed: readManifest(recreated({ replicas: 1 })) },
      says: /^Should all 2 pods be gone at once/,
      severity: 'information',
    },
    {
      when: 'none ran before',
      text: rolled(2),
      around: { ...around(), committed: readManifest(rolled(0)) },
      says: /^No new pod can be created: .*; none of them is running yet\./,
    },
    {
      when: 'another workload answers as well',
      text: recreated(),
      around: around(undefined, other('StatefulSet', { app: 'web' })),
    },
    {
      when: 'another workload beside has labels of its own',
      text: recreated(),
      around: around(undefined, other('StatefulSet', { app: 'other' })),
      says: SURE,
    },
    {
      when: 'a v1beta1 web hook does without an answer unless it says otherwise',
      text: recreated(),
      around: around(asking({}, { version: 'v1beta1' })),
    },
    ...NOT_ASKED.map(([when, hook]) => ({ when: `the web hook ${when}`, text: recreated(), around: around(asking(hook)) })),
    {
      when: 'the only pod of a DaemonSet goes before its successor comes',
      text: daemonSet({}, { containers: [QUIET_CONTAINER] }, POLICIES),
      around: { ...around(), settings: { nodeCount: 1 } },
      says: /; the one that ran goes first\./,
    },
  ],
};
