import { BODY, beside, crowds, inContainer, inPod, inSpec, many, type HostileFile } from './hostileCrowds';
import { hostileWorkloads } from './hostileWorkloads';

/** Texts that have frozen, aborted or misled readers of YAML, editors and linters: made here, so that none has to be kept. */

/** What opens something: repeated it nests, or fails to. */
const OPENERS: Readonly<Record<string, string>> = {
  'flow lists': '[',
  'flow maps': '{',
  'flow maps with keys': '{a: ',
  'flow lists in maps': '[{a: ',
  'block lists': '- ',
  'block keys': '? ',
  'keys in lists': '- ? ',
  'open quotes after keys': 'kind: "',
  'open quotes in lines': 'kind: "\n',
  'single quotes after keys': "kind: '",
  'tagged lists': '!t [',
  'anchored lists': '&a [',
  'flow keys': '{? ',
  'flow lists with commas': '[,',
  'empty pairs': '[:',
  'kinds in flow': '{kind: Deployment, a: ',
};

/** What is only there very often. */
const REPEATED: Readonly<Record<string, string>> = {
  colons: ':',
  quotes: '"',
  'single quotes': "'",
  hashes: '#',
  ampersands: '&',
  stars: '*',
  bangs: '!',
  'percent signs': '%',
  pipes: '|',
  tabs: '\t',
  blanks: ' ',
  'line breaks': '\n',
  'carriage returns': '\r',
  backslashes: '\\',
  dashes: '-',
  'question marks': '?',
  commas: ',',
  'closing brackets': ']',
  'closing braces': '}',
  'byte order marks': '\uFEFF',
  'line separators': '\u2028',
  'next lines': '\u0085',
  'bidirectional marks': '\u202E',
  'non-characters': '\uFFFF',
  'halves of pairs': '\uD800',
  NULs: '\0',
  emoji: '😀',
  backticks: '`',
  'at signs': '@',
  'empty documents': '---\n',
  'ends of documents': '...\n',
  directives: '%YAML 1.1\n',
  'tag directives': '%TAG ! !\n',
  comments: '# x\n',
  'ignore comments': '# rollout-lens: ignore\n',
  kinds: 'kind: Deployment\n',
  'empty keys': ': \n',
  anchors: '&a ',
  aliases: '*a ',
  merges: '<<: *a\n',
  'blank lines with tabs': '\t\n',
  'block scalars': 'a: |\n',
  'lists of nothing': '-\n',
  tags: '!!str ',
  'folded lines': 'a: >\n  b\n',
  'template openers': '{{',
  'template closers': '}}',
  'template comments': '{{/* x',
  conditions: '{{ if x }}\n',
  'ends of conditions': '{{ end }}\n',
  placeholders: '${',
  'nested placeholders': '${A:-',
  'hash placeholders': '#{',
  'other tags': '{% if %}\n',
  'angle tags': '<%',
  'annotated comments': '#@ x\n',
  dollars: '$',
  'closed templates': '{{ .x }}',
};

/** Values of one line, longer than anybody writes. */
const LONG_VALUES: Readonly<Record<string, (length: number) => string>> = {
  digits: (n) => '9'.repeat(n),
  'zeros and a letter': (n) => `${'0'.repeat(n)}x`,
  'digits and a dot': (n) => `${'1'.repeat(n)}.${'1'.repeat(n)}`,
  exponent: (n) => `1e${'9'.repeat(n)}`,
  octal: (n) => `0${'7'.repeat(n)}`,
  hexadecimal: (n) => `0x${'f'.repeat(n)}`,
  underscores: (n) => `1${'_'.repeat(n)}1`,
  percent: (n) => `${'9'.repeat(n)}%`,
  'blanks in quotes': (n) => `"${' '.repeat(n)}x"`,
  escapes: (n) => `"${' \\n'.repeat(n / 3)}"`,
  letters: (n) => 'a'.repeat(n),
  dots: (n) => `a${'.a'.repeat(n / 2)}`,
  slashes: (n) => `"${'/'.repeat(n)}"`,
  'colons in quotes': (n) => `"${':'.repeat(n)}"`,
  'braces in quotes': (n) => `"${'{{'.repeat(n / 2)}"`,
  'dollars in quotes': (n) => `"${'${'.repeat(n / 2)}"`,
  'brackets in quotes': (n) => `"${"['".repeat(n / 2)}"`,
  angles: (n) => `"${'<a '.repeat(n / 3)}"`,
  'Markdown links': (n) => `"${'[a](command:b) '.repeat(n / 15)}"`,
  'commas in quotes': (n) => `"${','.repeat(n)}"`,
};

