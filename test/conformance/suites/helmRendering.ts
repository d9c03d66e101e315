import type { Chart } from '../../../src/render/helm/chart';
import { fromJson } from '../../../src/render/helm/jsonPrefix';
import { loadFiles } from '../../../src/render/helm/loader';
import { kubeVersionOf } from '../../../src/render/helm/capabilities';
import { ParsedTemplates } from '../../../src/render/helm/engine';
import { prepareChart, renderChart, type TemplateOptions } from '../../../src/render/helm/helmTemplate';
import { isNotes, manifestOf } from '../../../src/render/helm/printedManifest';
import { asTable } from '../../../src/render/helm/structReader';
import { GoError, type GoMap } from '../../../src/render/goTemplate/value';
import type { ConformanceRecord, ConformanceSuite, Difference, Share } from '../suite';
import { filesOf } from './helmValues';

/** Text where text is due, an error where one is due; and the error's words. */
export function scores(verdict: number, message: number): readonly Share[] {
  return [
    { name: 'verdict and text', path: 'verdict', atLeast: verdict },
    { name: 'message', path: 'message', atLeast: message },
  ];
}

interface Rendered {
  readonly out: Readonly<Record<string, string>>;
  readonly notes: Readonly<Record<string, string>>;
  readonly manifest: string | undefined;
  readonly manifestError: string | undefined;
}

type Options = Omit<TemplateOptions, 'warn'>;

function renderFiles(files: Readonly<Record<string, string>>, values: unknown, options: Options): Rendered {
  return renderLoaded(loadFiles(filesOf(files)), asTable(fromJson(values)), options);
}

export function renderLoaded(chart: Chart, values: GoMap, options: Options): Rendered {
  const complete = { ...options, warn: () => undefined };
  const prepared = prepareChart(chart, values, complete);
  const rendered = renderChart(prepared, complete, { parsed: new ParsedTemplates() });
  const texts = [...rendered].map(([name, { text }]) => [name, text] as const);
  const sorted = manifestOrError(rendered);
  return {
    out: Object.fromEntries(texts.filter(([name]) => !isNotes(name))),
    notes: Object.fromEntries(texts.filter(([name]) => isNotes(name))),
    ...sorted,
  };
}

function manifestOrError(rendered: ReturnType<typeof renderChart>): Pick<Rendered, 'manifest' | 'manifestError'> {
  try {
    return { manifest: manifestOf(rendered), manifestError: undefined };
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    return { manifest: undefined, manifestError: error.message };
  }
}

/** What came out, or what was said instead, against what was recorded. */
export function judge(recorded: string | undefined, replay: () => readonly Difference[]): readonly Difference[] {
  try {
    const differences = replay();
    return recorded === undefined ? differences : [{ path: 'verdict', expected: recorded, actual: 'no error' }];
  } catch (error) {
    if (!(error instanceof GoError)) throw error;
    if (recorded === undefined) return [{ path: 'verdict', expected: 'no error', actual: error.message }];
    return recorded === error.message ? [] : [{ path: 'message', expected: recorded, actual: error.message }];
  }
}

export function difference(path: string, expected: unknown, actual: unknown): readonly Difference[] {
  return expected === actual ? [] : [{ path, expected, actual }];
}

interface TemplateRecord {
  readonly id: string;
  readonly class: string;
  readonly template: string;
  readonly helpers?: string;
  readonly values: unknown;
  readonly out?: string;
  readonly error?: string;
  readonly random?: boolean;
}

const FILE = 'c/templates/t.yaml';

function replayTemplate(record: TemplateRecord): readonly Difference[] {
  const files: Record<string, string> = {
    'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 0.1.0\n',
    'templates/t.yaml': record.template,
    ...(record.helpers === undefined ? {} : { 'templates/_h.tpl': record.helpers }),
  };
  const render = (): string | undefined =>
    renderFiles(files, record.values, { release: { name: 'rel', namespace: 'ns' }, kubeVersion: kubeVersionOf('1.36.4') }).out[
      FILE
    ];
  if (record.random === true) {
    judge(undefined, () => difference('verdict', 0, render()));
    return [];
  }
  return judge(record.error, () => difference('verdict', record.out, render()));
}

export const helmTemplates: ConformanceSuite = {
  name: 'helm/templates',
  accepts: (record) => 'template' in record && 'values' in record && 'class' in record,
  label: (record) => `${(record as unknown as TemplateRecord).id} ${(record as unknown as TemplateRecord).class}`,
  replay: (record: ConformanceRecord) => replayTemplate(record as unknown as TemplateRecord),
  shares: scores(1, 1),
  group: (record) => ((record as unknown as TemplateRecord).id.startsWith('t') ? 'templates' : 'functions'),
};

interface ChartRecord {
  readonly id: string;
  readonly chart: string;
  readonly variant: number;
  readonly release: string;
  readonly namespace: string;
  readonly kubeVersion?: string;
  readonly apiVersions?: readonly string[];
  readonly isUpgrade?: boolean;
  readonly values: unknown;
  readonly files: Readonly<Record<string, string>>;
  readonly out?: Readonly<Record<string, string>>;
  readonly notes?: Readonly<Record<string, string>>;
  readonly manifest?: string;
  readonly manifestError?: string;
  readonly error?: string;
}

function replayChart(record: ChartRecord): readonly Difference[] {
  const { release: name, namespace, isUpgrade = false, kubeVersion = '1.36.4', apiVersions = [] } = record;
  return judge(record.error, () => {
    const options = { release: { name, namespace, isUpgrade }, kubeVersion: kubeVersionOf(kubeVersion), apiVersions };
    const rendered = renderFiles(record.files, record.values, options);
    return [
      ...differingTexts('verdict', record.out ?? {}, rendered.out),
      ...differingTexts('verdict notes', record.notes ?? {}, rendered.notes),
      ...difference('verdict manifest', record.manifest, rendered.manifest),
      ...difference('message', record.manifestError, rendered.manifestError),
    ];
  });
}

export function differingTexts(
  path: string,
  expected: Readonly<Record<string, string>>,
  actual: Readonly<Record<string, string>>,
): readonly Difference[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(actual)])];
  return names.flatMap((name) => difference(`${path} ${name}`, expected[name], actual[name]));
}

export const helmCharts: ConformanceSuite = {
  name: 'helm/charts',
  accepts: (record) => 'chart' in record && 'release' in record && 'files' in record,
  label: (record) => `${(record as unknown as ChartRecord).id} ${(record as unknown as ChartRecord).chart}`,
  replay: (record: ConformanceRecord) => replayChart(record as unknown as ChartRecord),
  shares: scores(1, 1),
  group: (record) => (record as unknown as ChartRecord).chart,
};
