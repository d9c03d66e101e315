/** Upstream: sigs.k8s.io/yaml (v1.6.0), Unmarshal: the first document of a text, as JSON has it. */
import { goYamlProblem } from '../../manifest/goYaml/parser';
import { readJson } from '../../manifest/json';
import { parseText } from '../../manifest/parse';
import { GoError, type Value } from '../goTemplate/value';
import { fromJson } from './jsonPrefix';

/** Throws `GoError` with the library's words. */
export function readYaml(text: string): Value {
  const problem = goYamlProblem(text);
  if (problem !== undefined) throw new GoError(`error converting YAML to JSON: ${problem}`);
  const { root, refused } = parseText(text);
  if (refused !== undefined) throw new GoError(`error converting YAML to JSON: yaml: ${refused}`);
  return root === undefined ? null : fromJson(readJson(root, 'literal').json ?? null);
}
