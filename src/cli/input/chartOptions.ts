import { ASSUMED_RELEASE } from '../../model/appliedFrom';
import { bytesToString } from '../../model/utf8';
import { GoError, type GoMap } from '../../render/goTemplate/value';
import { ASSUMED_KUBE_VERSION, kubeVersionOf } from '../../render/helm/capabilities';
import type { TemplateOptions } from '../../render/helm/helmTemplate';
import type { HookChoice } from '../../render/helm/printedManifest';
import { readYaml } from '../../render/helm/readYaml';
import { checkReleaseName, releaseNameOf } from '../../render/helm/releaseName';
import type { SetForm } from '../../render/helm/strvals';
import { asTable } from '../../render/helm/structReader';
import { userValues, type SetLine } from '../../render/helm/userValues';
import type { Arguments } from '../arguments/arguments';
import type { Options } from '../arguments/option';
import { UsageError } from '../arguments/usageError';
import { readBytes, readText } from './readText';

/** The options of helm template that need no cluster and no network. */
export const CHART_OPTIONS: Options = {
  values: { takes: 'FILE', short: 'f', isRepeated: true, says: ['chart: values; the last one wins'] },
  set: { takes: 'a.b=c', isRepeated: true, says: ['chart: a value'] },
  'set-string': { takes: 'a.b=c', isRepeated: true, says: ['chart: a value that is a text'] },
  'set-file': { takes: 'a.b=FILE', isRepeated: true, says: ['chart: a value that is the text of a file'] },
  'set-json': { takes: 'a.b=JSON', isRepeated: true, says: ['chart: a value as JSON'] },
  'set-literal': { takes: 'a.b=c', isRepeated: true, says: ['chart: a value as it stands there'] },
  release: { takes: 'NAME', says: ['chart: name of the release (default: release-name)'] },
  'name-template': { takes: 'T', says: ['chart: a template of the name of the release'] },
  namespace: { takes: 'NAME', short: 'n', says: ['chart: namespace of the release (default: default)'] },
  'kube-version': { takes: 'V', says: [`chart: version of Kubernetes that it sees (default: ${ASSUMED_KUBE_VERSION})`] },
  'api-versions': { takes: 'V', short: 'a', isRepeated: true, says: ['chart: an API version that the cluster also has'] },
  'is-upgrade': { says: ['chart: .Release.IsUpgrade instead of .Release.IsInstall'] },
  'skip-schema-validation': { says: ['chart: does not compare the values with values.schema.json'] },
  'include-crds': { says: ['chart: prints the definitions in crds/, too, and those of subcharts'] },
  'no-hooks': { says: ['chart: leaves hooks out'] },
  'skip-tests': { says: ['chart: leaves out the hooks that helm test runs'] },
  'show-only': {
    takes: 'FILE',
    short: 's',
    isRepeated: true,
    says: ['chart: what this template gives, such as templates/a.yaml'],
  },
  'output-dir': { takes: 'FOLDER', says: ['chart: writes a file for each template instead of printing'] },
  debug: { says: ['chart: prints what was rendered even if it is no YAML'] },
};

const FORMS: ReadonlyMap<string, SetForm> = new Map<string, SetForm>([
  ['set', 'set'],
  ['set-string', 'setString'],
  ['set-file', 'setFile'],
  ['set-json', 'setJson'],
  ['set-literal', 'setLiteral'],
]);

/** Throws `GoError` for a name or a version that is none. */
export function templateOptions(input: Arguments, warn: (message: string) => void): TemplateOptions {
  const release = {
    name: releaseName(input),
    namespace: input.value('namespace') ?? 'default',
    isUpgrade: input.has('is-upgrade'),
  };
  const kubeVersion = kubeVersionOf(input.value('kube-version') ?? ASSUMED_KUBE_VERSION);
  const apiVersions = listed(input, 'api-versions');
  return { release, kubeVersion, apiVersions, warn, skipsSchemas: input.has('skip-schema-validation') };
}

function releaseName(input: Arguments): string {
  const [name, template] = [input.value('release'), input.value('name-template')];
  if (name !== undefined && template !== undefined) throw new UsageError('--release and --name-template exclude each other');
  const chosen = template === undefined ? (name ?? ASSUMED_RELEASE) : releaseNameOf(template);
  checkReleaseName(chosen);
  return chosen;
}

/** Several may stand behind an option, with commas between them. */
function listed(input: Arguments, option: string): readonly string[] {
  return input.values(option).flatMap((values) => values.split(','));
}

/** What is given over the values of the chart. Throws `GoError`. */
export function givenValues(input: Arguments): GoMap {
  return userValues(listed(input, 'values').map(readValuesFile), setLines(input), (path) => bytesToString(readBytes(path)));
}

/** In the order in which they were given: a later one wins. */
function setLines({ given }: Arguments): SetLine[] {
  return given.flatMap(({ option, value }) => {
    const form = FORMS.get(option);
    return form === undefined ? [] : [{ form, line: value }];
  });
}

function readValuesFile(path: string): GoMap {
  if (/^[a-z0-9]+:\/\//i.test(path)) throw new UsageError(`${path} is not fetched: values come from files`);
  const text = readText(path);
  try {
    return asTable(readYaml(text));
  } catch (error) {
    throw error instanceof GoError ? new GoError(`failed to parse ${path}: ${error.message}`) : error;
  }
}

export function hookChoice(input: Arguments): HookChoice {
  if (input.has('no-hooks')) return 'none';
  return input.has('skip-tests') ? 'noTests' : 'all';
}
