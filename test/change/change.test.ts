import assert from 'node:assert/strict';
import { changesMarksOnly, changeTitle } from '../../src/change/changeWords';
import { change, daemonSet, deployment, FACTS, type Json, type Parts } from './versions';

describe('the change between two versions of a workload', () => {
  const cases: [what: string, before: Parts, after: Parts, kind: string, title: string | undefined][] = [
    ['nothing', {}, {}, 'same', undefined],
    ['a default spelled out', {}, { pod: { restartPolicy: 'Always' } }, 'none', 'no rollout'],
    [
      'a quantity written otherwise',
      { container: { resources: { requests: { cpu: '0.5' } } } },
      { container: { resources: { requests: { cpu: '500m' } } } },
      'none',
      'no rollout',
    ],
    ['the replicas', {}, { spec: { replicas: 5 } }, 'scale', 'scale 3 → 5, no restart'],
    ['replicas that were removed', {}, { spec: { replicas: undefined } }, 'scale', 'scale 3 → 1, no restart'],
    ['the image', {}, { container: { image: 'web:1.9' } }, 'rollout', 'restarts 3 pods: image 1.8 → 1.9'],
    ['another image', {}, { container: { image: 'shop:1.8' } }, 'rollout', 'restarts 3 pods: image web:1.8 → shop:1.8'],
    [
      'image and replicas',
      {},
      { container: { image: 'web:1.9' }, spec: { replicas: 4 } },
      'rolloutAndScale',
      'restarts 3 pods, scale 3 → 4: image 1.8 → 1.9',
    ],
    [
      'a variable',
      {},
      { container: { env: [{ name: 'LOG_LEVEL', value: 'debug' }] } },
      'rollout',
      'restarts 3 pods: env LOG_LEVEL added',
    ],
    [
      'the value of a variable',
      { container: { env: [{ name: 'A', value: '1' }] } },
      { container: { env: [{ name: 'A', value: '2' }] } },
      'rollout',
      'restarts 3 pods: env A 1 → 2',
    ],
    [
      'the order of variables',
      {
        container: {
          env: [
            { name: 'A', value: '1' },
            { name: 'B', value: '2' },
          ],
        },
      },
      {
        container: {
          env: [
            { name: 'B', value: '2' },
            { name: 'A', value: '1' },
          ],
        },
      },
      'rollout',
      'restarts 3 pods: the order of env changed',
    ],
    ['a label of the pods', {}, { labels: { version: 'v2' } }, 'rollout', 'restarts 3 pods: label version of the pods v2 added'],
    [
      'a request',
      { container: { resources: { requests: { cpu: '100m' } } } },
      { container: { resources: { requests: { cpu: '200m' } } } },
      'rollout',
      'restarts 3 pods: cpu request 100m → 200m',
    ],
    ['a bound', {}, { spec: { strategy: { rollingUpdate: { maxSurge: 1 } } } }, 'strategy', 'no restart: maxSurge 25% → 1'],
    [
      'the image while it is paused',
      { spec: { paused: true } },
      { spec: { paused: true }, container: { image: 'web:1.9' } },
      'rollout',
      'no restart while paused: image 1.8 → 1.9',
    ],
    [
      'the selector',
      {},
      { spec: { selector: { matchLabels: { app: 'web', tier: 'a' } } }, labels: { tier: 'a' } },
      'rejected',
      'rejected: spec.selector: field is immutable',
    ],
    [
      'Recreate for a rolling update, whose bounds go with it',
      {},
      { spec: { strategy: { type: 'Recreate' } } },
      'strategy',
      'no restart: strategy RollingUpdate → Recreate',
    ],
  ];
  for (const [what, before, after, kind, title] of cases) {
    it(`of ${what} is: ${title ?? 'nothing'}`, () => {
      const found = change(deployment(before), deployment(after));
      assert.equal(found.kind, kind);
      assert.equal(changeTitle(found, FACTS), title);
    });
  }

  it('of a DaemonSet that waits for its pods to be deleted restarts none by itself', () => {
    const found = change(daemonSet('web:1', 'OnDelete'), daemonSet('web:2', 'OnDelete'));
    assert.equal(changeTitle(found, FACTS), 'each pod restarts when it is deleted: image 1 → 2');
  });

  it('is told against a version that was refused, which never ran', () => {
    const refused = deployment({ container: { image: undefined } });
    assert.equal(
      changeTitle(change(refused, deployment()), FACTS),
      'restarts 3 pods: image web:1.8 added (the version before was refused, what runs is older)',
    );
  });

  it('is new where the older version cannot be read', () => {
    assert.equal(change(deployment({ spec: { replicas: 'many' } }), deployment()).kind, 'new');
  });

  it('is rejected with the server’s words where the newer version cannot be read', () => {
    const found = change(deployment(), deployment({ spec: { replicas: 'many' } }));
    assert.match(changeTitle(found, FACTS) ?? '', /^rejected: .*cannot unmarshal string into Go struct field/);
  });

  const moved: [what: string, version: string, words: string | undefined][] = [
    ['from extensions/v1beta1, where the labels were the selector', 'extensions/v1beta1', 'no rollout'],
    ['from apps/v1beta1', 'apps/v1beta1', 'no rollout'],
  ];
  for (const [what, apiVersion, words] of moved) {
    it(`of the API's version ${what}, is: ${words ?? 'nothing'}`, () => {
      const { spec, ...rest } = deployment() as { spec: Json };
      const { selector: _defaulted, ...kept } = spec;
      assert.equal(changeTitle(change({ ...rest, apiVersion, spec: kept }, deployment()), FACTS), words);
    });
  }

  it('keeps what an old version of the API made of a DaemonSet that said nothing', () => {
    const { spec, ...rest } = daemonSet('web:1', 'OnDelete') as { spec: Json };
    const { updateStrategy: _defaulted, ...kept } = spec;
    const next = { ...kept, ...(deployment({ container: { image: 'web:2' } }) as { spec: Json }).spec };
    const { replicas: _none, ...written }: Json = next;
    const [before, after] = [
      { ...rest, apiVersion: 'extensions/v1beta1', spec: kept },
      { ...rest, spec: written },
    ];
    assert.equal(changeTitle(change(before, after), FACTS), 'each pod restarts when it is deleted: image 1 → 2');
  });

  it('of labels alone changes nothing that runs', () => {
    assert.ok(changesMarksOnly(change(deployment(), deployment({ labels: { a: 'b' } }))));
    assert.ok(!changesMarksOnly(change(deployment(), deployment({ container: { image: 'web:2' } }))));
  });
});
