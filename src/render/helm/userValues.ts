/** Upstream: pkg/cli/values/options.go (Helm v3.21.4): values files, then what `--set` and its brothers say. */
import { GoError, type GoMap, type Value } from '../goTemplate/value';
import { parseInto, type ReadFile, type SetForm } from './strvals';
import { isTable } from './tables';

export interface SetLine {
  readonly form: SetForm;
  readonly line: string;
}

/** In this order, whatever the order on the command line. */
const FORMS: readonly (readonly [form: SetForm, option: string])[] = [
  ['setJson', '--set-json'],
  ['set', '--set'],
  ['setString', '--set-string'],
  ['setFile', '--set-file'],
  ['setLiteral', '--set-literal'],
];

export const optionOf = (wanted: SetForm): string => FORMS.find(([form]) => form === wanted)?.[1] ?? '--set';

/** Throws `GoError`. The tables given are not changed. */
export function userValues(files: readonly GoMap[], lines: readonly SetLine[], readFile: ReadFile = noFile): GoMap {
  const values = files.reduce<GoMap>(mergeMaps, new Map());
  for (const [form, option] of FORMS) {
    for (const { line } of lines.filter((candidate) => candidate.form === form)) {
      try {
        parseInto(line, values, form, readFile);
      } catch (error) {
        if (!(error instanceof GoError)) throw error;
        throw new GoError(`failed parsing ${option} data${form === 'setJson' ? ` ${line}` : `: ${error.message}`}`);
      }
    }
  }
  return values;
}

function noFile(path: string): string {
  throw new GoError(`open ${path}: no such file or directory`);
}

/** Tables deeply, all else replaced; null stays. */
function mergeMaps(before: GoMap, over: GoMap): GoMap {
  const merged: GoMap = new Map(before);
  for (const [key, value] of over) {
    const own = merged.get(key);
    merged.set(key, isTable(value) && isTable(own) ? mergeMaps(own, value) : copied(value));
  }
  return merged;
}

/** `--set` writes into what is merged. */
function copied(value: Value): Value {
  return isTable(value) ? mergeMaps(new Map(), value) : value;
}
