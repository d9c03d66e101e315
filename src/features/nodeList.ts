import { jsonAt } from '../manifest/json';
import { LIMITS } from '../model/limits';
import { allNodes } from '../rules/allNodes';
import type { NodeFact } from '../rules/facts';
import { WorkspaceIndex } from './workspaceIndex';

/** What a text tells about a cluster's nodes: what matters of each as a short manifest, or how many there are and no more. */
export interface NodeList {
  readonly count: number;
  readonly manifest: string | undefined;
}

const INDEX_LIMITS = { files: 1, facts: LIMITS.nodes, fileSize: 64 * 1024 * 1024 };

/**
 * Reads `kubectl get nodes` in any of its forms: `-o yaml` and `-o json` in full; of `-o name`, of the table, and of what is too
 * large or cut off only the number is taken. Undefined: there are no nodes in it.
 */
export function readNodeList(text: string): NodeList | undefined {
  const index = new WorkspaceIndex(INDEX_LIMITS);
  index.updateText('nodes', text);
  const nodes = allNodes(index.factsFor('nodes'));
  if (nodes.length > 0) return { count: nodes.length, manifest: manifestOf(nodes) };
  const count = countLines(text);
  return count === 0 ? undefined : { count, manifest: undefined };
}

/** The number of lines that each stand for one node. */
function countLines(text: string): number {
  const lines = text.split(/\r?\n/);
  const named = lines.filter((line) => /^node\/\S+\s*$/.test(line)).length;
  if (named > 0) return named;
  const head = lines.findIndex((line) => /^NAME\s+STATUS\s+ROLES\b/.test(line));
  if (head >= 0) return lines.slice(head + 1).filter((line) => /^\S+\s+\S*Ready/.test(line)).length;
  return lines.filter((line) => /^\s*(?:- )?"?kind"?:\s*"?Node"?,?\s*$/.test(line)).length;
}

/** JSON is YAML: the result is read again like any file. */
function manifestOf(nodes: readonly NodeFact[]): string {
  const items = nodes.map(({ name, labels, unschedulable, taints, allocatable, object }) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels },
    spec: { unschedulable, taints },
    status: { allocatable, conditions: jsonAt(object, ['status', 'conditions']) },
  }));
  return JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
}
