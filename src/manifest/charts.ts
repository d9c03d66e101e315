/** What the files of a chart are called. */

export function isChartFile(path: string): boolean {
  return path.endsWith('/Chart.yaml');
}

/** Files of values, by their names: `values.yaml`, `values-prod.yaml`, `ci/test-values.yaml`, `environments/prod.yaml`. */
export function isValuesFile(path: string): boolean {
  return /\/(?:[^/]*values[^/]*|(?:env|envs|environments)\/[^/]+)\.ya?ml$/.test(path) && !path.includes('/templates/');
}
