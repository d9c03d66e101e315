/** Upstream: pkg/engine/funcs.go (Helm v3.21.4), Masterminds/sprig defaults.go: values as JSON, YAML and TOML, and back. */
import { GoError, INTERFACE, LIST, List, MAP, STRING, type GoMap, type Value } from '../../goTemplate/value';
import { writeYaml } from '../../goYaml/writer';
import type { CommonText } from '../../../manifest/commonYaml';
import { readAsCommon, readYaml } from '../readYaml';
import { aliases, fn, type NamedFuncs } from './define';
import { asJsonList, asJsonMap, decodeJson } from './jsonDecode';
import { encodeJson } from './jsonEncode';
import { decodeToml } from './tomlDecode';
import { encodeToml } from './tomlEncode';
import { prettyYamlTree, yamlTree } from './yamlTree';

const PLAIN = { escapeHtml: true, pretty: false };
const PRETTY = { escapeHtml: true, pretty: true };
const RAW = { escapeHtml: false, pretty: false };

const TO_TEXT = [INTERFACE];
const FROM_TEXT = [STRING];

/** What goes wrong leaves no text. */
function orNothing(write: (value: Value) => string): (value: Value) => string {
  return (value) =>
    orElse(
      () => write(value),
      () => '',
    );
}

function orElse<T>(attempt: () => T, instead: (message: string) => T): T {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof GoError) return instead(error.message);
    throw error;
  }
}

/** The error stands in the map, under `Error`. */
function mapOrError(read: (text: string) => GoMap): (text: string) => GoMap {
  return (text) =>
    orElse(
      () => read(text),
      (message): GoMap => new Map([['Error', message]]),
    );
}

function listOrError(read: (text: string) => List): (text: string) => List {
  return (text) =>
    orElse(
      () => read(text),
      (message) => new List([message]),
    );
}

/** sigs.k8s.io/yaml reads YAML as JSON, and says so. QUIRK: null leaves an empty value, in JSON itself a nil one. */
function throughJson<T>(read: () => T): T {
  return orElse(read, (message) => {
    throw new GoError(`error unmarshaling JSON: while decoding JSON: ${message}`);
  });
}

function yamlMap(value: Value): GoMap {
  return throughJson(() => (value === null ? new Map<string, Value>() : asJsonMap(value)));
}

function yamlList(value: Value): List {
  return throughJson(() => (value === null ? new List([]) : asJsonList(value)));
}

function withoutLastBreak(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

const toYaml = (value: Value): string => withoutLastBreak(writeYaml(yamlTree(value)));

function toYamlPretty(value: Value): string {
  return withoutLastBreak(writeYaml(prettyYamlTree(value), { width: Infinity, indentSequences: true }));
}

export const DATA_FUNCTIONS: NamedFuncs = [
  [
    'toJson',
    fn(
      TO_TEXT,
      STRING,
      orNothing((value) => encodeJson(value, PLAIN)),
    ),
  ],
  ['mustToJson', fn(TO_TEXT, STRING, (value: Value) => encodeJson(value, PLAIN))],
  [
    'toPrettyJson',
    fn(
      TO_TEXT,
      STRING,
      orNothing((value) => encodeJson(value, PRETTY)),
    ),
  ],
  ['mustToPrettyJson', fn(TO_TEXT, STRING, (value: Value) => encodeJson(value, PRETTY))],
  ...aliases(
    ['toRawJson', 'mustToRawJson'],
    fn(TO_TEXT, STRING, (value: Value) => encodeJson(value, RAW)),
  ),
  [
    'fromJson',
    fn(
      FROM_TEXT,
      MAP,
      mapOrError((text) => asJsonMap(decodeJson(text))),
    ),
  ],
  [
    'fromJsonArray',
    fn(
      FROM_TEXT,
      LIST,
      listOrError((text) => asJsonList(decodeJson(text))),
    ),
  ],
  ['mustFromJson', fn(FROM_TEXT, INTERFACE, decodeJson)],
  ['toYaml', fn(TO_TEXT, STRING, orNothing(toYaml))],
  ['toYamlPretty', fn(TO_TEXT, STRING, orNothing(toYamlPretty))],
  [
    'toToml',
    fn(TO_TEXT, STRING, (value: Value) => {
      // Upstream panics, which no function can make a text of.
      if (value === null) throw new GoError('reflect: call of reflect.Value.Type on zero Value');
      return orElse(
        () => encodeToml(value),
        (message) => message,
      );
    }),
  ],
  ['fromToml', fn(FROM_TEXT, MAP, mapOrError(decodeToml))],
];

/** Steps for each 32 characters, where YAML is written as most is and where it is not. */
const COMMON_YAML = 75;
const OTHER_YAML = 300;

/** For one rendering: what it costs to read a text is known when a part of it is done. */
export function yamlFunctions(): NamedFuncs {
  let begun: { readonly text: string; readonly common: CommonText | undefined } | undefined;
  const cost = ([text]: readonly Value[], limit: number): number => {
    if (typeof text !== 'string') return 1;
    const pieces = 1 + (text.length >> 5);
    if (COMMON_YAML * pieces > limit) return COMMON_YAML * pieces;
    begun = { text, common: readAsCommon(text) };
    return pieces * (begun.common === undefined ? OTHER_YAML : COMMON_YAML);
  };
  const read = (text: string): Value => {
    const known = begun?.text === text ? begun.common : undefined;
    begun = undefined;
    return readYaml(text, known);
  };
  return [
    [
      'fromYaml',
      {
        ...fn(
          FROM_TEXT,
          MAP,
          mapOrError((text) => yamlMap(read(text))),
        ),
        cost,
      },
    ],
    [
      'fromYamlArray',
      {
        ...fn(
          FROM_TEXT,
          LIST,
          listOrError((text) => yamlList(read(text))),
        ),
        cost,
      },
    ],
  ];
}
