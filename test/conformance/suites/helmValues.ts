import { fromJson } from '../../../src/render/helm/jsonPrefix';
import { loadFiles } from '../../../src/render/helm/loader';
import { kubeVersionOf } from '../../../src/render/helm/capabilities';
import { chartFullPath, isLibraryChart, type Chart } from '../../../src/render/helm/chart';
import { prepareChart, type PreparedChart } from '../../../src/render/helm/helmTemplate';
import { readYaml } from '../../../src/render/helm/readYaml';
import { asTable } from '../../../src/render/helm/structReader';
import type { SetForm } from '../../../src/render/helm/strvals';
import { userValues, type SetLine } from '../../../src/render/helm/userValues';
import { GoError, Int, List, type GoMap, type Value } from '../../../src/render/goTemplate/value';
import type { ConformanceRecord, ConformanceSuite, Difference } from '../suite';

interface ValuesRecord {
  readonly id: string;
  readonly class: string;
  readonly files: Readonly<Record<string, string>>;
  readonly values: unknown;
  readonly valuesFiles?: readonly string[];
  readonly out?: Readonly<Record<string, unknown>>;
  readonly error?: string;
}

const FORMS: readonly SetForm[] = ['setJson', 'set', 'setString', 'setLiteral'];

/** As JSON has it; an integer prints as any number. */
function toJson(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, toJson(item)]));
  if (value instanceof List) return value.items.map(toJson);
  return value instanceof Int ? Number(value.value) : value;
}

/** A null is not a key that is missing. */
function sorted(json: unknown): string {
  return JSON.stringify(json, (_key, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

export function filesOf(files: Readonly<Record<string, string>>): { name: string; data: string }[] {
  return Object.entries(files).map(([name, data]) => ({ name, data }));
}

/** The values that each chart's templates see, by the chart's full path; those that render nothing are left out. */
function valuesByChart({ chart, values }: PreparedChart): ReadonlyMap<string, GoMap> {
  const found = new Map<string, GoMap>();
  collect(chart, values, found);
  return found;
}

function collect(chart: Chart, values: GoMap, into: Map<string, GoMap>): void {
  if (!isLibraryChart(chart)) into.set(chartFullPath(chart), values);
  for (const child of chart.dependencies) {
    const table = values.get(child.metadata.name);
    collect(child, table instanceof Map ? table : new Map<string, Value>(), into);
  }
}

function replayValues(record: ValuesRecord): unknown {
  const lines: SetLine[] = FORMS.flatMap((form) =>
    ((record as unknown as Partial<Record<SetForm, string[]>>)[form] ?? []).map((line) => ({ form, line })),
  );
  const tables: GoMap[] = [asTable(fromJson(record.values))];
  for (const text of record.valuesFiles ?? []) tables.push(asTable(readYaml(text)));
  const user = userValues(tables, lines);
  const release = { name: 'rel', namespace: 'ns' };
  const options = { release, kubeVersion: kubeVersionOf('1.36.4'), warn: () => undefined };
  const prepared = prepareChart(loadFiles(filesOf(record.files)), user, options);
  return toJson(new Map(valuesByChart(prepared)));
}

export const helmValues: ConformanceSuite = {
  name: 'helm/values',
  accepts: (record) => 'files' in record && 'values' in record && 'class' in record,
  label: (record) => `${(record as unknown as ValuesRecord).id} ${(record as unknown as ValuesRecord).class}`,
  replay(raw: ConformanceRecord): readonly Difference[] {
    const record = raw as unknown as ValuesRecord;
    try {
      const out = replayValues(record);
      if (record.error !== undefined) return [{ path: 'verdict', expected: record.error, actual: out }];
      return sorted(record.out) === sorted(out) ? [] : [{ path: 'verdict', expected: sorted(record.out), actual: sorted(out) }];
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      if (record.error === undefined) return [{ path: 'verdict', expected: record.out, actual: error.message }];
      return record.error === error.message ? [] : [{ path: 'message', expected: record.error, actual: error.message }];
    }
  },
};
