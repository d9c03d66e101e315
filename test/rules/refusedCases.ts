import { daemonSet, deployment, object, QUIET_CONTAINER, rolling } from '../features/support';
import type { RuleCases } from './ruleCases';

type Json = Readonly<Record<string, unknown>>;

const asking = (requests: Json, limits?: Json): Json => ({
  containers: [{ ...QUIET_CONTAINER, resources: { requests, limits } }],
});
const quota = (hard: Json, more: Json = {}): string => object('ResourceQuota', 'v1', 'q', { hard, ...more });
const limits = (item: Json): string => object('LimitRange', 'v1', 'l', { limits: [{ type: 'Container', ...item }] });

/** What the API server does not let pods be created for. */
export const REFUSED_CASES: RuleCases = {
  'pods-refused': [
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
