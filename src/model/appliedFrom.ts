/** What is handed to a tool to apply a workload. Paths are as whoever reads them names files. */
export type AppliedFrom =
  | { readonly tool: 'file'; readonly path: string }
  | { readonly tool: 'kustomize'; readonly path: string }
  | {
      readonly tool: 'helm';
      readonly path: string;
      readonly release: string;
      readonly namespace: string;
      /** Files of values in the order in which they are given. */
      readonly values: readonly string[];
      /** Words of the command line for values that are in no file: `--set`, `replicas=3`. */
      readonly options: readonly string[];
    };

/** What a release is called that nobody gave a name, as `helm template` calls it. */
export const ASSUMED_RELEASE = 'release-name';

/** The same with other names for its files. */
export function withPaths(from: AppliedFrom, name: (path: string) => string): AppliedFrom {
  const named = { ...from, path: name(from.path) };
  return named.tool === 'helm' ? { ...named, values: named.values.map(name) } : named;
}
