import { BODY, many } from './hostileCrowds';

/** Files of a workspace whose builds have been, or could be, worse than what a person writes; one of them is looked at. */
export interface HostileBuild {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly open: string;
}

export const web = (i: number, more = ''): string =>
  `---\napiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web${i}}\nspec:\n  replicas: 3\n` +
  `  selector: {matchLabels: {app: web${i}}}\n  template:\n    metadata: {labels: {app: web${i}}}\n    spec:\n` +
  `      containers:\n      - {name: web, image: web${i}:1${more}}\n`;
const objects = (count: number): string => many(count, (i) => web(i));
const maps = (count: number): string =>
  many(count, (i) => `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: m${i}}\ndata: {a: b}\n`);

const OPEN = 'k/kustomization.yaml';

/** One kustomization over some objects. */
const over = (count: number, kustomization: string): Readonly<Record<string, string>> => ({
  [OPEN]: `resources: [web.yaml]\n${kustomization}`,
  'k/web.yaml': objects(count),
});

/** Folders that each name the next one twice, by two ways. */
function diamond(depth: number, last: string, between: (level: number, way: string) => string): Readonly<Record<string, string>> {
  const files: Record<string, string> = { 'k/kustomization.yaml': 'resources: [../a0, ../b0]\n' };
  for (let level = 0; level < depth; level++)
    for (const way of ['a', 'b']) files[`${way}${level}/kustomization.yaml`] = between(level, way);
  for (const way of ['a', 'b']) {
    files[`${way}${depth}/kustomization.yaml`] = 'resources: [web.yaml]\n';
    files[`${way}${depth}/web.yaml`] = last;
  }
  return files;
}

const chain = (depth: number, count: number, line: string): Readonly<Record<string, string>> => ({
  'k/kustomization.yaml': `resources: [../a0]\n${line}`,
  ...Object.fromEntries(
    Array.from({ length: depth }, (_, i) => [`a${i}/kustomization.yaml`, `resources: [../a${i + 1}]\n${line}`]),
  ),
  [`a${depth}/kustomization.yaml`]: 'resources: [web.yaml]\n',
  [`a${depth}/web.yaml`]: objects(count),
});

const patchOf = (target: string, patch: string): string => `- target: ${target}\n  patch: |-\n    ${patch}\n`;
const add = (path: string): string => `{"op": "add", "path": "${path}", "value": 1}`;
const PAUSE = '[{"op": "add", "path": "/spec/paused", "value": true}]';
const listOf = (count: number, of: (index: number) => string): string => Array.from({ length: count }, (_, i) => of(i)).join(',');
const EVIL = '"^(([a-z])+.)+[A-Z]([a-z])+$"';
const referring = (i: number): string => web(i, `, envFrom: [{configMapRef: {name: m${i}}}]`).replaceAll(`web${i}}`, `web${i}}`);

