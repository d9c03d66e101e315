import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

function secured(level: string, name = 'team', version?: string): string {
  const labels = { 'pod-security.kubernetes.io/enforce': level, 'pod-security.kubernetes.io/enforce-version': version };
  return object('Namespace', 'v1', name, {}, { metadata: { name, labels } });
}
const escaped = (words: string): string => words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const inTeam = (pod: Json = {}, container: Json = {}): string =>
  deployment(
    {},
    { containers: [{ ...QUIET_CONTAINER, ...container }], ...pod },
    { metadata: { name: 'web', namespace: 'team' } },
  );
const HARDENED = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  runAsNonRoot: true,
  seccompProfile: { type: 'RuntimeDefault' },
};
const of = (level: string): { readonly others: readonly string[] } => ({ others: [secured(level)] });
/** What a level forbids, in the API server's words. */
const FORBIDDEN: readonly (readonly [level: string, words: string, pod: Json, container?: Json])[] = [
  ['baseline', 'host namespaces (hostNetwork=true, hostPID=true)', { hostNetwork: true, hostPID: true }],
  [
    'baseline',
    'privileged (container "web" must not set securityContext.privileged=true)',
    {},
    { securityContext: { privileged: true } },
  ],
  [
    'baseline',
    'non-default capabilities (container "web" must not include "NET_ADMIN" in securityContext.capabilities.add)',
    {},
    { securityContext: { capabilities: { add: ['NET_ADMIN', 'CHOWN'] } } },
  ],
  ['baseline', 'hostPath volumes (volume "logs")', { volumes: [{ name: 'logs', hostPath: { path: '/var/log' } }] }],
  ['baseline', 'hostPort (container "web" uses hostPort 80)', {}, { ports: [{ containerPort: 80, hostPort: 80 }] }],
  [
    'baseline',
    'probe or lifecycle host (container "web" uses probe or lifecycle hosts "10.0.0.1", "other")',
    {},
    {
      livenessProbe: { tcpSocket: { port: 80, host: 'other' } },
      lifecycle: { preStop: { httpGet: { port: 80, host: '10.0.0.1' } } },
    },
  ],
  [
    'baseline',
    'forbidden AppArmor profile (pod and container "web" must not set AppArmor profile type to "Unconfined")',
    { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
    { securityContext: { appArmorProfile: { type: 'Unconfined' } } },
  ],
  ['baseline', 'forbidden sysctls (kernel.msgmax)', { securityContext: { sysctls: [{ name: 'kernel.msgmax', value: '1' }] } }],
  [
    'baseline',
    'seLinuxOptions (pod and container "web" set forbidden securityContext.seLinuxOptions: type "spc_t"; user may not be set)',
    { securityContext: { seLinuxOptions: { type: 'spc_t' } } },
    { securityContext: { seLinuxOptions: { user: 'system_u' } } },
  ],
  [
    'restricted',
    'procMount (container "web" must not set securityContext.procMount to "Unmasked")',
    { hostUsers: false },
    { securityContext: { ...HARDENED, procMount: 'Unmasked' } },
  ],
  [
    'restricted',
    'unrestricted capabilities (container "web" must set securityContext.capabilities.drop=["ALL"])',
    {},
    { securityContext: { ...HARDENED, capabilities: {} } },
  ],
  [
    'restricted',
    'runAsNonRoot != true (pod or container "web" must set securityContext.runAsNonRoot=true)',
    {},
    { securityContext: { ...HARDENED, runAsNonRoot: undefined } },
  ],
  [
    'restricted',
    'runAsUser=0 (pod must not set runAsUser=0)',
    { securityContext: { runAsUser: 0 } },
    { securityContext: HARDENED },
  ],
  [
    'restricted',
    'restricted volume types (volume "data" uses restricted volume type "nfs")',
    { volumes: [{ name: 'data', nfs: { server: 'x', path: '/' } }] },
    { securityContext: HARDENED },
  ],
];

const asking = (requests: Json, limits?: Json): Json => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests, limits } }],
});
const quota = (hard: Json, more: Json = {}): string => object('ResourceQuota', 'v1', 'q', { hard, ...more });
const limits = (item: Json, namespace?: string): string =>
  object('LimitRange', 'v1', 'l', { limits: [{ type: 'Container', ...item }] }, { metadata: { name: 'l', namespace } });

