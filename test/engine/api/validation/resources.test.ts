import assert from 'node:assert/strict';
import { podErrors, type Json } from '../../../support/workloadDocuments';

function resourceErrors(resources: Json): string[] {
  return podErrors({ container: { resources } }).map((message) => message.replace('containers[0].resources', 'resources'));
}

describe('what the server rejects in resources', () => {
  const cases: readonly [resources: Json, errors: string[]][] = [
    [
      { requests: { cpu: 2 }, limits: { cpu: 1 } },
      ['resources.requests: Invalid value: "2": must be less than or equal to cpu limit of 1'],
    ],
    [{ requests: { cpu: -1 } }, ['resources.requests[cpu]: Invalid value: "-1": must be greater than or equal to 0']],
    [
      { requests: { foo: 1 } },
      [
        'resources.requests[foo]: Invalid value: "foo": must be a standard resource type or fully qualified',
        'resources.requests[foo]: Invalid value: "foo": must be a standard resource for containers',
      ],
    ],
    [{ limits: { 'a.b/gpu': '1.5' } }, ['resources.limits[a.b/gpu]: Invalid value: "1500m": must be an integer']],
    [{ requests: { 'a.b/gpu': 1 } }, ['resources.limits: Required value: Limit must be set for non overcommitable resources']],
    [
      { requests: { 'a.b/gpu': 1 }, limits: { 'a.b/gpu': 2 } },
      ['resources.requests: Invalid value: "1": must be equal to a.b/gpu limit of 2'],
    ],
    [{ limits: { 'hugepages-2Mi': '4Mi' } }, ['resources: Forbidden: HugePages require cpu or memory']],
    [
      { limits: { 'hugepages-2Mi': '3Mi', memory: '1Gi' } },
      ['resources.limits[hugepages-2Mi]: Invalid value: "3Mi": 3Mi is not positive integer multiple of hugepages-2Mi'],
    ],
    [
      { claims: [{ name: 'c' }] },
      ['resources.claims[0]: Not found: "c": must be one of the names in pod.spec.resourceClaims which is empty'],
    ],
  ];
  for (const [resources, errors] of cases) {
    it(`rejects ${JSON.stringify(resources)}`, () => {
      assert.deepEqual(resourceErrors(resources), errors);
    });
  }

  it('compares by value, not by text', () => {
    assert.deepEqual(resourceErrors({ requests: { cpu: '1000m', memory: '1024Mi' }, limits: { cpu: 1, memory: '1Gi' } }), []);
  });
});

describe('what the server rejects in resources of the whole pod', () => {
  const podLevel = (resources: Json, container: Json = {}): string[] => podErrors({ pod: { resources }, container });

  it('knows few resources there', () => {
    // The override replaces the container list only where it is given, so the pod keeps its container.
    assert.deepEqual(podLevel({ limits: { 'ephemeral-storage': '1Gi' } }), [
      'resources.limits[ephemeral-storage]: Unsupported value: "ephemeral-storage": supported values: "cpu", "hugepages-", "memory"',
    ]);
  });

  it('wants room for the containers', () => {
    const errors = podLevel(
      { requests: { cpu: '100m' }, limits: { cpu: 1 } },
      { resources: { requests: { cpu: '1500m' }, limits: { cpu: 2 } } },
    );
    assert.deepEqual(errors, [
      'resources.requests[cpu]: Invalid value: "100m": must be greater than or equal to aggregate container requests of 1500m',
      'resources.containers[0][cpu].limits: Invalid value: "2": must be less than or equal to pod limits of 1',
    ]);
  });
});
