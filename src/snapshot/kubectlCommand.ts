import { RESOURCES_OF_CLUSTER, RESOURCES_OF_NAMESPACES } from './snapshot';

/** What is asked of which cluster. */
export interface SnapshotQuestion {
  /** Undefined: the context that kubectl is set to. */
  readonly context: string | undefined;
  /** Empty: all of them. */
  readonly namespaces: readonly string[];
}

const NAME = /^[\w.:@/-]+$/;
const NAMESPACE = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;

/** Why a context cannot be written into a command, if so: it goes to a shell. */
export function contextProblem(context: string): string | undefined {
  if (NAME.test(context) && !context.startsWith('-')) return undefined;
  return 'A name of letters, digits and . : @ / _ - please, as “kubectl config get-contexts” prints it.';
}

export function namespacesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/).filter((name) => name !== ''))];
}

export function namespacesProblem(text: string): string | undefined {
  const wrong = namespacesIn(text).find((name) => !NAMESPACE.test(name) || name.length > 63);
  return wrong === undefined ? undefined : `“${wrong}” is no name of a namespace.`;
}

/**
 * What is typed into a shell, line by line, to have a snapshot in a file: the first makes it, the others add to it. The file's
 * name stands in double quotes, which every shell understands.
 */
export function kubectlCommands({ context, namespaces }: SnapshotQuestion, file: string): readonly string[] {
  const kubectl = context === undefined ? 'kubectl' : `kubectl --context ${context}`;
  const get = (resources: readonly string[], where: string): string => `${kubectl} get ${resources.join(',')}${where} -o json`;
  const all = namespaces.length === 0 ? [get([...RESOURCES_OF_CLUSTER, ...RESOURCES_OF_NAMESPACES], ' -A')] : [];
  const some = namespaces.map((namespace) => get(RESOURCES_OF_NAMESPACES, ` -n ${namespace}`));
  const lines = namespaces.length === 0 ? all : [get(RESOURCES_OF_CLUSTER, ''), ...some];
  return lines.map((line, index) => `${line} ${index === 0 ? '>' : '>>'} "${file}"`);
}
