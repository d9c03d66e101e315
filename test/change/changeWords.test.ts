import assert from 'node:assert/strict';
import { changeTitle, fieldWords, withoutConsequences } from '../../src/change/changeWords';
import { change, deployment, FACTS, type Json, type Parts } from './versions';

describe('a change in words', () => {
  const words: [what: string, before: Parts, after: Parts, said: string[]][] = [
    [
      'one more argument',
      { container: { args: ['--a', '--b=1'] } },
      { container: { args: ['--a', '--b=1', '--c'] } },
      ['args --c added'],
    ],
    [
      'another argument',
      { container: { args: ['--a', '--b=1'] } },
      { container: { args: ['--a', '--b=2'] } },
      ['args --b=1 → --b=2'],
    ],
    [
      'many arguments',
      { container: { args: ['--a', '--b'] } },
      { container: { args: ['--c', '--d', '--e'] } },
      ['args 3 added, 2 removed'],
    ],
    ['a container with another name', {}, { container: { name: 'shop' } }, ['container shop in the place of web']],
    [
      'a registry that was meant anyway',
      { container: { image: 'web:1' } },
      { container: { image: 'docker.io/library/web:1' } },
      ['image web:1 → docker.io/library/web:1 (the same image)'],
    ],
    [
      'an image from another registry',
      { container: { image: 'eu.gcr.io/some-long-project-name/shop/frontend:v1' } },
      { container: { image: 'us-docker.pkg.dev/some-long-project-name/shop/frontend:v2' } },
      ['image v1 from eu.gcr.io → v2 from us-docker.pkg.dev'],
    ],
    [
      'a variable that is nobody else’s business',
      { container: { env: [{ name: 'DB_PASSWORD', value: 'a' }] } },
      { container: { env: [{ name: 'DB_PASSWORD', value: 'b' }] } },
      ['env DB_PASSWORD changed'],
    ],
    [
      'tags with digests',
      { container: { image: `web:1@sha256:${'a'.repeat(64)}` } },
      { container: { image: `web:2@sha256:${'b'.repeat(64)}` } },
      ['image 1 → 2'],
    ],
    [
      'the digest of a tag',
      { container: { image: `web:1@sha256:${'a'.repeat(64)}` } },
      { container: { image: `web:1@sha256:${'b'.repeat(64)}` } },
      ['image 1@sha256:aaaaaaaaaaaa… → 1@sha256:bbbbbbbbbbbb…'],
    ],
    [
      'a checksum',
      { annotations: { 'checksum/config': 'a'.repeat(64) } },
      { annotations: { 'checksum/config': 'b'.repeat(64) } },
      ['annotation checksum/config of the pods changed'],
    ],
    [
      'long values',
      { container: { env: [{ name: 'OPTS', value: `${'-Xmx128m '.repeat(6)}-a` }] } },
      { container: { env: [{ name: 'OPTS', value: `${'-Xmx128m '.repeat(6)}-b` }] } },
      ['env OPTS …mx128m -a → …mx128m -b'],
    ],
    [
      'the account of the pods, which has two names',
      {},
      { pod: { serviceAccountName: 'shop' } },
      ['serviceAccountName shop added'],
    ],
  ];
  for (const [what, before, after, said] of words) {
    it(`says of ${what}: ${said.join()}`, () => {
      const { template } = change(deployment(before), deployment(after));
      assert.deepEqual(
        withoutConsequences(template).map((field) => fieldWords(field, template)),
        said,
      );
    });
  }

  it('speaks of requests and limits together where many change', () => {
    const all = { resources: { requests: { cpu: '1', memory: '1Gi' }, limits: { cpu: '2', memory: '2Gi' } } };
    assert.equal(
      changeTitle(change(deployment(), deployment({ container: all })), FACTS),
      'restarts 3 pods: requests and limits',
    );
  });

  it('names the place of each field in the new version', () => {
    const before = deployment({ pod: { containers: [{ name: 'a', image: 'a:1' }] } });
    const after = deployment({
      pod: {
        containers: [
          { name: 'b', image: 'b:1' },
          { name: 'a', image: 'a:2' },
        ],
      },
    });
    const { template } = change(before, after);
    assert.deepEqual(
      template.map((field) => [field.path.join('.'), fieldWords(field, template)]),
      [
        ['spec.template.spec.containers.0', 'container b added'],
        ['spec.template.spec.containers.1.image', 'image of a 1 → 2'],
      ],
    );
  });

  it('cuts digests and long values', () => {
    const digest = (letter: string): Json => ({ image: `reg.io/web@sha256:${letter.repeat(64)}` });
    const { template } = change(deployment({ container: digest('a') }), deployment({ container: digest('b') }));
    assert.deepEqual(
      template.map((field) => fieldWords(field)),
      ['image sha256:aaaaaaaaaaaa… → sha256:bbbbbbbbbbbb…'],
    );
  });
});
