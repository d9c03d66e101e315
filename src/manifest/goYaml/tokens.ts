/** Upstream: vendor/go.yaml.in/yaml/v2/yamlh.go (v1.36.4). */
import type { Mark } from './mark';

export type TokenType =
  | 'streamStart'
  | 'streamEnd'
  | 'versionDirective'
  | 'tagDirective'
  | 'documentStart'
  | 'documentEnd'
  | 'blockSequenceStart'
  | 'blockMappingStart'
  | 'blockEnd'
  | 'flowSequenceStart'
  | 'flowSequenceEnd'
  | 'flowMappingStart'
  | 'flowMappingEnd'
  | 'blockEntry'
  | 'flowEntry'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar';

/** A place where a key without `?` may have begun. */
export interface SimpleKey {
  possible: boolean;
  /** Nothing but a key can be there. */
  readonly required: boolean;
  readonly tokenNumber: number;
  readonly mark: Mark;
}

export interface Token {
  readonly type: TokenType;
  readonly start: Mark;
  /** Name of an anchor or alias, handle of a tag or tag directive, version of a version directive. */
  readonly text: string;
}

/** What the parser has to read next. */
export type State =
  | 'documentEnd'
  | 'blockSequenceEntry'
  | 'indentlessSequenceEntry'
  | 'blockMappingKey'
  | 'blockMappingValue'
  | 'flowSequenceFirst'
  | 'flowSequenceEntry'
  | 'flowPairKey'
  | 'flowPairValue'
  | 'flowPairEnd'
  | 'flowMappingFirst'
  | 'flowMappingKey'
  | 'flowMappingValue'
  | 'flowMappingEmptyValue';