/** Where a value can stand that something reads closely. */
const PLACES: Readonly<Record<string, (value: string) => string>> = {
  replicas: (value) => BODY.replace('replicas: 3', `replicas: ${value}`),
  'the image': (value) => BODY.replace('web:1', value),
  'a name': (value) => BODY.replace('  name: web', `  name: ${value}`),
  'a bound': (value) => inSpec(`  strategy: {rollingUpdate: {maxSurge: ${value}, maxUnavailable: ${value}}}\n`),
  labels: (value) => BODY.replaceAll('app: web', `app: ${value}`),
  'a quantity': (value) => inContainer(`        resources: {requests: {cpu: ${value}, memory: ${value}}}\n`),
  'a field path': (value) => inContainer(`        env: [{name: A, valueFrom: {fieldRef: {fieldPath: ${value}}}}]\n`),
  'an argument': (value) => inContainer(`        args: [${value}]\n`),
  'a port': (value) => inContainer(`        ports: [{containerPort: 80, name: ${value}}]\n`),
  'a selector': (value) => inPod(`nodeSelector: {a: ${value}}\n`),
  'an annotation': (value) => BODY.replace('  name: web', `  name: web\n  annotations: {a: ${value}}`),
  'the kind': (value) => BODY.replace('kind: Deployment', `kind: ${value}`),
  'a top key': (value) => beside(`${value}: 1\n`),
};

const SHORT = 2_000;
const LONG = 100_000;

function nested(): HostileFile[] {
  return Object.entries(OPENERS).flatMap(([what, opener]) =>
    [SHORT, LONG].flatMap((length) => [
      { name: `${length} ${what}`, text: `kind: Deployment\n${opener.repeat(length)}` },
      { name: `${length} ${what} in a Deployment`, text: `${BODY}x: ${opener.repeat(length)}` },
    ]),
  );
}

function repeated(): HostileFile[] {
  return Object.entries(REPEATED).flatMap(([what, text]) => [
    { name: `${LONG} ${what} behind a Deployment`, text: BODY + text.repeat(LONG) },
    { name: `${LONG} ${what} in a value`, text: BODY.replace('web:1', text.repeat(LONG)) },
  ]);
}

function longValues(): HostileFile[] {
  return Object.entries(LONG_VALUES).flatMap(([what, make]) =>
    Object.entries(PLACES).map(([where, put]) => ({ name: `${what} in ${where}`, text: put(make(30_000)) })),
  );
}

function* steps(count: number, line: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield line(i);
}

const NAME = 'a'.repeat(20_000);

