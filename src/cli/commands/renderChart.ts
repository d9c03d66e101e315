import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Rendering } from '../../render/goTemplate/trace';
import { GoError, LimitError } from '../../render/goTemplate/value';
import { ParsedTemplates } from '../../render/helm/engine';
import { missingDependencies, prepareChart, renderChart } from '../../render/helm/helmTemplate';
import { loadFiles } from '../../render/helm/loader';
import { manifestText, onlyShown, printedDocuments, unsortedManifestOf, withSource, type Printed } from '../../render/helm/printedManifest'; // prettier-ignore
import type { Arguments } from '../arguments/arguments';
import { UsageError } from '../arguments/usageError';
import { givenValues, hookChoice, templateOptions } from '../input/chartOptions';
import { readChartFiles } from '../input/readChart';
import type { Terminal } from '../terminal';
import { writeWhole } from '../writeWhole';

export function isChart(path: string): boolean {
  return existsSync(join(path, 'Chart.yaml')) || (path.endsWith('.tgz') && existsSync(path));
}

/** Prints the manifests; 1 if the chart cannot be rendered, in Helm's words. */
export function renderChartAt(path: string, input: Arguments, terminal: Terminal): number {
  try {
    const template = templateOptions(input, (message) => {
      terminal.error(`${message}\n`);
    });
    const values = givenValues(input);
    const chart = loadFiles(readChartFiles(path));
    if (chart.metadata.deprecated) terminal.error('WARNING: This chart is deprecated\n');
    const missing = missingDependencies(chart);
    if (missing.length > 0) {
      terminal.error(
        `rendered without ${missing.join(', ')}, which charts/ does not hold: helm dependency build ${path} fetches them\n`,
      );
    }
    const prepared = prepareChart(chart, values, template);
    const rendered = renderChart(prepared, template, { parsed: new ParsedTemplates() });
    const definitionsOf = input.has('include-crds') ? prepared.chart : undefined;
    const print = (): Printed => printedDocuments(rendered, { hooks: hookChoice(input), definitionsOf });
    give(input.has('debug') ? printedOrShown(print, rendered, terminal) : print(), input, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof GoError) && !(error instanceof LimitError)) throw error;
    terminal.error(`Error: ${error.message}\n`);
    return 1;
  }
}

/** What is no YAML is shown as it is. */
function printedOrShown(print: () => Printed, rendered: ReadonlyMap<string, Rendering>, terminal: Terminal): Printed {
  try {
    return print();
  } catch (error) {
    if (error instanceof GoError) terminal.out(unsortedManifestOf(rendered));
    throw error;
  }
}

function give(printed: Printed, input: Arguments, terminal: Terminal): void {
  const patterns = input.values('show-only').map((pattern) => pattern.replaceAll(sep, '/'));
  const folder = input.value('output-dir');
  if (patterns.length > 0 && folder !== undefined) throw new UsageError('--show-only and --output-dir exclude each other');
  if (folder !== undefined) writeFiles(printed, folder, terminal);
  else if (patterns.length > 0) terminal.out(onlyShown(manifestText(printed), patterns));
  else terminal.out(manifestText(printed));
}

/** DEVIATION: Helm adds hooks to what an earlier run has left in a file; here each run writes its files from scratch. */
function writeFiles({ definitions, generic, hooks }: Printed, folder: string, terminal: Terminal): void {
  const texts = new Map<string, string>();
  for (const document of [...definitions, ...generic, ...hooks]) {
    const path = join(folder, document.name);
    texts.set(path, (texts.get(path) ?? '') + withSource(document));
  }
  for (const [path, text] of texts) {
    writeWhole(path, text);
    terminal.out(`wrote ${path}\n`);
  }
}
