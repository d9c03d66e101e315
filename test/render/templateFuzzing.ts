import assert from 'node:assert/strict';
import { kubeVersionOf } from '../../src/render/helm/capabilities';
import { ParsedTemplates } from '../../src/render/helm/engine';
import { helmFunctions } from '../../src/render/helm/functions/functions';
import { prepareChart, renderChart } from '../../src/render/helm/helmTemplate';
import { manifestOf } from '../../src/render/helm/printedManifest';
import { fromJson } from '../../src/render/helm/jsonPrefix';
import { loadFiles } from '../../src/render/helm/loader';
import { asTable } from '../../src/render/helm/structReader';
import { BUILTINS } from '../../src/render/goTemplate/builtins';
import { Trace } from '../../src/render/goTemplate/trace';
import { GoError, LimitError } from '../../src/render/goTemplate/value';
import { readRecords } from '../conformance/replay';
import { Draw } from '../support/draw';

interface Base {
  readonly template: string;
  readonly helpers?: string;
  readonly values: unknown;
}

const FOLDER = 'test/conformance/data/helm/visible';

/** The recorded templates, from which all mutations start. */
export function templateBases(): readonly Base[] {
  return ['templates', 'functions'].flatMap((name) =>
    [...readRecords(`${FOLDER}/${name}.jsonl.gz`)].map(({ record }) => record as unknown as Base),
  );
}

const WORDS: readonly string[] = [
  ...helmFunctions({ random: () => 0.5, now: 0 }).keys(),
  ...BUILTINS.keys(),
  ...['include', 'tpl', 'required', 'fail'],
];

/** Pieces that have broken lexers, arithmetic and look-ups before. */
const TOKENS: readonly string[] = [
  ...[
    '{{',
    '}}',
    '{{-',
    '-}}',
    '{{/*',
    '*/}}',
    '(',
    ')',
    '|',
    ' ',
    '\n',
    '.',
    '$',
    '$x',
    ':=',
    '=',
    ',',
    '"',
    '`',
    "'",
    '\\',
    '\0',
    '\uD800',
  ],
  ...[
    'if',
    'else',
    'end',
    'range',
    'with',
    'define',
    'block',
    'template',
    'break',
    'continue',
    'nil',
    'true',
    'else if',
    '.Values',
  ],
  ...[
    '.__proto__',
    '.constructor',
    '.prototype',
    '.toString',
    '.size',
    '.get',
    '.items',
    '.type',
    '"__proto__"',
    '"constructor"',
  ],
  ...[
    '0',
    '-1',
    '9223372036854775807',
    '-9223372036854775808',
    '1e308',
    '0x1p-1074',
    '1i',
    "'a'",
    '1_000',
    '99999999999999999999',
  ],
  ...['"(a*)*b"', '"[[:alpha:]]{2,1000}"', '"%!d%s%*d%[9]v"', '"\\x00"', '"2006-01-02"', '">=1.2 <3 || ~4.x"', '"{{ . }}"'],
  ...['{{ include "x" . }}', '{{ tpl . $ }}', '{{ define "x" }}{{ include "x" . }}{{ end }}', '{{ range until 9 }}', '{{ end }}'],
];

const ODD_KEYS: unknown = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');

const LEAVES: readonly unknown[] = [
  ...[null, '', 0, -1, 1e308, 2 ** 53, 0.1, true, [], {}, [[]], [null], '{{ . }}', '__proto__', '\uD800', '%', '-', '0x', 'a: b'],
  ...[ODD_KEYS, 'x'.repeat(2000), Array.from({ length: 300 }, (_, i) => i)],
];

const PIECES = /\{\{-?|-?\}\}|"(?:[^"\\\n]|\\.)*"|\.?\w+|\s+|[^]/g;

function piecesOf(text: string): string[] {
  return text.match(PIECES) ?? [];
}

/** Pieces of the same kind may stand for each other, and the syntax stays. */
const KINDS: readonly RegExp[] = [
  /^"/,
  /^-?\d/,
  /^\.\w/,
  /^(?!(?:if|else|end|range|with|define|block|template|break|continue)$)[a-zA-Z]\w*$/,
];
const FILLINGS: readonly (readonly string[])[] = KINDS.map((kind) => [...TOKENS, ...WORDS].filter((word) => kind.test(word)));

