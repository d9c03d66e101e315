/**
 * Mutants that nobody could notice, each with the reason. `line` is the line that is changed, without indentation.
 * @type {readonly { file: string, line: string, change: string, why: string }[]}
 */
export const EQUIVALENT = [];