/** What the API server does not let pods be created for. */
export const REFUSED_CASES: RuleCases = {
  'pods-refused': [
    ...FORBIDDEN.map(([level, words, pod, container]) => ({
      when: `the namespace enforces ${level}: ${words}`,
      text: inTeam(pod, container),
      around: of(level),
      says: new RegExp(
        `lets none into Namespace “team” in other-0\\.yaml \\(violates PodSecurity "${level}:latest": ${escaped(words)}\\)\\.`,
      ),
    })),
    {
      when: 'AppArmor is switched off as it was before there was a field',
      text: deployment(
        {
          template: {
            metadata: {
              labels: { app: 'web' },
              annotations: { 'container.apparmor.security.beta.kubernetes.io/web': 'unconfined' },
            },
            spec: { containers: [QUIET_CONTAINER] },
          },
        },
        {},
        { metadata: { name: 'web', namespace: 'team' } },
      ),
      around: of('baseline'),
      says: /forbidden AppArmor profile \(annotation must not set AppArmor profile type to "container\.\S*\/web="unconfined""\)/,
    },
    {
      when: 'probes ask other hosts, under a version that takes that',
      text: inTeam({}, { livenessProbe: { tcpSocket: { port: 80, host: 'other' } } }),
      around: { others: [secured('baseline', 'team', 'v1.33')] },
    },
    {
      when: 'AppArmor is as the level allows',
      text: inTeam({ securityContext: { appArmorProfile: { type: 'RuntimeDefault' } } }),
      around: of('baseline'),
    },
    { when: 'the namespace enforces baseline, and the pods ask for nothing', text: inTeam(), around: of('baseline') },
    { when: 'the pods are as restricted as that', text: inTeam({}, { securityContext: HARDENED }), around: of('restricted') },
    {
      when: 'the pod itself is as restricted as its containers have to be',
      text: inTeam(
        { securityContext: HARDENED },
        { securityContext: { ...HARDENED, runAsNonRoot: undefined, seccompProfile: undefined } },
      ),
      around: of('restricted'),
    },
    {
      when: 'they are of Windows',
      text: inTeam({ os: { name: 'windows' }, securityContext: { runAsNonRoot: true } }),
      around: of('restricted'),
    },
    {
      when: 'they have users of their own, which count since v1.35',
      text: inTeam({ hostUsers: false }, { securityContext: { ...HARDENED, runAsNonRoot: undefined } }),
      around: of('restricted'),
    },
    {
      when: 'they have users of their own, which did not count before',
      text: inTeam({ hostUsers: false }, { securityContext: { ...HARDENED, runAsNonRoot: undefined } }),
      around: { others: [secured('restricted', 'team', 'v1.34')] },
      says: /violates PodSecurity "restricted:v1\.34": runAsNonRoot != true/,
    },
    { when: 'all are let in', text: inTeam({ hostNetwork: true }), around: of('privileged') },
    {
      when: 'the version of the standards is too old to be known',
      text: inTeam(),
      around: { others: [secured('restricted', 'team', 'v1.22')] },
    },
    {
      when: 'another file has the namespace without the label',
      text: inTeam({ hostNetwork: true }),
      around: { others: [secured('restricted'), object('Namespace', 'v1', 'team', {})] },
    },
    { when: 'it is another namespace', text: inTeam(), around: { others: [secured('restricted', 'other')] } },
    { when: 'the namespace is not written', text: deployment(), around: { others: [secured('restricted', 'default')] } },
    {
      when: 'there are two of that name, and they differ',
      text: inTeam({ hostNetwork: true }),
      around: { others: [secured('restricted'), secured('baseline')] },
    },
    {
      when: 'they name a priority class that nobody can make',
      text: deployment({}, { priorityClassName: 'system-cluster-criticalx' }),
      says: /No pod can be created: there is no PriorityClass “system-cluster-criticalx”/,
    },
    {
      when: 'the priority class is one that every cluster has',
      text: deployment({}, { priorityClassName: 'system-cluster-critical' }),
    },
    { when: 'the priority class may be there', text: deployment({}, { priorityClassName: 'critical' }) },
    {
      when: 'a quota on CPU demands a request that is not stated',
      text: deployment(rolling(1, 1)),
      around: { others: [quota({ 'requests.cpu': '10' })] },
      says: /quota “q” in other-0\.yaml lets the API server refuse them all \(must specify requests\.cpu for: web\)\./,
    },
    {
      when: 'no node has the label, and others may need nodes that have it',
      text: daemonSet({}, { nodeSelector: { disk: 'x' } }),
      around: {
        others: [quota({ 'requests.cpu': '10' }), object('Node', 'v1', 'a', {})],
        settings: { nodeGroups: [{ name: 'disks', max: 2, labels: { disk: 'x' } }] },
      },
      says: /^No pod can be created, once others need a node of group disks: quota “q” in other-0\.yaml lets the API server refuse/,
      severity: 'information',
    },
    {
      when: 'the request is stated and the limit is not',
      text: deployment(rolling(1, 1), asking({ cpu: '100m' })),
      around: { others: [quota({ 'limits.cpu': '10' })] },
      says: /must specify limits\.cpu for: web/,
    },
    {
      when: 'the limit that is stated is the request, too',
      text: deployment(rolling(1, 1), asking({}, { cpu: '100m' })),
      around: { others: [quota({ 'requests.cpu': '10' })] },
    },
    {
      when: 'a LimitRange gives a default',
      text: deployment(rolling(1, 1)),
      around: { others: [quota({ 'requests.cpu': '10' }), limits({ defaultRequest: { cpu: '100m' } })] },
    },
    {
      when: 'the request is above what a LimitRange allows',
      text: deployment(rolling(1, 1), asking({ cpu: '900m' })),
      around: { others: [limits({ max: { cpu: '800m' } })] },
      says: /must be less than or equal to cpu limit|maximum cpu usage per Container is 800m/,
    },
    {
      when: 'the same workload lies in another file beside it, so that each is tried alone',
      text: deployment(rolling(1, 1), asking({ cpu: '900m' })),
      around: { others: [limits({ max: { cpu: '800m' } }), deployment(rolling(1, 1))] },
    },
    {
      when: 'the same workload lies in another file beside it, and all are of one namespace',
      text: inTeam(asking({ cpu: '900m' })),
      around: { others: [limits({ max: { cpu: '800m' } }, 'team'), inTeam()] },
      says: /must be less than or equal to cpu limit of 800m/,
    },
    {
      when: 'the quota is of another scope',
      text: deployment(rolling(1, 1)),
      around: { others: [quota({ 'requests.cpu': '10' }, { scopes: ['NotBestEffort'] })] },
    },
    {
      when: 'the quota counts something that pods need not state',
      text: deployment(rolling(1, 1)),
      around: { others: [quota({ pods: '10', 'requests.nvidia.com/gpu': '1' })] },
    },
  ],
};