function shapes(): HostileFile[] {
  const bomb = (width: number, depth: number): string =>
    `a0: &a0 [x]\n${many(depth, (i) => `a${i + 1}: &a${i + 1} [${Array<string>(width).fill(`*a${i}`).join(',')}]\n`)}`;
  return [
    { name: 'a staircase of keys', text: BODY + [...steps(1500, (i) => `${' '.repeat(i)}a:`)].join('\n') },
    { name: 'a staircase of lists', text: BODY + [...steps(1500, (i) => `${' '.repeat(i * 2)}-`)].join('\n') },
    { name: 'a staircase downwards', text: BODY + [...steps(1500, (i) => `${' '.repeat(1500 - i)}a: 1`)].join('\n') },
    { name: 'a bomb of aliases', text: bomb(9, 30) + BODY },
    { name: 'a narrow bomb of aliases', text: bomb(2, 5000) + BODY },
    { name: 'an anchor in itself', text: `${BODY}x: &a [*a]\n` },
    { name: 'Lists in Lists', text: 'kind: List\nitems:\n'.repeat(3000) },
    { name: 'one key of a million letters', text: `${'a'.repeat(1_000_000)}: 1\n${BODY}` },
    { name: 'one comment of a million letters', text: `# ${'a'.repeat(1_000_000)}\n${BODY}` },
    { name: 'one line of a million letters', text: `${BODY}x: ${'a b '.repeat(250_000)}` },
    { name: 'a block of two million letters', text: `${BODY}x: |\n${'  abcdefg hijklmn\n'.repeat(120_000)}` },
    { name: 'a quoted text of 40,000 lines', text: `${BODY}x: "${'a\n  '.repeat(40_000)}"\n` },
    { name: 'a quoted text of 40,000 lines without indentation', text: `${BODY}x: "${'a\n'.repeat(40_000)}"\n` },
    { name: 'a plain text of 40,000 lines', text: `${BODY}x: a\n${'  a\n'.repeat(40_000)}` },
    {
      name: 'a Deployment in a Deployment, 500 times',
      text: [...steps(500, (i) => `${' '.repeat(i * 2)}kind: Deployment\n${' '.repeat(i * 2)}spec:`)].join('\n'),
    },
    { name: 'deep JSON', text: `{"kind": "Deployment", "a": ${'{"a": '.repeat(50_000)}` },
    { name: 'deep JSON lists', text: `{"kind": "Deployment", "a": ${'['.repeat(50_000)}${']'.repeat(50_000)}}` },
    { name: 'JSON with comments', text: `{"kind": "Deployment", ${'/* " */ // "\n'.repeat(50_000)}}` },
    { name: 'JSON with open comments', text: `{"kind": "Deployment", ${'/* '.repeat(50_000)}` },
    { name: 'JSON with open texts', text: `{"kind": "Deployment" ${'"\\'.repeat(50_000)}` },
    { name: 'line ends of another system', text: BODY.replaceAll('\n', '\r') + 'a: 1\r'.repeat(30_000) },
    { name: 'mixed line ends', text: BODY.replaceAll('\n', '\r\n') + 'a: 1\r\n\n\r'.repeat(30_000) },
    {
      name: 'a Service that nearly selects by a long label',
      text: `${BODY.replaceAll('app: web', `app: ${NAME}`)}---\napiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector: {app: ${NAME}b}\n`,
    },
    {
      name: 'a ConfigMap whose long name is nearly asked for',
      text: `${inContainer(`        envFrom: [{configMapRef: {name: ${NAME}}}]\n`)}---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${NAME}b}\n`,
    },
    { name: 'the most replicas', text: BODY.replace('replicas: 3', 'replicas: 2147483647') },
    { name: 'too many documents with nothing', text: `${BODY}${'--- \n'.repeat(200_000)}` },
    { name: 'a pod with 100,000 containers', text: BODY + '      - name: web\n'.repeat(100_000) },
    {
      name: 'a List of 60,000 small items',
      text: `apiVersion: v1\nkind: List\nitems:\n${'- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: a}\n'.repeat(60_000)}`,
    },
    {
      name: 'a tied List of 20,000 items',
      text: `apiVersion: v1\nkind: List\nitems:\n- &a {}\n- *a\n${'- apiVersion: v1\n  kind: Service\n  metadata: {name: a}\n'.repeat(20_000)}`,
    },
  ];
}

/** All of them; the same each time. */
export function hostileFiles(): readonly HostileFile[] {
  return [...nested(), ...repeated(), ...longValues(), ...crowds(), ...hostileWorkloads(), ...shapes()];
}
