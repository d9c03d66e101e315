import { readManifest } from '../../src/manifest/manifest';
import { deployment, object, QUIET_CONTAINER } from '../features/support';
import type { RuleCases } from './ruleCases';

const container = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  containers: [{ ...QUIET_CONTAINER, ...fields }],
});
const config = (kind: string, name: string, data: object = {}, metadata: object = {}): string =>
  JSON.stringify({ apiVersion: 'v1', kind, metadata: { name, ...metadata }, data });
const secretKey = (key: string, fields: object = {}): string =>
  deployment({}, container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key, ...fields } } }] }));

const inShop = (pod: object): string => deployment({}, { ...pod }, { metadata: { name: 'web', namespace: 'shop' } });

/** ConfigMaps and Secrets that pods need. */
export const CONFIG_CASES: RuleCases = {
  'missing-config': [
    {
      when: 'there is another account',
      text: deployment({}, { serviceAccountName: 'mirror' }),
      around: { others: [config('ServiceAccount', 'mirror-operator')] },
      says: /^No file of the workspace describes ServiceAccount “mirror” \(there is ServiceAccount “mirror-operator” in other-0\.yaml\): if the cluster has none either, no pod is created and the rollout stalls\./,
      severity: 'hint',
    },
    {
      when: 'the account has a prefix, as that of a release',
      text: deployment({}, { serviceAccountName: 'mirror' }),
      around: { others: [config('ServiceAccount', 'release-name-mirror')] },
    },
    {
      when: 'the account is described',
      text: deployment({}, { serviceAccountName: 'mirror' }),
      around: { others: [config('ServiceAccount', 'mirror'), config('ServiceAccount', 'other')] },
    },
    { when: 'the account is the one that is always there', text: deployment({}, { serviceAccountName: 'default' }) },
    {
      when: 'an account is named for the first time',
      text: deployment({}, { serviceAccountName: 'home' }),
      around: { committed: readManifest(deployment()) },
      says: /^No file of the workspace describes ServiceAccount “home”, which is new here: if the cluster has none either, no pod/,
      severity: 'information',
    },
    {
      when: 'the account was named before',
      text: deployment({}, { serviceAccountName: 'home' }),
      around: { committed: readManifest(deployment({}, { serviceAccountName: 'home' })) },
    },
    {
      when: 'the account lies in another namespace',
      text: inShop({ serviceAccountName: 'mirror' }),
      around: { others: [config('ServiceAccount', 'mirror', {}, { namespace: 'default' })] },
      says: /^ServiceAccount “mirror” in other-0\.yaml is described for namespace “default” only, the pods are in “shop”: unless something copies it, no pod is created/,
      severity: 'information',
    },
    {
      when: 'nobody says into which namespace it goes',
      text: inShop({ volumes: [{ name: 'v', configMap: { name: 'pages' } }] }),
      around: { others: [config('ConfigMap', 'pages', { a: '' })] },
      says: /^ConfigMap “pages” in other-0\.yaml is written without a namespace, the pods are in “shop”: where kubectl is not told -n shop, it lands elsewhere, and the new pods stay in ContainerCreating/,
      severity: 'hint',
    },
    {
      when: 'several variables name it: it is told once',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'pages' } }, { configMapRef: { name: 'pages' } }] }), {
        metadata: { name: 'web', namespace: 'shop' },
      }),
      around: { others: [config('ConfigMap', 'pages', { a: '' }, { namespace: 'default' })] },
      says: /^ConfigMap “pages” in other-0\.yaml is described for namespace “default” only/,
      severity: 'information',
    },
    {
      when: 'it is in the namespace of the pods as well',
      text: inShop({ volumes: [{ name: 'v', configMap: { name: 'pages' } }] }),
      around: {
        others: [config('ConfigMap', 'pages', { a: '' }), config('ConfigMap', 'pages', { a: '' }, { namespace: 'shop' })],
      },
    },
    {
      when: 'it lacks the key of a variable',
      text: secretKey('pasword'),
      around: { others: [config('Secret', 'db', { user: '', password: '' })] },
      says: /^Secret “db” in other-0\.yaml has no key “pasword” \(but “user” and “password”\): unless something else adds it, the new pods get no further than CreateContainerConfigError/,
      severity: 'warning',
    },
    {
      when: 'it lacks the key of a file',
      text: deployment({}, { volumes: [{ name: 'v', configMap: { name: 'pages', items: [{ key: 'b', path: 'b' }] } }] }),
      around: { others: [config('ConfigMap', 'pages', { a: '' })] },
      says: /ConfigMap “pages” in other-0\.yaml has no key “b” \(but “a”\): unless something else adds it, the new pods stay in ContainerCreating/,
      severity: 'warning',
    },
    { when: 'the key is there', text: secretKey('a'), around: { others: [config('Secret', 'db', { a: '' })] } },
    {
      when: 'the key is optional',
      text: secretKey('b', { optional: true }),
      around: { others: [config('Secret', 'db', { a: '' })] },
    },
    { when: 'others fill it', text: secretKey('b'), around: { others: [config('Secret', 'db')] } },
    {
      when: 'others add keys to it',
      text: secretKey('b'),
      around: { others: [config('Secret', 'db', { a: '' }, { annotations: { generate: 'b' } })] },
    },
    {
      when: 'one of several of the name has the key',
      text: secretKey('b'),
      around: { others: [config('Secret', 'db', { a: '' }), config('Secret', 'db', { b: '' })] },
    },
    {
      when: 'a variable needs it and there is one with almost the name',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'web-confg' } }] })),
      around: { others: [config('ConfigMap', 'web-config')] },
      says: /No file of the workspace describes ConfigMap “web-confg” \(there is ConfigMap “web-config” in other-0\.yaml\).*CreateContainerConfigError/,
      severity: 'warning',
    },
    {
      when: 'a volume needs it and there are others',
      text: deployment({}, { volumes: [{ name: 'v', configMap: { name: 'settings' } }] }),
      around: { others: [config('ConfigMap', 'web-config')] },
      says: /“settings” \(there is ConfigMap “web-config” in other-0\.yaml\): if the cluster has none either, the new pods stay in ContainerCreating/,
      severity: 'hint',
    },
    {
      when: 'several are missing',
      text: deployment(
        {},
        {
          containers: [{ ...QUIET_CONTAINER, envFrom: [{ secretRef: { name: 'db' } }, { configMapRef: { name: 'settings' } }] }],
          volumes: [{ name: 'v', configMap: { name: 'pages' } }],
        },
      ),
      around: { others: [config('ConfigMap', 'web-config'), config('Secret', 'tls')] },
      says: /describes Secret “db”, ConfigMap “settings” and ConfigMap “pages” \(there is ConfigMap “web-config” in other-0\.yaml\): if the cluster has not got them either, the new pods stay in ContainerCreating/,
      severity: 'hint',
    },
    {
      when: 'it is a Secret, which may be made by hand',
      text: deployment({}, container({ env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key: 'a' } } }] })),
      around: { others: [config('Secret', 'tls')] },
      says: /Secret “db”/,
      severity: 'hint',
    },
    {
      when: 'it is described in another folder, under a kustomization',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'made' } }] })),
      around: {
        others: [config('ConfigMap', 'web-config')],
        files: { 'file:///w/overlays/dev/kustomization.yaml': 'configMapGenerator:\n  - name: made\n' },
      },
    },
    {
      when: 'something else makes it',
      text: deployment(
        {},
        {
          volumes: [
            { name: 'a', secret: { secretName: 'a' } },
            { name: 'b', projected: { sources: [{ secret: { name: 'b' } }, { secret: { name: 'c' } }] } },
          ],
        },
      ),
      around: {
        others: [
          config('Secret', 'tls'),
          object('Certificate', 'cert-manager.io/v1', 'x', { secretName: 'a' }),
          object('ExternalSecret', 'external-secrets.io/v1', 'x', { target: { name: 'b' } }),
          object('SealedSecret', 'bitnami.com/v1alpha1', 'c', {}),
        ],
      },
    },
    {
      when: 'it may be missing',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'x', optional: true } }] })),
      around: { others: [config('ConfigMap', 'web-config')] },
    },
    {
      when: 'nobody describes such things here',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'x' } }] })),
      around: { others: [config('Secret', 'tls')] },
    },
    {
      when: 'the one beside it has a name from a template',
      text: deployment({}, container({ envFrom: [{ configMapRef: { name: 'x' } }] })),
      around: { others: ['apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {{ .Values.name }}\n'] },
    },
  ],
};