/** Lists of a kustomization with very many entries, over very many objects. */
const ENTRIES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'resources that are not there': () => over(1, `components: []\nconfigurations: [${many(20_000, (i) => `c${i}.yaml,`)}]\n`),
  'one resource again and again': () => ({ [OPEN]: `resources: [${'web.yaml,'.repeat(20_000)}]\n`, 'k/web.yaml': web(0) }),
  'remote resources': () => over(1, `crds: [${many(5000, (i) => `https://example.com/${i},`)}]\n`),
  'patches by name': () => over(2000, `patches:\n${many(2000, (i) => patchOf(`{kind: Deployment, name: web${i}}`, PAUSE))}`),
  'patches for all': () => over(2000, `patches:\n${many(2000, () => patchOf('{kind: Deployment}', PAUSE))}`),
  'patches by evil names': () => over(500, `patches:\n${many(100, () => patchOf(`{name: ${EVIL}}`, PAUSE))}`),
  'patches that hit nothing': () => over(500, `patches:\n${many(2000, (i) => patchOf(`{name: none${i}}`, PAUSE))}`),
  'merge patches': () =>
    over(
      1000,
      `patches:\n${many(1000, (i) => `- patch: '{apiVersion: apps/v1, kind: Deployment, metadata: {name: web${i}}}'\n`)}`,
    ),
  'steps of one patch': () => over(1, `patches:\n${patchOf('{}', `[${listOf(20_000, (i) => add(`/spec/x${i}`))}]`)}`),
  'copies within copies': () =>
    over(1, `patches:\n${patchOf('{}', `[${listOf(60, (i) => `{"op": "copy", "from": "/spec", "path": "/spec/x${i}"}`)}]`)}`),
  'replacements within replacements': () =>
    over(
      1,
      `replacements:\n${many(40, (i) => `- source: {kind: Deployment, fieldPath: spec}\n  targets: [{select: {kind: Deployment}, fieldPaths: [spec.x${i}], options: {create: true}}]\n`)}`,
    ),
  replacements: () =>
    over(
      1000,
      `replacements:\n${many(1000, (i) => `- source: {kind: Deployment, name: web${i}, fieldPath: metadata.name}\n  targets: [{select: {kind: Deployment}, fieldPaths: [metadata.annotations.a${i}], options: {create: true}}]\n`)}`,
    ),
  images: () => over(2000, `images:\n${many(2000, (i) => `- {name: web${i}, newTag: "2"}\n`)}`),
  replicas: () => over(2000, `replicas:\n${many(2000, (i) => `- {name: web${i}, count: 5}\n`)}`),
  'common labels': () => over(1000, `commonLabels: {${many(3000, (i) => `l${i}: a, `)}}\n`),
  'label entries': () => over(500, `labels:\n${many(500, (i) => `- {pairs: {l${i}: a}, includeSelectors: true}\n`)}`),
  'generated maps': () => over(10, `configMapGenerator:\n${many(5000, (i) => `- {name: m${i}, literals: [a=b]}\n`)}`),
  'literals of one map': () => over(10, `configMapGenerator:\n- {name: m, literals: [${many(30_000, (i) => `a${i}=b,`)}]}\n`),
  variables: () =>
    over(500, `vars:\n${many(500, (i) => `- {name: V${i}, objref: {apiVersion: apps/v1, kind: Deployment, name: web${i}}}\n`)}`),
  'field specs': () => ({
    ...over(500, 'configurations: [c.yaml]\nnamePrefix: p-\n'),
    'k/c.yaml': `namePrefix:\n${many(3000, (i) => `- {path: metadata/x${i}}\n`)}nameReference:\n${many(1000, (i) => `- {kind: K${i}, fieldSpecs: [{path: spec/x}]}\n`)}`,
  }),
  'charts to be rendered': () => over(1, `helmCharts:\n${many(3000, (i) => `- {name: c${i}, repo: "https://example.com"}\n`)}`),
  'a very long prefix': () => over(2000, `namePrefix: ${'a'.repeat(100_000)}\n`),
  'a very long label': () => over(2000, `commonLabels: {a: ${'a'.repeat(100_000)}}\n`),
  'a very long image': () => over(2000, `images:\n${many(2000, (i) => `- {name: web${i}, newName: ${'a'.repeat(10_000)}}\n`)}`),
  'names that others refer to': () => ({
    [OPEN]: 'resources: [web.yaml, maps.yaml]\nnamePrefix: p-\n',
    'k/web.yaml': many(700, referring),
    'k/maps.yaml': maps(700),
  }),
  'unknown fields': () =>
    over(
      1,
      many(20_000, (i) => `x${i}: 1\n`),
    ),
  'transformers in line': () =>
    over(
      200,
      `transformers:\n${many(200, (i) => `- |-\n  {apiVersion: builtin, kind: PrefixSuffixTransformer, metadata: {name: t${i}}, prefix: p, fieldSpecs: [{path: metadata/name}]}\n`)}`,
    ),
};

