import assert from 'node:assert/strict';
import { overlayPlan } from '../../../src/render/kustomize/overlayPlan';
import { fileTree } from '../../support/fileTree';

const OVERLAY = 'prod/kustomization.yaml';
const OBJECT = `apiVersion: apps/v1
kind: Deployment
metadata: {name: front, namespace: shop, labels: {tier: front}}
`;
const TARGET = '{group: apps, version: v1, kind: Deployment, name: front, namespace: shop, labelSelector: "tier=front"}';

describe('A patch that hits nothing', () => {
  const ALL = /no object has kind Deployment, name front, namespace shop, group apps, version v1 and labelSelector tier=front/;
  const OTHERS: readonly (readonly [what: string, object: string, hint: RegExp])[] = [
    [
      'its version',
      OBJECT.replace('apps/v1', 'apps/v1beta1'),
      /; Deployment front has all of it but the version, which is v1beta1$/,
    ],
    ['its group', OBJECT.replace('apps/v1', 'v1'), /; Deployment front has all of it but the group, which is not set$/],
    [
      'its namespace',
      OBJECT.replace(', namespace: shop', ''),
      /; Deployment front has all of it but the namespace, which is not set$/,
    ],
    ['its labels', OBJECT.replace('tier: front', 'tier: back'), /; Deployment front has all of it but the labels$/],
    ['its name', OBJECT.replace('name: front,', 'name: frontt,'), /; the nearest: Deployment frontt$/],
  ];
  for (const [what, object, hint] of OTHERS)
    it(`names all that it wants, and what an object has but for ${what}`, () => {
      const files = {
        [OVERLAY]: `resources: [web.yaml]\npatches: [{patch: '${PATCH}', target: ${TARGET}}]\n`,
        'prod/web.yaml': object,
      };
      const { problems } = overlayPlan('prod', { name: 'prod', home: OVERLAY }).build(fileTree(files));
      const [{ id, severity, message } = assert.fail(), ...more] = problems;
      assert.deepEqual([id, severity, more], ['patch-misses', 'warning', []]);
      assert.match(message, ALL);
      assert.match(message, hint);
    });

  const DELETE = '{apiVersion: apps/v1, kind: Deployment, metadata: {name: front, namespace: shop}, $patch: delete}';
  const DELETING: readonly (readonly [how: string, fields: string])[] = [
    ['an old patch', `patchesStrategicMerge: ['${DELETE}']\npatches: [`],
    ['a patch before it', `patches: [{patch: '${DELETE}'}, `],
    ['a patch with a target before it', `patches: [{patch: '${DELETE}', target: {name: front}}, `],
  ];
  for (const [how, fields] of DELETING)
    it(`is no mistake where ${how} deletes its object, but one where it deletes another`, () => {
      const problemsFor = (target: string): readonly unknown[] => {
        const files = {
          [OVERLAY]: `resources: [web.yaml]\n${fields}{patch: '${PATCH}', target: ${target}}]\n`,
          'prod/web.yaml': OBJECT,
        };
        return overlayPlan('prod', { name: 'prod', home: OVERLAY })
          .build(fileTree(files))
          .problems.map(({ id }) => id);
      };
      assert.deepEqual(problemsFor(TARGET), []);
      assert.deepEqual(problemsFor('{kind: Deployment, name: back}'), ['patch-misses']);
      assert.deepEqual(problemsFor('{kind: Service, name: front}'), ['patch-misses']);
    });

  it('may be meant for what a file gets that is still without objects', () => {
    const files = {
      [OVERLAY]: `resources: [web.yaml, made.yaml]\npatches: [{patch: '${PATCH}', target: ${TARGET}}]\n`,
      'prod/web.yaml': OBJECT.replace('front', 'back'),
      'prod/made.yaml': '# Bootstrapping writes this file.\n',
    };
    assert.deepEqual(overlayPlan('prod', { name: 'prod', home: OVERLAY }).build(fileTree(files)).problems, []);
  });
});

const PATCH = '[{"op": "remove", "path": "/spec/replicas"}]';
