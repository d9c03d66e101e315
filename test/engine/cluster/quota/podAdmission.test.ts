import assert from 'node:assert/strict';
import { admitPod } from '../../../../src/engine/cluster/quota/podAdmission';
import { calculateUsage, syncQuota } from '../../../../src/engine/cluster/quota/quotaController';
import { toResourceList } from '../../../../src/engine/cluster/quota/resourceLists';
import type { Pod, PodSpec, PodStatus, ResourceList, ResourceQuota, ResourceQuotaSpec } from '../../../../src/model/apiTypes';

const NOW = 1_000_000;

interface PodOptions {
  readonly status?: PodStatus;
  readonly deletedAt?: number;
  readonly spec?: Partial<PodSpec>;
}
function pod(requests: ResourceList = {}, { status, deletedAt, spec }: PodOptions = {}): Pod {
  const deletion = deletedAt === undefined ? {} : { deletionTimestamp: deletedAt, deletionGracePeriodSeconds: 30 };
  return {
    metadata: { name: 'web-1', ...deletion },
    spec: { containers: [{ name: 'c0', resources: { requests } }], ...spec },
    status,
  };
}
const quota = (hard: ResourceList, rest: Partial<ResourceQuotaSpec> = {}): ResourceQuota => ({
  metadata: { name: 'team' },
  spec: { hard, ...rest },
});
/** What a quota says to one more pod beside those that exist. */
function refusal(incoming: Pod, limits: ResourceQuota, existing: readonly Pod[] = []): string | undefined {
  return admitPod(incoming, { limitRanges: [], quotas: [syncQuota(limits, existing, NOW)] }, NOW).error?.message;
}

