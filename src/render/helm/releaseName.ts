/** Upstream: pkg/chartutil/validate_name.go, pkg/action/install.go (Helm v3.21.4): what a release may be called. */
import { goQuote } from '../../model/goQuote';
import { seededRandom } from '../../model/seededRandom';
import { BUILTINS } from '../goTemplate/builtins';
import { execute } from '../goTemplate/executor';
import { parse } from '../goTemplate/parser';
import { GoError, STRING } from '../goTemplate/value';
import { fn } from './functions/define';
import { helmFunctions } from './functions/functions';
import { NOW, SEED } from './helmTemplate';

const LONGEST = 53;
const PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';

/** Throws `GoError`. */
export function checkReleaseName(name: string): void {
  const wrong = (why: string): GoError => new GoError(`release name ${goQuote(name)}: ${why}`);
  if (name === '') throw wrong('no name provided');
  const isFine = name.length <= LONGEST && name.split('.').every((part) => /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/.test(part));
  if (!isFine) throw wrong(`invalid release name, must match regex ${PATTERN} and the length must not be longer than ${LONGEST}`);
}

/** Functions that only the templates of charts have. */
const OF_CHARTS = 'lookup toYaml mustToYaml toYamlPretty fromYaml fromYamlArray toToml mustToToml fromToml fromJsonArray'.split(
  ' ',
);
const NAME = 'name-template';
const STEPS = 100_000;

/** `--name-template`: the name that a template without any data comes to. Throws `GoError` or `LimitError`. */
export function releaseNameOf(template: string): string {
  const funcs = new Map(helmFunctions({ random: seededRandom(SEED), now: NOW }));
  for (const name of OF_CHARTS) funcs.delete(name);
  funcs.set('fail', fn([STRING], STRING, (message: string) => { throw new GoError(message); })); // prettier-ignore
  const templates = parse(NAME, template, (name) => funcs.has(name) || BUILTINS.has(name));
  const tree = templates.get(NAME);
  return tree === undefined ? '' : execute({ templates, funcs, budget: { steps: STEPS, kept: 0, output: STEPS } }, tree, null);
}
