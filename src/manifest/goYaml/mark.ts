/** Upstream: vendor/go.yaml.in/yaml/v2/{yamlh,decode}.go (v1.36.4): places in a text, and the words of an error. */

/** A place in the text; lines and columns from 0. */
export interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

export const NOWHERE: Mark = { index: 0, line: 0, column: 0 };

/** The first thing that go.yaml.in/yaml/v2 objects to, as its error says it. */
export class GoYamlError extends Error {
  /** `scanner` marks are one line further on than the message would say: the library corrects that for them only. */
  constructor(stage: 'scanner' | 'parser', problem: string, at: Mark, context?: Mark) {
    const line = at.line !== 0 ? at.line + (stage === 'scanner' ? 1 : 0) : (context?.line ?? 0);
    super(`yaml: ${line === 0 ? '' : `line ${line}: `}${problem}`);
  }
}