describe('ResourceQuota', () => {
  it('names what is requested, used and limited, of the exceeded resources only, in name order', () => {
    assert.equal(
      refusal(pod({ cpu: '500m', memory: '2Gi' }), quota({ 'requests.memory': '3Gi', 'requests.cpu': '1', pods: '10' }), [
        pod({ cpu: '600m', memory: '2Gi' }),
      ]),
      'pods "web-1" is forbidden: exceeded quota: team, requested: requests.cpu=500m,requests.memory=2Gi, used: requests.cpu=600m,requests.memory=2Gi, limited: requests.cpu=1,requests.memory=3Gi',
    );
  });

  it('asks every container to specify what it limits, before it looks at amounts', () => {
    const incoming = pod({}, { spec: { initContainers: [{ name: 'init' }] } });
    assert.equal(
      refusal(incoming, quota({ 'requests.memory': '1Gi', 'limits.cpu': '1', pods: '0' })),
      'pods "web-1" is forbidden: failed quota: team: must specify limits.cpu for: c0,init; requests.memory for: c0,init',
    );
  });

  it('lets a pod pass that asks for none of what is used up', () => {
    const used = [pod({ cpu: '2', memory: '1Gi' })];
    assert.equal(
      refusal(pod({ cpu: '0', memory: '1Gi' }), quota({ 'requests.cpu': '1', 'requests.memory': '2Gi' }), used),
      undefined,
    );
  });

  it('asks nothing of containers under pod-level resources', () => {
    const incoming = pod({}, { spec: { resources: { requests: { cpu: '1' } } } });
    assert.equal(refusal(incoming, quota({ 'requests.cpu': '1' })), undefined);
  });

  it('asks for huge pages under both of their names', () => {
    const amounts = { 'hugepages-2Mi': '4Mi', cpu: '1' };
    const small = pod({}, { spec: { containers: [{ name: 'c0', resources: { requests: amounts, limits: amounts } }] } });
    for (const name of ['hugepages-2Mi', 'requests.hugepages-2Mi']) {
      const message = `pods "web-1" is forbidden: exceeded quota: team, requested: ${name}=4Mi, used: ${name}=0, limited: ${name}=2Mi`;
      assert.equal(refusal(small, quota({ [name]: '2Mi' })), message);
    }
  });

  it('asks nothing where it limits nothing yet', () => {
    const idle: ResourceQuota = { ...quota({ pods: '0' }), status: undefined };
    assert.equal(admitPod(pod(), { limitRanges: [], quotas: [idle] }, NOW).error, undefined);
  });

  const scopes: readonly (readonly [operator: string, values: string[] | undefined, className: string, counts: boolean])[] = [
    ['Exists', undefined, 'high', true],
    ['Exists', undefined, '', false],
    ['DoesNotExist', undefined, '', true],
    ['DoesNotExist', undefined, 'high', false],
    ['In', ['high'], 'high', true],
    ['In', ['high'], 'low', false],
    ['In', ['high'], '', false],
    ['NotIn', ['high'], 'high', false],
    ['NotIn', ['high'], 'low', true],
    ['NotIn', ['high'], '', true],
  ];
  for (const [operator, values, className, counts] of scopes) {
    it(`for PriorityClass ${operator} ${String(values)} ${counts ? 'counts' : 'does not count'} a pod of ${className || 'none'}`, () => {
      const scoped = quota(
        { pods: '0' },
        { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator, values }] } },
      );
      const incoming = pod({}, { spec: className === '' ? {} : { priorityClassName: className } });
      assert.equal(refusal(incoming, scoped) !== undefined, counts);
    });
  }

  it('says so when its controller has not counted yet', () => {
    const fresh: ResourceQuota = { ...quota({ pods: '1' }), status: { hard: { pods: '1' } } };
    const message = admitPod(pod(), { limitRanges: [], quotas: [fresh] }, NOW).error?.message;
    assert.equal(message, 'pods "web-1" is forbidden: status unknown for quota: team, resources: pods');
  });

  it('comes after pod-level resources have been held against the containers', () => {
    const incoming = pod({ cpu: '2' }, { spec: { resources: { requests: { cpu: '1' } } } });
    assert.equal(
      admitPod(incoming, { limitRanges: [], quotas: [] }, NOW).error?.message,
      'Pod "web-1" is invalid: spec.resources.requests[cpu]: Invalid value: "1": must be greater than or equal to aggregate container requests of 2',
    );
  });

  it('counts an admitted pod at once', () => {
    const { quotas } = admitPod(
      pod({ cpu: '1' }),
      { limitRanges: [], quotas: [syncQuota(quota({ cpu: '2', pods: '2' }), [], NOW)] },
      NOW,
    );
    assert.deepEqual(quotas?.[0]?.status?.used, { cpu: '1', pods: '1' });
  });

  it('comes after validation, and reports under the generated name’s prefix until there is a name', () => {
    const incoming: Pod = {
      metadata: { name: '', generateName: 'web-' },
      spec: { containers: [{ name: 'c0', resources: { requests: { cpu: '2' }, limits: { cpu: '1' } } }] },
    };
    const { error, rejectedBy } = admitPod(incoming, { limitRanges: [], quotas: [] }, NOW);
    assert.equal(rejectedBy, 'Validation');
    assert.deepEqual(error, {
      code: 422,
      reason: 'Invalid',
      message:
        'Pod "web-" is invalid: spec.containers[0].resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1',
    });
  });
});

describe('quota usage', () => {
  const table: readonly [title: string, pod: Pod, expected: ResourceList][] = [
    ['counts a running pod', pod(), { pods: '1', 'count/pods': '1' }],
    ['counts a finished pod as an object only', pod({}, { status: { phase: 'Failed' } }), { pods: '0', 'count/pods': '1' }],
    ['counts a terminating pod', pod({}, { deletedAt: NOW - 30_000 }), { pods: '1', 'count/pods': '1' }],
    ['no longer counts one that is overdue', pod({}, { deletedAt: NOW - 30_001 }), { pods: '0', 'count/pods': '1' }],
  ];
  for (const [title, existing, expected] of table) {
    it(title, () => {
      assert.deepEqual(toResourceList(calculateUsage(quota({ pods: '9', 'count/pods': '9' }), [existing], NOW)), expected);
    });
  }

  it('knows extended resources, huge pages and ephemeral storage by their quota names', () => {
    const existing = pod({ 'example.com/gpu': '2', 'hugepages-2Mi': '4Mi', 'ephemeral-storage': '1Gi' });
    const hard = {
      'requests.example.com/gpu': '9',
      'hugepages-2Mi': '1Gi',
      'requests.hugepages-2Mi': '1Gi',
      'requests.ephemeral-storage': '9Gi',
    };
    assert.deepEqual(toResourceList(calculateUsage(quota(hard), [existing], NOW)), {
      'requests.example.com/gpu': '2',
      'hugepages-2Mi': '4Mi',
      'requests.hugepages-2Mi': '4Mi',
      'requests.ephemeral-storage': '1Gi',
    });
  });
});
