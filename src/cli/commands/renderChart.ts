import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GoError, LimitError, type GoMap } from '../../render/goTemplate/value';
import { ASSUMED_KUBE_VERSION, kubeVersionOf } from '../../render/helm/capabilities';
import { ParsedTemplates } from '../../render/helm/engine';
import { manifestOf, missingDependencies, prepareChart, renderChart, type TemplateOptions } from '../../render/helm/helmTemplate';
import { loadFiles } from '../../render/helm/loader';
import { readYaml } from '../../render/helm/readYaml';
import type { SetForm } from '../../render/helm/strvals';
import { asTable } from '../../render/helm/structReader';
import { userValues, type SetLine } from '../../render/helm/userValues';
import type { Arguments } from '../arguments/arguments';
import type { Options } from '../arguments/option';
import { readChartFiles } from '../input/readChart';
import { readText } from '../input/readText';
import type { Terminal } from '../terminal';

export const CHART_OPTIONS: Options = {
  values: { takes: 'FILE', short: 'f', isRepeated: true, says: ['chart: values; the last one wins'] },
  set: { takes: 'a.b=c', isRepeated: true, says: ['chart: a value'] },
  'set-string': { takes: 'a.b=c', isRepeated: true, says: ['chart: a value that is a text'] },
  'set-json': { takes: 'a.b=JSON', isRepeated: true, says: ['chart: a value as JSON'] },
  'set-literal': { takes: 'a.b=c', isRepeated: true, says: ['chart: a value as it stands there'] },
  release: { takes: 'NAME', says: ['chart: name of the release (default: release-name)'] },
  namespace: { takes: 'NAME', short: 'n', says: ['chart: namespace of the release (default: default)'] },
  'kube-version': { takes: 'V', says: [`chart: version of Kubernetes that it sees (default: ${ASSUMED_KUBE_VERSION})`] },
  'api-versions': { takes: 'V', short: 'a', isRepeated: true, says: ['chart: an API version that the cluster also has'] },
  'is-upgrade': { says: ['chart: .Release.IsUpgrade instead of .Release.IsInstall'] },
};

const FORMS: ReadonlyMap<string, SetForm> = new Map<string, SetForm>([
  ['set', 'set'],
  ['set-string', 'setString'],
  ['set-json', 'setJson'],
  ['set-literal', 'setLiteral'],
]);

function templateOptions(input: Arguments, terminal: Terminal): TemplateOptions {
  const release = {
    name: input.value('release') ?? 'release-name',
    namespace: input.value('namespace') ?? 'default',
    isUpgrade: input.has('is-upgrade'),
  };
  const kubeVersion = kubeVersionOf(input.value('kube-version') ?? ASSUMED_KUBE_VERSION);
  const apiVersions = input.values('api-versions').flatMap((versions) => versions.split(','));
  const warn = (message: string): void => {
    terminal.error(`${message}\n`);
  };
  return { release, kubeVersion, apiVersions, warn };
}

/** In the order in which they were given: a later one wins. */
function setLines({ given }: Arguments): SetLine[] {
  return given.flatMap(({ option, value }) => {
    const form = FORMS.get(option);
    return form === undefined ? [] : [{ form, line: value }];
  });
}

function readValuesFile(path: string): GoMap {
  const text = readText(path);
  try {
    return asTable(readYaml(text));
  } catch (error) {
    throw error instanceof GoError ? new GoError(`failed to parse ${path}: ${error.message}`) : error;
  }
}

export function isChart(path: string): boolean {
  return existsSync(join(path, 'Chart.yaml')) || (path.endsWith('.tgz') && existsSync(path));
}

/** Prints the manifests; 1 if the chart cannot be rendered, in Helm's words. */
export function renderChartAt(path: string, input: Arguments, terminal: Terminal): number {
  const template = templateOptions(input, terminal);
  try {
    const values = userValues(input.values('values').map(readValuesFile), setLines(input));
    const chart = loadFiles(readChartFiles(path));
    const missing = missingDependencies(chart);
    if (missing.length > 0) {
      terminal.error(
        `rendered without ${missing.join(', ')}, which charts/ does not hold: helm dependency build ${path} fetches them\n`,
      );
    }
    const rendered = renderChart(prepareChart(chart, values, template), template, { parsed: new ParsedTemplates() });
    terminal.out(manifestOf(rendered));
    return 0;
  } catch (error) {
    if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
    terminal.error(`Error: ${error.message}\n`);
    return 1;
  }
}
