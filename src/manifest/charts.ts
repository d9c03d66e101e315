/** What the files of a chart are called. */

export function isChartFile(path: string): boolean {
  return path.endsWith('/Chart.yaml');
}

/** Files of values, by their names: `values.yaml`, `values-prod.yaml`, `ci/test-values.yaml`, `environments/prod.yaml`. */
export function isValuesFile(path: string): boolean {
  if (!/\.ya?ml$/.test(path) || path.includes('/templates/')) return false;
  const steps = path.split('/');
  return steps.length > 1 && (steps.at(-1)?.includes('values') === true || ENVIRONMENTS.has(steps.at(-2) ?? ''));
}

const ENVIRONMENTS: ReadonlySet<string> = new Set(['env', 'envs', 'environments']);
