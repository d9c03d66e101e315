import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChartFiles } from '../../../src/cli/input/readChart';
import { stringToBytes } from '../../../src/render/goTemplate/bytes';
import { kubeVersionOf } from '../../../src/render/helm/capabilities';
import { loadFiles } from '../../../src/render/helm/loader';
import { readYaml } from '../../../src/render/helm/readYaml';
import { asTable } from '../../../src/render/helm/structReader';
import { userValues } from '../../../src/render/helm/userValues';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';
import { difference, differingTexts, judge, renderLoaded, scores } from './helmRendering';

/** What the shared charts.py makes of mirrors: charts in folders beside the file, and hashes of what they come to. */
interface RealChartRecord {
  readonly id: string;
  readonly chart: string;
  readonly values: string | null;
  readonly release: string;
  readonly namespace: string;
  readonly kubeVersion: string;
  readonly out?: Readonly<Record<string, string>>;
  readonly manifest?: string;
  readonly error?: string;
  /** Files that come out another way each time. */
  readonly random?: readonly string[];
}

function sha256(text: string): string {
  return createHash('sha256').update(stringToBytes(text)).digest('hex');
}

function replayRealChart(record: RealChartRecord, folder: string): readonly Difference[] {
  const { chart, values, release: name, namespace, kubeVersion } = record;
  return judge(record.error, () => {
    const user = values === null ? [] : [asTable(readYaml(readFileSync(join(folder, values), 'utf8')))];
    const files = loadFiles(readChartFiles(join(folder, chart)));
    const options = { release: { name, namespace }, kubeVersion: kubeVersionOf(kubeVersion) };
    const rendered = renderLoaded(files, userValues(user, []), options);
    const random = new Set(record.random ?? []);
    const isFixed = ([file]: readonly [string, string]): boolean => !random.has(file);
    const hashed = Object.entries(rendered.out).map(([file, text]) => [file, sha256(text)] as const);
    const { manifest } = rendered;
    return [
      ...differingTexts(
        'verdict',
        Object.fromEntries(Object.entries(record.out ?? {}).filter(isFixed)),
        Object.fromEntries(hashed.filter(isFixed)),
      ),
      ...(record.manifest === undefined
        ? []
        : difference('verdict manifest', record.manifest, manifest === undefined ? rendered.manifestError : sha256(manifest))),
    ];
  });
}

export const helmRealCharts: ConformanceSuite = {
  name: 'helm/real charts',
  accepts: (record) => 'chart' in record && 'release' in record && 'values' in record && !('files' in record),
  label: (record) => String(record['id']),
  replay: (record: ConformanceRecord, folder: string) => replayRealChart(record as unknown as RealChartRecord, folder),
  shares: scores(1, 1),
};
