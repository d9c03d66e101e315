import { strict as assert } from 'node:assert';
import { build, buildText } from '../../src/render/kustomize/build';
import { fileTree } from '../support/fileTree';

const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
const ACCOUNT = text('apiVersion: v1', 'kind: ServiceAccount', 'metadata: {name: web}');
const LAMP = text('apiVersion: example.com/v1', 'kind: Lamp', 'metadata: {name: lamp}', 'spec: {secret: {key: door}, plug: {}}');
const DOOR = text('apiVersion: v1', 'kind: Secret', 'metadata: {name: door}');

/** What stands in `app` and beside it. */
function built(files: Readonly<Record<string, string>>): string {
  const result = build(fileTree(files), 'app', { keepOrder: true });
  return result.error === undefined ? buildText(result) : `error: ${result.error.kind}: ${result.error.message}`;
}

describe('`configurations` of a kustomization', () => {
  const lampsOnly = 'namePrefix:\n- {path: metadata/name, kind: Lamp}\n';
  const app = (resources: string): string => text(`resources: [${resources}]`, 'namePrefix: a-', 'configurations: [names.yaml]');

  it('with a rule for one kind take the place of the one for all kinds', () => {
    const files = { 'app/kustomization.yaml': app('lamp.yaml, door.yaml'), 'app/names.yaml': lampsOnly };
    const made = built({ ...files, 'app/lamp.yaml': LAMP, 'app/door.yaml': DOOR });
    assert.match(made, /name: a-lamp$/m);
    assert.match(made, /name: door$/m);
  });

  it('add to the one for all kinds where a base has brought it', () => {
    const files = { 'app/kustomization.yaml': app('lamp.yaml, ../base'), 'app/names.yaml': lampsOnly };
    const base = { 'base/kustomization.yaml': 'resources: [door.yaml]\n', 'base/door.yaml': DOOR };
    const made = built({ ...files, ...base, 'app/lamp.yaml': LAMP });
    assert.match(made, /name: a-a-lamp$/m);
    assert.match(made, /name: a-door$/m);
  });
});

describe('`crds` of a kustomization', () => {
  const typeOf = (properties: object): object => ({ Schema: { properties } });
  const basics = { kind: {}, apiVersion: {}, metadata: {} };
  const withDefinitions = (definitions: unknown): string =>
    built({
      'app/kustomization.yaml': text(
        'resources: [lamp.yaml, door.yaml]',
        'crds: [lamp.json]',
        'namePrefix: a-',
        'commonAnnotations: {by: us}',
        'commonLabels: {room: hall}',
      ),
      'app/lamp.yaml': LAMP,
      'app/door.yaml': DOOR,
      'app/lamp.json': typeof definitions === 'string' ? definitions : JSON.stringify(definitions),
    });
  const refersTo = { 'x-kubernetes-object-ref-api-version': 'v1', 'x-kubernetes-object-ref-kind': 'Secret' };

  const cases: readonly (readonly [what: string, secret: object, text: RegExp])[] = [
    [
      'say which field is the name of another object',
      { ...refersTo, 'x-kubernetes-object-ref-name-key': 'key' },
      /key: a-door$/m,
    ],
    ['leave fields alone of which they say nothing', {}, /key: door$/m],
    ['do not take a field for a name that has another key', refersTo, /key: door$/m],
    ['say which field has annotations', { 'x-kubernetes-annotation': '' }, /secret:\n {4}by: us\n {4}key: door$/m],
    ['say which field selects by labels', { 'x-kubernetes-label-selector': '' }, /secret:\n {4}key: door\n {4}room: hall$/m],
  ];
  for (const [what, secret, expected] of cases)
    it(what, () => {
      const lamp = typeOf({ ...basics, spec: { $ref: 'example.com/v1.LampSpec' } });
      const spec = typeOf({ secret, plug: {} });
      assert.match(withDefinitions({ 'example.com/v1.Lamp': lamp, 'example.com/v1.LampSpec': spec }), expected);
    });

  it('are not objects of kind CustomResourceDefinition', () => {
    const crd = text(
      'apiVersion: apiextensions.k8s.io/v1',
      'kind: CustomResourceDefinition',
      'metadata: {name: lamps.example.com}',
    );
    assert.match(withDefinitions(crd), /^error: openapi: .*lamp\.json/);
  });

  it('end with an error where a definition is part of itself', () => {
    const endless = typeOf({ ...basics, spec: { $ref: 'v1.Lamp' } });
    assert.match(withDefinitions({ 'v1.Lamp': endless }), /^error: openapi: .*part of itself/);
  });
});

describe('a RoleBinding', () => {
  const bound = (subject: string): string =>
    built({
      'app/kustomization.yaml': 'resources: [account.yaml, binding.yaml]\n',
      'app/account.yaml': ACCOUNT,
      'app/binding.yaml': text(
        'apiVersion: rbac.authorization.k8s.io/v1',
        'kind: RoleBinding',
        'metadata: {name: web}',
        `subjects: [${subject}]`,
      ),
    });

  it('is refused with an account whose namespace is blank', () => {
    assert.match(bound('{kind: ServiceAccount, name: web, namespace: }'), /^error: resource-malformed: .*namespace is blank/);
  });

  it('is built without one', () => {
    assert.match(bound('{kind: ServiceAccount, name: web}'), /^kind: RoleBinding$/m);
    assert.match(bound('{kind: User, name: web, namespace: }'), /^kind: RoleBinding$/m);
  });
});

describe('`originAnnotations` of a kustomization', () => {
  const maker = text(
    'apiVersion: builtin',
    'kind: ConfigMapGenerator',
    'metadata: {name: maker}',
    'name: settings',
    'literals: [a=b]',
  );

  it('name the file of an object that generates', () => {
    const files = { 'base/kustomization.yaml': 'generators: [maker.yaml]\n', 'base/maker.yaml': maker };
    const made = built({ ...files, 'app/kustomization.yaml': 'resources: [../base]\nbuildMetadata: [originAnnotations]\n' });
    assert.match(
      made,
      /configuredIn: \.\.\/base\/maker\.yaml\n *configuredBy:\n *apiVersion: builtin\n *kind: ConfigMapGenerator\n *name: maker$/m,
    );
  });

  it('name the kustomization of one that is written in it', () => {
    const inline = `generators:\n- |\n  ${maker.trim().replaceAll('\n', '\n  ')}\nbuildMetadata: [originAnnotations]\n`;
    assert.match(built({ 'app/kustomization.yaml': inline }), /configuredIn: kustomization\.yaml$/m);
  });

  it('name the first of several that have made an object', () => {
    const base = text('configMapGenerator:', '- {name: settings, literals: [a=b]}');
    const more = text('resources: [../base]', 'configMapGenerator:', '- {name: settings, behavior: merge, literals: [c=d]}');
    const made = built({
      'base/kustomization.yaml': base,
      'app/kustomization.yaml': `${more}buildMetadata: [originAnnotations]\n`,
    });
    assert.match(made, /configuredIn: \.\.\/base\/kustomization\.yaml$/m);
  });
});
