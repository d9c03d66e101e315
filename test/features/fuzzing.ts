import fc from 'fast-check';
import { fixtureManifests } from '../support/sharedData';
import { checkIncremental, useEverything } from './everything';

/** Pieces that have broken parsers, editors and arithmetic before. */
const TOKENS: readonly string[] = [
  ...['\n', '\r\n', '\r', '\t', '  ', '\0', '\uFEFF', '\u2028', '\u0085', '\uD800', '😀', '\\', '"', "'", '`', '#', '%', '@'],
  ...[
    '---\n',
    '...\n',
    '\n--- ',
    '--- |\n',
    '%YAML 1.2\n---\n',
    '? ',
    ': ',
    '- ',
    ', ',
    '[',
    ']',
    '{',
    '}',
    '[[[[',
    '{{{{',
    '|',
    '>-',
    '&a ',
    '*a',
    '<<: *a\n',
    '!!int ',
    '!t ',
  ],
  ...['{{ .Values.x }}', '{{- if .x }}\n', '{{- end }}\n', '{{', '}}', '{% if %}', '<%= x %>', '$(X)', '${X}', '#@ x\n'],
  ...[
    'kind: Deployment\n',
    'kind: DaemonSet\n',
    'kind: List\nitems:\n- ',
    'apiVersion: apps/v1\n',
    'spec:\n',
    'replicas: ',
    'strategy:\n',
    'null',
    '~',
    'yes',
  ],
  ...[
    '0',
    '-1',
    '010',
    '0x7fffffff',
    '1_000',
    '1e9',
    '.inf',
    '.nan',
    '99999999999999999999',
    '2147483648',
    '25%',
    '-25%',
    '101%',
    '0%',
    '1e3%',
    'x%',
  ],
  ...[
    '# rollout-lens: ignore\n',
    '# rollout-lens: ignore paused',
    '__proto__: ',
    'constructor: ',
    'toString: ',
    '<img src=x>',
    '](command:x)',
  ],
];

type Mutation =
  | { readonly op: 'insert'; readonly at: number; readonly text: string }
  | { readonly op: 'cut'; readonly at: number; readonly length: number }
  | { readonly op: 'repeat'; readonly at: number; readonly length: number; readonly times: number }
  | { readonly op: 'move'; readonly at: number; readonly length: number; readonly to: number };

const place = fc.double({ min: 0, max: 1, noNaN: true });

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.record({ op: fc.constant('insert' as const), at: place, text: fc.constantFrom(...TOKENS) }),
  fc.record({ op: fc.constant('insert' as const), at: place, text: fc.string({ unit: 'binary', maxLength: 8 }) }),
  fc.record({ op: fc.constant('cut' as const), at: place, length: fc.nat(60) }),
  fc.record({ op: fc.constant('repeat' as const), at: place, length: fc.nat(40), times: fc.nat(20) }),
  fc.record({ op: fc.constant('move' as const), at: place, length: fc.nat(200), to: place }),
);

function mutate(text: string, change: Mutation): string {
  const at = Math.floor(change.at * text.length);
  switch (change.op) {
    case 'insert':
      return text.slice(0, at) + change.text + text.slice(at);
    case 'cut':
      return text.slice(0, at) + text.slice(at + change.length);
    case 'repeat':
      return text.slice(0, at) + text.slice(at, at + change.length).repeat(change.times) + text.slice(at + change.length);
    case 'move': {
      const rest = text.slice(0, at) + text.slice(at + change.length);
      const to = Math.floor(change.to * rest.length);
      return rest.slice(0, to) + text.slice(at, at + change.length) + rest.slice(to);
    }
  }
}

type FuzzCase = [base: string, changes: Mutation[], last: Mutation, places: number[]];

export interface FuzzRun {
  readonly cases: number;
  readonly seed?: number;
  readonly milliseconds?: number;
}

/** Mutates the example manifests and runs all features on what comes out, before and after the last change. */
export function fuzz({ cases, seed, milliseconds }: FuzzRun): fc.RunDetails<FuzzCase> {
  const bases = fixtureManifests().map(({ text }) => text);
  const property = fc.property(
    fc.constantFrom(...bases),
    fc.array(mutation, { maxLength: 6 }),
    mutation,
    fc.array(place, { minLength: 4, maxLength: 12 }),
    (base, changes, last, places) => {
      const before = changes.reduce(mutate, base);
      const after = mutate(before, last);
      useEverything(
        after,
        places.map((at) => Math.floor(at * after.length)),
      );
      checkIncremental(before, after);
    },
  );
  const limit = milliseconds === undefined ? {} : { interruptAfterTimeLimit: milliseconds };
  return fc.check(property, { numRuns: cases, ...(seed === undefined ? {} : { seed }), ...limit });
}

/** What failed, shrunk, with the seed to see it again. */
export function fuzzReport(details: fc.RunDetails<FuzzCase>): string {
  return fc.defaultReportMessage(details) ?? '';
}
