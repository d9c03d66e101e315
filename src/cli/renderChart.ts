import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GoError, LimitError, type GoMap } from '../render/goTemplate/value';
import { ASSUMED_KUBE_VERSION, kubeVersionOf } from '../render/helm/capabilities';
import { ParsedTemplates } from '../render/helm/engine';
import { manifestOf, missingDependencies, prepareChart, renderChart, type TemplateOptions } from '../render/helm/helmTemplate';
import { loadFiles } from '../render/helm/loader';
import { readYaml } from '../render/helm/readYaml';
import type { SetForm } from '../render/helm/strvals';
import { asTable } from '../render/helm/structReader';
import { userValues, type SetLine } from '../render/helm/userValues';
import { UsageError } from './options';
import { readChartFiles } from './readChart';
import type { Terminal } from './terminal';

export const CHART_USAGE = `Usage: npm run simulate -- render CHART [options]

CHART                    a folder with a chart, or an archive of one; prints what helm template prints
  -f, --values FILE      values; may be given several times, the last wins
  --set a.b=c            a value; also --set-string, --set-json, --set-literal
  --release NAME         name of the release (default: release-name)
  -n, --namespace NAME   namespace of the release (default: default)
  --kube-version V       version of Kubernetes that the chart sees (default: ${ASSUMED_KUBE_VERSION})
  -a, --api-versions V   an API version that the cluster also has
  --is-upgrade           .Release.IsUpgrade instead of .Release.IsInstall
`;

interface RenderOptions {
  readonly chart: string;
  readonly valuesFiles: readonly string[];
  readonly lines: readonly SetLine[];
  readonly template: TemplateOptions;
}

const FORMS: ReadonlyMap<string, SetForm> = new Map<string, SetForm>([
  ['--set', 'set'],
  ['--set-string', 'setString'],
  ['--set-json', 'setJson'],
  ['--set-literal', 'setLiteral'],
]);
const SHORT: ReadonlyMap<string, string> = new Map([
  ['-f', '--values'],
  ['-n', '--namespace'],
  ['-a', '--api-versions'],
]);
const TAKEN = ['--values', '--release', '--namespace', '--kube-version', '--api-versions', ...FORMS.keys()];

function parseRenderArguments(args: readonly string[], terminal: Terminal): RenderOptions {
  const charts: string[] = [];
  const given: { option: string; value: string }[] = [];
  let isUpgrade = false;
  for (let index = 0; index < args.length; index++) {
    const [name = '', inline] = splitOption(args[index] ?? '');
    const option = SHORT.get(name) ?? name;
    if (option === '--is-upgrade') isUpgrade = true;
    else if (TAKEN.includes(option)) {
      const value = inline ?? args[++index];
      if (value === undefined) throw new UsageError(`${option} needs a value`);
      given.push({ option, value });
    } else if (option.startsWith('-')) throw new UsageError(`${option} is not an option`);
    else charts.push(option);
  }
  const [chart, ...more] = charts;
  if (chart === undefined) throw new UsageError('a chart is missing');
  if (more.length > 0) throw new UsageError(`one chart at a time, please: ${more.join(', ')} is too much`);
  const all = (name: string): readonly string[] => given.filter(({ option }) => option === name).map(({ value }) => value);
  const lines = given.flatMap(({ option, value }) => {
    const form = FORMS.get(option);
    return form === undefined ? [] : [{ form, line: value }];
  });
  const release = {
    name: all('--release').at(-1) ?? 'release-name',
    namespace: all('--namespace').at(-1) ?? 'default',
    isUpgrade,
  };
  const kubeVersion = kubeVersionOf(all('--kube-version').at(-1) ?? ASSUMED_KUBE_VERSION);
  const apiVersions = all('--api-versions').flatMap((versions) => versions.split(','));
  const warn = (message: string): void => {
    terminal.error(`${message}\n`);
  };
  return { chart, valuesFiles: all('--values'), lines, template: { release, kubeVersion, apiVersions, warn } };
}

/** `--set=a=b` is `--set a=b`. */
function splitOption(argument: string): readonly string[] {
  const at = argument.indexOf('=');
  return argument.startsWith('--') && at > 0 ? [argument.slice(0, at), argument.slice(at + 1)] : [argument];
}

function readValuesFile(path: string): GoMap {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return asTable(readYaml(text));
  } catch (error) {
    throw error instanceof GoError ? new GoError(`failed to parse ${path}: ${error.message}`) : error;
  }
}

/** Whether the words of a `render` command speak of a chart. */
export function namesChart(args: readonly string[]): boolean {
  return args.some((argument) => existsSync(join(argument, 'Chart.yaml')) || (argument.endsWith('.tgz') && existsSync(argument)));
}

/** Prints the manifests; 1 if the chart cannot be rendered, in Helm's words. */
export function renderChartAt(args: readonly string[], terminal: Terminal): number {
  const { chart: path, valuesFiles, lines, template } = parseRenderArguments(args, terminal);
  try {
    const values = userValues(valuesFiles.map(readValuesFile), lines);
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
