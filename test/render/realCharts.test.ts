import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChartFiles } from '../../src/cli/input/readChart';
import { stringToBytes } from '../../src/render/goTemplate/bytes';
import { GoError } from '../../src/render/goTemplate/value';
import { kubeVersionOf } from '../../src/render/helm/capabilities';
import { ParsedTemplates } from '../../src/render/helm/engine';
import { prepareChart, renderChart } from '../../src/render/helm/helmTemplate';
import { isNotes } from '../../src/render/helm/printedManifest';
import { loadFiles } from '../../src/render/helm/loader';
import { readYaml } from '../../src/render/helm/readYaml';
import { asTable } from '../../src/render/helm/structReader';
import { userValues } from '../../src/render/helm/userValues';

/** What the shared charts.py makes of the mirrors; other people's charts are not kept here. */
const FOLDER = process.env['ROLLOUT_REAL_CHARTS'] ?? '/nowhere';

interface RealCase {
  readonly id: string;
  readonly chart: string;
  readonly values: string | null;
  readonly release: string;
  readonly namespace: string;
  readonly kubeVersion: string;
  readonly out?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly random?: readonly string[];
}

function render({ chart, values, release: name, namespace, kubeVersion }: RealCase): Record<string, string> {
  const user = userValues(values === null ? [] : [asTable(readYaml(readFileSync(join(FOLDER, values), 'utf8')))], []);
  const options = { release: { name, namespace }, kubeVersion: kubeVersionOf(kubeVersion), warn: () => undefined };
  const prepared = prepareChart(loadFiles(readChartFiles(join(FOLDER, chart))), user, options);
  const rendered = renderChart(prepared, options, { parsed: new ParsedTemplates() });
  const texts = [...rendered].filter(([file]) => !isNotes(file));
  return Object.fromEntries(
    texts.map(([file, { text }]) => [file, createHash('sha256').update(stringToBytes(text)).digest('hex')]),
  );
}

describe('real charts', function () {
  this.timeout(60_000);

  it('render as Helm renders them', function () {
    const list = join(FOLDER, 'cases.jsonl');
    if (!existsSync(list)) {
      console.log('      skipped: ROLLOUT_REAL_CHARTS names no folder with the texts of real charts');
      this.skip();
    }
    const differing: string[] = [];
    for (const line of readFileSync(list, 'utf8').trim().split('\n')) {
      const real = JSON.parse(line) as RealCase;
      const random = new Set(real.random ?? []);
      try {
        const out = render(real);
        const names = new Set([...Object.keys(out), ...Object.keys(real.out ?? {})]);
        const files = [...names].filter((file) => !random.has(file) && out[file] !== real.out?.[file]);
        if (files.length > 0 || real.error !== undefined) differing.push(`${real.id}: ${files.join(', ')}`);
      } catch (error) {
        if (!(error instanceof GoError)) throw error;
        if (error.message !== real.error) differing.push(`${real.id}: ${error.message}`);
      }
    }
    assert.deepEqual(differing, []);
  });
});
