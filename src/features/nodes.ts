import { readManifest } from '../manifest/manifest';
import { nodeCountFor, placedWorkloads, type Analysis } from './analysis';
import { readFact } from './factReader';

/** What a user may give to say how many nodes there are. */
export type NodeInput = { readonly count: number } | { readonly problem: string };

/** As many as Kubernetes is tested with, and some. */
const MAX_NODES = 20_000;
const TABLE_HEAD = /^NAME\s+STATUS\s+ROLES\b/;

/** Reads a number, Node manifests (`kubectl get nodes -o yaml` or `-o json`), or the table that `kubectl get nodes` prints. */
export function readNodeInput(input: string): NodeInput {
  const text = input.trim();
  if (text === '') return { problem: 'Enter a number, Node manifests, or what kubectl get nodes prints.' };
  if (/^[\d\s_.,+-]+$/.test(text)) return readNumber(text);
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const count = TABLE_HEAD.test(lines[0] ?? '') ? lines.length - 1 : countManifests(text);
  return count > 0 ? { count } : { problem: 'There is no Node in this text.' };
}

function readNumber(text: string): NodeInput {
  const count = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return count >= 1 && count <= MAX_NODES ? { count } : { problem: `Enter a whole number from 1 to ${MAX_NODES}.` };
}

function countManifests(text: string): number {
  const resources = readManifest(text).documents.flatMap(({ document }) => document.resources);
  return resources.filter((resource) => readFact(resource, '')?.fact === 'node').length;
}

/** The node count that the file's first DaemonSet is computed for; undefined when the file has none. */
export function computeNodeStatus(analysis: Analysis): { readonly count: number; readonly known: boolean } | undefined {
  const daemonSet = placedWorkloads(analysis).find(({ workload }) => workload.kind === 'DaemonSet');
  return daemonSet === undefined ? undefined : nodeCountFor(daemonSet.workload, analysis.surroundings);
}
