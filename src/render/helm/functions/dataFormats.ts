/** Upstream: pkg/engine/funcs.go (Helm v3.21.4), Masterminds/sprig defaults.go: values as JSON, YAML and TOML, and back. */
import { GoError, INTERFACE, LIST, List, MAP, STRING, type GoMap, type Value } from '../../goTemplate/value';
import { writeYaml } from '../../goYaml/writer';
import { readYaml } from '../readYaml';
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

function yamlMap(text: string): GoMap {
  const value = readYaml(text);
  return throughJson(() => (value === null ? new Map<string, Value>() : asJsonMap(value)));
}

function yamlList(text: string): List {
  const value = readYaml(text);
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
  ['fromYaml', fn(FROM_TEXT, MAP, mapOrError(yamlMap))],
  ['fromYamlArray', fn(FROM_TEXT, LIST, listOrError(yamlList))],
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