/** Other names, numbers and texts where some stood. */
function exchange(draw: Draw, pieces: readonly string[], foreign: readonly string[]): string[] {
  const share = draw.of([0, 0.03, 0.15]);
  return pieces.map((piece) => {
    const kind = KINDS.findIndex((candidate) => candidate.test(piece));
    if (kind < 0 || !draw.chance(share)) return piece;
    const others = foreign.filter((other) => KINDS[kind]?.test(other));
    return draw.of(others.length > 0 && draw.chance(0.5) ? others : (FILLINGS[kind] ?? [piece]));
  });
}

/** Something cut, copied or put in. */
function disorder(draw: Draw, pieces: string[], foreign: readonly string[]): void {
  const at = draw.upTo(pieces.length);
  const from = draw.upTo(foreign.length);
  switch (draw.upTo(3)) {
    case 0:
      pieces.splice(at, draw.upTo(4));
      break;
    case 1:
      pieces.splice(at, draw.upTo(1), draw.of(TOKENS));
      break;
    case 2:
      pieces.splice(at, draw.upTo(2), ...foreign.slice(from, from + 1 + draw.upTo(12)));
      break;
    default:
      pieces.splice(at, 0, ...pieces.slice(at, at + draw.upTo(4)));
  }
}

/** Pieces of another template are among those that come in. */
function mutateTemplate(draw: Draw, text: string, other: string): string {
  const foreign = piecesOf(other);
  const pieces = exchange(draw, piecesOf(text), foreign);
  if (draw.chance(0.3)) for (let count = draw.upTo(4); count > 0; count--) disorder(draw, pieces, foreign);
  return draw.chance(0.2) ? pieces.join('') + other : pieces.join('');
}

function mutateValues(draw: Draw, value: unknown): unknown {
  if (draw.chance(0.1)) return draw.of(LEAVES);
  if (Array.isArray(value)) return value.map((item) => mutateValues(draw, item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mutateValues(draw, item)]));
}

export interface FuzzedTemplate {
  readonly templates: Readonly<Record<string, string>>;
  readonly values: unknown;
}

export function fuzzedTemplate(bases: readonly Base[], seed: number): FuzzedTemplate {
  const draw = new Draw('templates', seed);
  const { template, helpers = '', values } = draw.of(bases);
  const mutated = mutateTemplate(draw, template, draw.of(bases).template);
  const partials = draw.chance(0.3) ? mutateTemplate(draw, helpers, mutated) : helpers;
  return { templates: { 't.yaml': mutated, '_h.tpl': partials }, values: draw.chance(0.5) ? mutateValues(draw, values) : values };
}

const OPTIONS = { release: { name: 'rel', namespace: 'ns' }, kubeVersion: kubeVersionOf('1.36.4'), warn: (): void => undefined };
const OWN_NAMES = Object.getOwnPropertyNames(Object.prototype).length;

/** Renders; nothing but a text or an error of the room's own may come out, and nothing of JavaScript may be seen. */
export function renderFuzzed({ templates, values }: FuzzedTemplate): 'text' | 'error' | 'limit' {
  const files = Object.entries(templates).map(([name, data]) => ({ name: `templates/${name}`, data }));
  // What is no manifest was rendered nevertheless.
  let ending: 'text' | 'error' = 'error';
  const chart = loadFiles([{ name: 'Chart.yaml', data: 'apiVersion: v2\nname: c\nversion: 1.0.0\n' }, ...files]);
  try {
    const table = asTable(fromJson(typeof values === 'object' && !Array.isArray(values) ? (values ?? {}) : {}));
    const context = { parsed: new ParsedTemplates(), trace: new Trace() };
    const rendered = renderChart(prepareChart(chart, table, OPTIONS), OPTIONS, context);
    for (const { text } of rendered.values())
      assert.doesNotMatch(text, /\[native code\]|\[object |^undefined$|\bclass [A-Z]\w+ \{/);
    ending = 'text';
    manifestOf(rendered);
    return 'text';
  } catch (error) {
    if (error instanceof LimitError) return 'limit';
    if (error instanceof GoError) return ending;
    throw error;
  } finally {
    assert.equal(Object.getOwnPropertyNames(Object.prototype).length, OWN_NAMES);
  }
}