/** What names what, and what is in it. */
const SHAPES: Readonly<Record<string, () => Readonly<Record<string, string>>>> = {
  'a diamond of nothing': () => diamond(30, '', (level) => `resources: [../a${level + 1}, ../b${level + 1}]\n`),
  'a diamond of objects': () =>
    diamond(30, web(0), (level, way) => `namePrefix: ${way}${level}-\nresources: [../a${level + 1}, ../b${level + 1}]\n`),
  'a diamond of components': () =>
    Object.fromEntries([
      ['k/kustomization.yaml', 'components: [../a0, ../b0]\n'],
      ...Array.from({ length: 30 }, (_, level) =>
        ['a', 'b'].map((way) => [
          `${way}${level}/kustomization.yaml`,
          `apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n${level < 29 ? `components: [../a${level + 1}, ../b${level + 1}]\n` : ''}`,
        ]),
      ).flat(),
    ]) as Record<string, string>,
  'a chain of prefixes': () => chain(60, 500, 'namePrefix: p-\n'),
  'a chain of labels': () => chain(60, 200, 'commonLabels: {a: b, c: d}\n'),
  'a chain without an end': () => ({ [OPEN]: 'resources: [../b]\n', 'b/kustomization.yaml': 'resources: [../k]\n' }),
  'a folder in itself': () => ({ [OPEN]: `resources: [${'., ../k, '.repeat(2000)}]\n` }),
  'many overlays of one base': () => ({
    [OPEN]: 'resources: [web.yaml]\n',
    'k/web.yaml': objects(50),
    ...Object.fromEntries(
      Array.from({ length: 40 }, (_, i) => [`o${i}/kustomization.yaml`, `resources: [../k]\nnamePrefix: p${i}-\n`]),
    ),
  }),
  'paths without an end': () => over(1, `crds: ["${'../'.repeat(30_000)}x", "${'a/'.repeat(30_000)}x"]\n`),
  'very many objects': () => over(20_500, ''),
  'as many objects as it may have': () => over(4_900, ''),
  'many objects': () => over(700, ''),
  'many mistaken objects': () => ({
    [OPEN]: 'resources: [web.yaml]\n',
    'k/web.yaml': objects(600).replaceAll(
      'replicas: 3',
      'paused: true\n  strategy: {rollingUpdate: {maxSurge: 0, maxUnavailable: 0}}',
    ),
  }),
  'a bomb of aliases in an object': () => ({
    [OPEN]: 'resources: [web.yaml]\n',
    'k/web.yaml': `${BODY}a0: &a0 [x]\n${many(30, (i) => `a${i + 1}: &a${i + 1} [${Array<string>(9).fill(`*a${i}`).join(',')}]\n`)}`,
  }),
  'a bomb of aliases in a kustomization': () =>
    over(1, `a0: &a0 [x]\n${many(30, (i) => `a${i + 1}: &a${i + 1} [${Array<string>(9).fill(`*a${i}`).join(',')}]\n`)}`),
  'a bomb of aliases in resources': () => over(1, `crds: &c [x]\nconfigurations: [${'*c,'.repeat(3000)}]\n`),
  'a deep object': () => ({
    [OPEN]: 'resources: [web.yaml]\n',
    'k/web.yaml': `${BODY}x: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}\n`,
  }),
  'a deep patch': () =>
    over(1, `patches:\n- patch: '${BODY.replaceAll('\n', '\n\n    ')}    x: ${'{a: '.repeat(5000)}1${'}'.repeat(5000)}'\n`),
  'a deep kustomization': () => over(1, `patches: ${'['.repeat(5000)}${']'.repeat(5000)}\n`),
  'dangerous keys': () =>
    over(
      2,
      'commonLabels: {__proto__: a, constructor: b, toString: c}\ncommonAnnotations: {__proto__: a}\nnamePrefix: __proto__\n' +
        `patches:\n${patchOf('{kind: Deployment}', `[${add('/__proto__/x')}, ${add('/__proto__')}, ${add('/constructor/prototype/x')}]`)}`,
    ),
};

/** What else stands where a kustomization should: texts that are read closely. */
const TEXTS: Readonly<Record<string, string>> = {
  'open lists': '['.repeat(100_000),
  'open quotes': 'namePrefix: "'.repeat(20_000),
  'question marks': '? '.repeat(100_000),
  'line breaks': '\n'.repeat(100_000),
  tabs: '\t'.repeat(100_000),
  NULs: '\0'.repeat(100_000),
  stars: '*a '.repeat(50_000),
  'open conditions': '{{ if x }}\n'.repeat(20_000),
  'dollar signs': '$('.repeat(50_000),
  'a long line': `namePrefix: ${'a b '.repeat(250_000)}`,
};

export function hostileOverlays(): HostileBuild[] {
  const named = (what: string, of: Readonly<Record<string, () => Readonly<Record<string, string>>>>): HostileBuild[] =>
    Object.entries(of).map(([name, make]) => ({ name: `overlay ${what} ${name}`, files: make(), open: OPEN }));
  const fromBelow = named('with', SHAPES).flatMap((build) =>
    build.files['k/web.yaml'] === undefined ? [] : [{ ...build, name: `${build.name}, from the object`, open: 'k/web.yaml' }],
  );
  const texts = Object.entries(TEXTS).flatMap(([what, text]) => [
    { name: `a kustomization with ${what}`, files: over(2, text), open: OPEN },
    {
      name: `a kustomization with an object with ${what}`,
      files: { ...over(2, ''), 'k/web.yaml': web(0) + text },
      open: 'k/web.yaml',
    },
    {
      name: `a kustomization with a patch with ${what}`,
      files: { ...over(2, 'patches: [{path: p.yaml}]\n'), 'k/p.yaml': text },
      open: 'k/p.yaml',
    },
  ]);
  return [...named('of many', ENTRIES), ...named('with', SHAPES), ...fromBelow, ...texts];
}
